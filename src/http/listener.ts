import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { proofOf } from './guard.ts'

/** The system lists listening sockets first; these are some 1,700 of them. */
const LOOKED_AT = 256 * 1024

/**
 * Whether the system says that another user listens on this port of the loopback address. False if it does not say
 * who listens.
 */
export function isOthers(port: number): boolean {
  const uid = process.getuid?.()
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const row = new RegExp(`^ *\\d+: (?:0100007F|7F000001):${hex} \\S+ 0A \\S+ \\S+ \\S+ +(\\d+) `, 'm')
  const owner = row.exec(listeners())?.[1]
  return owner !== undefined && uid !== undefined && Number(owner) !== uid
}

function listeners(): string {
  try {
    const file = openSync('/proc/net/tcp', 'r')
    try {
      const table = Buffer.alloc(LOOKED_AT)
      let size = 0
      for (let read = -1; read !== 0 && size < LOOKED_AT; size += read)
        read = readSync(file, table, size, LOOKED_AT - size, null)
      return table.toString('latin1', 0, size)
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** A question that only the daemon of this home can answer; it is asked on the connection that the token is then sent on. */
export interface Challenge {
  readonly path: string
  /** Whether the body of the response is the right answer. */
  readonly isMetBy: (body: string) => boolean
}

/** A challenge for the daemon that has this token and listens on this port. */
export function challengeFor({ token, port }: { readonly token: string; readonly port: number }): Challenge {
  const nonce = randomBytes(32).toString('hex')
  return {
    path: `/health?challenge=${nonce}`,
    isMetBy(body) {
      try {
        return (JSON.parse(body) as { proof?: unknown }).proof === proofOf(token, port, nonce)
      } catch {
        return false
      }
    },
  }
}
