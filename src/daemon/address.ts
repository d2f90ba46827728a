import type { RequestListener, Server } from 'node:http'
import { hookTokenOf } from '../http/guard.ts'
import { listen } from '../http/server.ts'
import type { Connections, DaemonFacts } from '../ports.ts'
import { newToken } from './state.ts'

/** The address a daemon listens on, and the API's token. */
export interface Address {
  readonly port: number
  readonly token: string
}

/** What the last daemon told clients. */
export interface LastAddress {
  /** Undefined if there was none. */
  readonly lastPort: number | undefined
  readonly token: string
  /** The descriptor of its listening socket, if a standby process has held it. */
  readonly socket?: number | undefined
}

/**
 * Listens on the last port again, so that what `connect` wrote stays valid, unless the configured port has changed. If
 * another program now listens there, clients have sent it the hook token, so both tokens are replaced.
 */
export async function listenAgain(
  { lastPort, token, socket }: LastAddress,
  configured: number,
  answersAt: (address: Address) => RequestListener,
): Promise<Address & { readonly server: Server }> {
  const preferred = preferredPort(lastPort, configured)
  let address: Address = { port: preferred, token }
  const { server } = await listen(
    (port) => {
      const isHeard = preferred === lastPort && port !== lastPort
      address = { port, token: isHeard ? newToken() : token }
      return answersAt(address)
    },
    preferred,
    socket,
  )
  return { server, ...address }
}

/** The port to listen on if it is free: the last daemon's, unless the configured one has changed since. */
export function preferredPort(last: number | undefined, configured: number): number {
  if (last === undefined) return configured
  return configured === 0 || (last >= configured && last <= configured + 50) ? last : configured
}

/** Rewrites every connection to point to this daemon. */
export async function reconnect(
  connections: Connections,
  { launcher, port, token, wanted }: Address & Pick<DaemonFacts, 'launcher' | 'wanted'>,
): Promise<void> {
  const to = { port, token: hookTokenOf(token), launcher, relay: { command: launcher, args: ['mcp'] }, wanted }
  for (const { host, scope, projectDir, configDir } of await connections.list())
    await connections.connect({ host, scope, projectDir, configDir, ...to })
}
