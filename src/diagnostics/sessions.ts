import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Connection } from '../ports.ts'
import type { Host } from '../wire/host.ts'
import type { HookReport } from '../wire/host-transcripts.ts'
import type { Case } from './parts.ts'

/** A session as its client recorded it, whatever arrived of it here. Times are epoch milliseconds. */
export interface ClientSession {
  readonly connection: Connection
  readonly host: Host
  readonly session: string
  /** The folder that it began in. */
  readonly dir: string
  readonly beganAt: number
  readonly activeAt: number
  /** Its client may have read none of the person's settings. */
  readonly embedded: boolean
  /** What its client says became of hooks, whoever's they are, oldest first. */
  readonly hooks: readonly HookReport[]
}

/** A session that was running already goes on without hooks for a moment. */
const GRACE_MS = 60_000
/** Older sessions say little about today's settings. */
const RECENT_MS = 14 * 24 * 3_600_000
/** How many of a project's newest transcripts are looked at: the newest may hold no turn yet. */
const PER_PROJECT = 3
const MOST_PROJECTS = 50
/** How much is read of a transcript's beginning and end; a long turn's results are in the end. */
const [HEAD, TAIL] = [64 * 1024, 1024 * 1024]

/** The newest session of each project that worked since its client was connected, newest first. */
export async function newestSessions(at: Case): Promise<readonly ClientSession[]> {
  const connections = (await at.connections(at.environment).list()).filter(({ hooks }) => hooks > 0)
  const recorded = await stat(join(at.home.dir, 'connections.json')).catch(() => undefined)
  const found = await Promise.all(
    connections.map((one) => sessionsOf(at, { since: recorded?.mtimeMs ?? Number.POSITIVE_INFINITY, ...one })),
  )
  // A project's own connection says more about it than the person's
  const byId = new Map(found.flat().map((one) => [one.session, one]))
  return [...byId.values()].sort((a, b) => b.activeAt - a.activeAt)
}

async function sessionsOf(at: Case, connection: Connection): Promise<readonly ClientSession[]> {
  const host = at.hosts.find(({ name }) => name === connection.host)
  if (!host) return []
  const since = Math.max(connection.since ?? 0, at.clock.now() - RECENT_MS)
  const projects = await transcriptsIn(host, transcriptFolder(at, host, connection), since)
  const newest = await Promise.all(projects.map((paths) => newestSession({ connection, host }, paths, since)))
  return newest
    .flatMap((one) => one ?? [])
    .filter(({ dir }) => connection.scope === 'user' || dir === connection.projectDir)
}

const transcriptFolder = ({ machine }: Case, host: Host, { configDir }: Connection): string =>
  host.transcripts.folder({ ...machine, env: { ...machine.env, [host.environment.configDir]: configDir } })

/** For each project that has any: its newest transcripts since a time, newest first. */
async function transcriptsIn(host: Host, folder: string, since: number): Promise<readonly (readonly string[])[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => join(folder, name))
  const files = await Promise.all([folder, ...folders].map((dir) => newestIn(host, dir, since)))
  const byAge = files.filter((dated) => dated.length > 0).sort((a, b) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0))
  return byAge.slice(0, MOST_PROJECTS).map((dated) => dated.map(({ path }) => path))
}

async function newestIn(host: Host, dir: string, since: number) {
  const names = await readdir(dir).catch(() => [])
  const paths = names.filter((name) => name.endsWith(host.transcripts.extension)).map((name) => join(dir, name))
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  return dated
    .filter(({ at }) => at >= since)
    .sort((a, b) => b.at - a.at)
    .slice(0, PER_PROJECT)
}

async function newestSession(
  of: Pick<ClientSession, 'connection' | 'host'>,
  paths: readonly string[],
  since: number,
): Promise<ClientSession | undefined> {
  const read = await Promise.all(paths.map((path) => sessionIn(of, path)))
  const active = read.flatMap((one) => (one && (one.beganAt >= since || one.activeAt >= since + GRACE_MS) ? [one] : []))
  return active.sort((a, b) => b.activeAt - a.activeAt)[0]
}

async function sessionIn(
  { connection, host }: Pick<ClientSession, 'connection' | 'host'>,
  path: string,
): Promise<ClientSession | undefined> {
  const { transcripts } = host
  const text = await endsOf(path).catch(() => undefined)
  if (text === undefined) return undefined
  const head = transcripts.head(text.head)
  const { activeAt, embedded, hooks } = transcripts.tail(text.tail)
  const { session, agent } = transcripts.ownerOf(path, head)
  if (activeAt === undefined || head.dir === undefined || agent) return undefined
  const beganAt = Date.parse(head.began ?? '') || activeAt
  return { connection, host, session: session || basename(path), dir: head.dir, beganAt, activeAt, embedded, hooks }
}

/** The first and last bytes of a file, which may overlap. */
async function endsOf(path: string): Promise<{ readonly head: string; readonly tail: string }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = async (length: number, from: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.toString('utf8', 0, bytesRead)
    }
    const head = await part(Math.min(HEAD, size), 0)
    return { head, tail: await part(Math.min(TAIL, size), Math.max(0, size - TAIL)) }
  } finally {
    await file.close()
  }
}
