import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { git } from '@hindcast/guarded/git.ts'
import { execa } from 'execa'
import { isOlder } from '../../domain/release.ts'
import type { ClientConnection, ConnectionPlace } from '../../ports.ts'
import type { HostTarget, Transport } from '../../wire/host-connection.ts'
import { realPathOf } from './file.ts'
import { type ClientHere, hooksFileOf } from './places.ts'
import { isSamePlace, readRecord, recordIn } from './record.ts'
import { obstaclesTo } from './warnings.ts'

/** For a program that should answer immediately. */
const PATIENCE_MS = 5_000

/** A connection as it is made: by which transport, and which one was asked for. */
export interface Fitted {
  readonly to: ClientConnection & HostTarget
  readonly asked: Transport
  /** Why they differ. */
  readonly notes: readonly string[]
}

/**
 * Adapts a connection to the client's release, since an old client ignores a settings file with events it does not
 * know; to where its settings are: commands need no token, so none is written to a file that git may publish; and to what
 * keeps requests from arriving, as far as the caller's environment and the settings say. Without a transport, the one in use
 * stays: the daemon, which connects again when it moves, does not see the client's environment.
 */
export async function fittedConnection(at: ClientHere, wanted: ClientConnection): Promise<Fitted> {
  const known = await knownAs(at, wanted)
  const asked = wanted.transport ?? known?.asked ?? known?.transport ?? 'http'
  const to = { ...wanted, transport: wanted.transport ?? known?.transport ?? asked }
  const byCommand = { ...to, transport: 'command' } as const
  const { fullSince, olderNote } = at.host.connection.client
  const version = await versionOf(at)
  const older = version === undefined ? await wasOlder(at, to) : isOlder(version, fullSince)
  const client = version === undefined ? at.host.title : `${at.host.title} ${version}`
  if (older)
    return { to: { ...byCommand, older }, asked, notes: [`${client} is older than ${fullSince}: ${olderNote}`] }
  if (to.transport === 'command') return { to, asked, notes: [] }
  const notes = [...(await tracking(at, to)), ...(wanted.transport ? await blocking(at, to) : [])]
  return { to: notes.length > 0 ? byCommand : to, asked, notes }
}

/** Says that git may publish the file with the token. */
async function tracking(at: ClientHere, to: ClientConnection): Promise<readonly string[]> {
  const { path } = hooksFileOf(at, to)
  const tracked = await fileInRepository(path, at.env)
  if (tracked === undefined) return []
  const file = tracked === path ? path : `${path} is a link to ${tracked}, which`
  return [
    `${file} is in a git repository that does not ignore it: no token was written, ${insteadUntil('make git ignore the file')}`,
  ]
}

/** What keeps requests from arriving, but not commands. */
async function blocking(at: ClientHere, to: ClientConnection): Promise<readonly string[]> {
  const found = (await obstaclesTo(at, to)).filter(({ stops }) => stops === 'requests')
  return found.map(({ why, where, remedy }) => `${why} (${where}), ${insteadUntil(remedy)}`)
}

const insteadUntil = (remedy: string): string =>
  `so events are sent by commands, which is slower. To use HTTP, ${remedy}, then run hindcast connect`

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

/** The same connection as it was made last. */
async function knownAs({ home, host }: ClientHere, place: ConnectionPlace) {
  const { connections } = await readRecord(recordIn(home))
  return connections.find((one) => isSamePlace(one, { ...place, host: host.name }))
}

/** What the record says about a client that cannot be run now. */
async function wasOlder({ home, host }: ClientHere, to: ClientConnection): Promise<boolean> {
  const { connections } = await readRecord(recordIn(home))
  return connections.some((one) => one.host === host.name && one.configDir === to.configDir && one.older === true)
}
