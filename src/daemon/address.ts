import type { RequestListener, Server } from 'node:http'
import type { Wanted } from '../domain/subscriptions.ts'
import { listen } from '../http/server.ts'
import type { Connections, DaemonFacts } from '../ports.ts'
import { newToken } from './state.ts'

/** Where a daemon listens, and the token it takes. */
export interface Address {
  readonly port: number
  readonly token: string
}

/** What clients were told by the last daemon. */
export interface LastAddress {
  /** Undefined where there was none. */
  readonly lastPort: number | undefined
  readonly token: string
  readonly lastWanted?: readonly Wanted[] | undefined
}

/**
 * Listens at the last port again, so that what `connect` wrote still holds, unless the configured one has moved away from it.
 * Where somebody else listens there by now, clients have sent them the token: another is made.
 */
export async function listenAgain(
  { lastPort, token }: LastAddress,
  configured: number,
  answersAt: (address: Address) => RequestListener,
): Promise<Address & { readonly server: Server }> {
  const preferred = preferredPort(lastPort, configured)
  let address: Address = { port: preferred, token }
  const { server } = await listen((port) => {
    const isHeard = preferred === lastPort && port !== lastPort
    address = { port, token: isHeard ? newToken() : token }
    return answersAt(address)
  }, preferred)
  return { server, ...address }
}

function preferredPort(last: number | undefined, configured: number): number {
  if (last === undefined) return configured
  return configured === 0 || (last >= configured && last <= configured + 50) ? last : configured
}

/** Writes every connection anew, so that it leads to this daemon. */
export async function reconnect(
  connections: Connections,
  { launcher, port, token, wanted }: Address & Pick<DaemonFacts, 'launcher' | 'wanted'>,
): Promise<void> {
  const to = { port, token, launcher, relay: { command: launcher, args: ['mcp'] }, wanted }
  for (const { host, scope, projectDir, configDir, transport } of await connections.list())
    await connections.connect({ host, scope, projectDir, configDir, transport, ...to })
}
