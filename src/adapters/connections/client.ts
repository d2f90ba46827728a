import { homedir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { isOlder } from '../../domain/release.ts'
import type { ClientConnection } from '../../ports.ts'
import type { HostTarget } from '../../wire/host-connection.ts'
import type { ClientHere } from './places.ts'
import { readRecord } from './record.ts'

/** For a program that should answer immediately. */
const PATIENCE_MS = 5_000

/**
 * Adapts a connection to the client's release, since an old client ignores a settings file with events it does not
 * know.
 */
export async function fitted(
  at: ClientHere,
  to: ClientConnection,
): Promise<{ readonly to: ClientConnection & HostTarget; readonly note: readonly string[] }> {
  const { fullSince, olderNote } = at.host.connection.client
  const version = await versionOf(at)
  const older = version === undefined ? await wasOlder(at, to) : isOlder(version, fullSince)
  if (!older) return { to, note: [] }
  const client = version === undefined ? at.host.title : `${at.host.title} ${version}`
  return { to: { ...to, transport: 'command', older }, note: [`${client} is older than ${fullSince}: ${olderNote}`] }
}

/** The client's version, as it reports it; undefined if no client is found. */
async function versionOf({ host, env, userHome }: ClientHere): Promise<string | undefined> {
  const { program, besides } = host.connection.client
  const { configDir } = host.environment
  const { PATH, HOME } = env
  for (const path of [program, ...besides.map((beside) => join(userHome, beside))]) {
    const { stdout, failed } = await execa(path, ['--version'], {
      env: { PATH, HOME: HOME ?? homedir(), [configDir]: env[configDir] },
      extendEnv: false,
      reject: false,
      timeout: PATIENCE_MS,
      stdin: 'ignore',
    })
    const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
    if (!failed && version) return version
  }
  return undefined
}

/** What the record says about a client that cannot be run now. */
async function wasOlder({ home, host }: ClientHere, to: ClientConnection): Promise<boolean> {
  const { connections } = await readRecord(join(home, 'connections.json'))
  return connections.some((one) => one.host === host.name && one.configDir === to.configDir && one.older === true)
}
