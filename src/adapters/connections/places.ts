import { HindcastError } from '../../domain/errors.ts'
import type { ConnectionPlace } from '../../ports.ts'
import { type Host, hostNamed } from '../../wire/host.ts'
import type { HostFile, HostMachine } from '../../wire/host-connection.ts'

/** Locations on this machine. */
export interface Surroundings extends HostMachine {
  /** HINDCAST_HOME. */
  readonly home: string
  /** The clients that can be connected. */
  readonly hosts: readonly Host[]
  /** Locks a file for this process; undefined if another process still holds it after `waitMs`. */
  readonly hold: (path: string, waitMs: number) => Promise<(() => void) | undefined>
}

/** One client on this machine. */
export interface ClientHere extends Surroundings {
  readonly host: Host
}

/** The same machine from the caller's point of view, with the caller's client folder. Throws `bad-input`. */
export function seenFrom(at: Surroundings, { host: name, environment, ...place }: ConnectionPlace): ClientHere {
  const host = hostNamed(at.hosts, name)
  if (!host) {
    const known = at.hosts.map((one) => one.name).join(' or ')
    throw new HindcastError('bad-input', `unknown client '${name}'`, { remedy: `use ${known}` })
  }
  const { configDir } = host.environment
  const env = environment ? { ...without(at.env, [...PROXIES, configDir]), ...environment } : at.env
  return { ...at, host, env: 'configDir' in place ? { ...env, [configDir]: place.configDir } : env }
}

/** Variables that are always taken from the caller's environment, besides the client's folder. */
const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy']

function without(env: Surroundings['env'], names: readonly string[]): Surroundings['env'] {
  const gone = new Set(names.map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !gone.has(name.toLowerCase())))
}

/** The client's files that a connection of this place changes. */
export const settingsFiles = (at: ClientHere, place: ConnectionPlace): readonly HostFile[] =>
  at.host.connection.files(at, place)

/** The file with the hooks. Throws if the host declares none. */
export function hooksFileOf(at: ClientHere, place: ConnectionPlace): HostFile {
  const file = settingsFiles(at, place).find(({ role }) => role === 'hooks')
  if (!file) throw new Error(`${at.host.name} declares no file for hooks`)
  return file
}
