import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { isOlder } from '../../domain/release.ts'
import type { ClientConnection } from '../../ports.ts'
import type { HostTarget } from '../../wire/host-connection.ts'
import { git } from '../guarded/git.ts'
import { realPathOf } from './file.ts'
import { type ClientHere, hooksFileOf } from './places.ts'
import { readRecord } from './record.ts'

/** For a program that should answer immediately. */
const PATIENCE_MS = 5_000

/**
 * Adapts a connection to the client's release, since an old client ignores a settings file with events it does not
 * know, and to where its settings are: commands need no token, so none is written to a file that git may publish.
 */
export async function fitted(
  at: ClientHere,
  to: ClientConnection,
): Promise<{ readonly to: ClientConnection & HostTarget; readonly note: readonly string[] }> {
  const { fullSince, olderNote } = at.host.connection.client
  const version = await versionOf(at)
  const older = version === undefined ? await wasOlder(at, to) : isOlder(version, fullSince)
  const client = version === undefined ? at.host.title : `${at.host.title} ${version}`
  if (older)
    return {
      to: { ...to, transport: 'command', older },
      note: [`${client} is older than ${fullSince}: ${olderNote}`],
    }
  const { path } = hooksFileOf(at, to)
  const tracked = to.transport === 'http' ? await fileInRepository(path, at.env) : undefined
  if (tracked === undefined) return { to, note: [] }
  const file = tracked === path ? path : `${path} is a link to ${tracked}, which`
  const note = `${file} is in a git repository that does not ignore it: no token was written, and events are sent by commands, which is slower. To use HTTP, make git ignore the file, then run hindcast connect`
  return { to: { ...to, transport: 'command' }, note: [note] }
}

/** Where a file really is, if that is in a repository that does not ignore it. The file need not exist yet. */
async function fileInRepository(path: string, env: ClientHere['env']): Promise<string | undefined> {
  const file = await realPathOf(path)
  if (!(await isInRepository(dirname(file)))) return undefined
  const isIgnored = (await git({ folder: await existing(dirname(file)), env }, 'ignores', file)) !== undefined
  return isIgnored ? undefined : file
}

async function isInRepository(folder: string): Promise<boolean> {
  if (await stat(join(folder, '.git')).catch(() => undefined)) return true
  return dirname(folder) !== folder && isInRepository(dirname(folder))
}

const existing = (folder: string): Promise<string> =>
  stat(folder).then(
    () => folder,
    () => existing(dirname(folder)),
  )

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
