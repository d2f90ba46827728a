import { constants } from 'node:fs'
import { access, chmod, readdir, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { quantity } from '@hindcast/text/phrases.ts'
import { shorten } from '../domain/memory/prose.ts'
import { apart, type Finding, ill, type Look, roughAgo, size, well } from './finding.ts'
import type { Case } from './parts.ts'

/** The oldest Node that everything here runs on, as package.json says. */
const OLDEST_NODE = [20, 19] as const
/** With less free space, the database may soon be unable to write. */
const SCARCE = 500e6

/** Files: the home, the configuration, the log. */
export const fileLooks = (at: Case): readonly Look[] => [
  { name: 'node', look: () => [node(at.node)] },
  { name: 'home', look: () => home(at) },
  { name: 'token', look: () => token(at) },
  { name: 'config', look: () => config(at) },
  { name: 'project file', look: () => projectFile(at) },
  { name: 'disk', look: async () => [disk(await freeBytes(at.home.dir), await taken(at))] },
  { name: 'backups', look: () => backups(at) },
  { name: 'log', look: () => log(at) },
]

/** Whether a Node is new enough. */
export function node(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const fits = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  if (fits) return well('node', version)
  return ill('node', `${version} is older than ${OLDEST_NODE.join('.')}`, 'install a newer Node, then run hindcast up')
}

/** Whether there is enough free space. Sizes in bytes. */
export function disk(free: number, used: string): Finding {
  if (free >= SCARCE) return well('disk', `${size(free)} free; ${used}`)
  return ill('disk', `only ${size(free)} free; ${used}`, 'free some space: nothing can be recorded on a full disk')
}

async function home({ home: { dir } }: Case): Promise<readonly Finding[]> {
  const there = await stat(dir).catch(() => undefined)
  if (!there) return [ill('home', `${dir} does not exist`, 'run hindcast up')]
  if (!there.isDirectory()) return [ill('home', `${dir} is not a folder`, 'move it away, then run hindcast up')]
  const closed = await access(dir, constants.W_OK | constants.X_OK).catch((error: Error) => error.message)
  if (closed) return [ill('home', `you cannot write ${dir}: ${closed}`, `chmod u+rwx ${dir}, then run hindcast up`)]
  const open = await openToOthers(dir)
  if (open.length === 0) return [well('home', `${dir}, readable only by you`)]
  const fix = async () => {
    for (const { path, mode } of open) await chmod(path, mode & 0o700)
    return `made ${quantity(open.length, 'file')} private`
  }
  const first = open[0]?.path
  const more = open.length === 1 ? '' : ` and ${open.length - 1} more`
  return [ill('home', `other users can read ${first}${more}`, 'run hindcast doctor --fix', fix)]
}

/** The folder and the files in it that other users can read or write; the program itself is not secret. */
async function openToOthers(dir: string): Promise<{ path: string; mode: number }[]> {
  if (process.platform === 'win32') return []
  const names = await readdir(dir)
  const inner = ['logs', 'backups'].filter((name) => names.includes(name))
  const files = await Promise.all(inner.map(async (name) => (await readdir(join(dir, name))).map((f) => join(name, f))))
  const all = ['.', ...names.filter((name) => name !== 'app'), ...files.flat()].map((name) => join(dir, name))
  const modes = await Promise.all(all.map(async (path) => ({ path, mode: (await stat(path).catch(() => NONE)).mode })))
  return modes.filter(({ mode }) => (mode & 0o077) !== 0)
}

const NONE = { mode: 0 }

async function token({ home: { token: path }, running, isLocked, start }: Case): Promise<readonly Finding[]> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const isThere = running !== undefined || (await isLocked())
  if (text === undefined && !isThere) return [apart('token', 'none yet', 'run hindcast up')]
  if (text === undefined) {
    const fix = async () => ((await start()) ? 'created' : 'the daemon does not start')
    return [ill('token', `${path} does not exist`, 'run hindcast up', fix)]
  }
  if (!/^[0-9a-f]{64}$/.test(text.trim())) return [ill('token', `${path} holds no valid token`, 'run hindcast up')]
  if (running && text.trim() !== running.ports.daemon().token)
    return [ill('token', `${path} is not the token of the running daemon`, 'run hindcast up')]
  return [well('token', 'present')]
}

async function config({ settings, home }: Case): Promise<readonly Finding[]> {
  const { enabled, complaints, notices, retentionDays } = await settings()
  const invalid = complaints.map((why) =>
    ill('config', why, `fix it in ${home.config}; to list all settings, run hindcast config list`),
  )
  const aged = `sessions are deleted ${quantity(retentionDays, 'day')} after their last activity (retention.days)`
  const unused = [...notices, ...(retentionDays > 0 ? [aged] : [])].map((why) => apart('config', why))
  if (invalid.length > 0) return [...invalid, ...unused]
  if (!enabled)
    return [
      apart('config', 'enabled is false: nothing is recorded or recalled', 'run hindcast config set enabled true'),
      ...unused,
    ]
  return unused.length > 0 ? unused : [well('config', 'valid')]
}

async function projectFile({ from, projectFile: read }: Case): Promise<readonly Finding[]> {
  const found = from === undefined ? undefined : await read(from)
  if (found === undefined) return []
  const { path, keys, complaints } = found
  const ignored = complaints.map((why) => ill('project file', why, `fix ${path}`))
  const tightened = keys.length === 0 ? 'changes no setting' : `sets ${keys.join(', ')} for this project`
  return [
    ...ignored,
    ...(ignored.length > 0 && keys.length === 0 ? [] : [well('project file', `${path} ${tightened}`)]),
  ]
}

async function freeBytes(dir: string): Promise<number> {
  const there = (await stat(dir).catch(() => undefined)) ? dir : dirname(dir)
  const { bavail, bsize } = await statfs(there)
  return bavail * bsize
}

/** Without valid settings, the default one. */
const databaseOf = ({ home, settings }: Case): Promise<string> =>
  settings().then(
    ({ database }) => database,
    () => home.database,
  )

async function taken(at: Case): Promise<string> {
  const [database, { home }] = [await databaseOf(at), at]
  const [kept, logs] = await Promise.all([
    Promise.all(['', '-wal'].map((end) => sizeOf(`${database}${end}`))),
    sizesIn(home.logs),
  ])
  return `database ${size(kept.reduce((sum, n) => sum + n, 0))}, logs ${size(logs)}`
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

async function sizesIn(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  return (await Promise.all(names.map((name) => sizeOf(join(dir, name))))).reduce((sum, n) => sum + n, 0)
}

async function backups(at: Case): Promise<readonly Finding[]> {
  const { clock, running } = at
  const dir = join(dirname(await databaseOf(at)), 'backups')
  const names = await readdir(dir).catch(() => [])
  const times = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).mtimeMs))
  const newest =
    names.length === 0 ? 'none yet' : `${names.length}, newest ${roughAgo(clock.now() - Math.max(...times))}`
  const failure = running?.ports.storeCare.backupFailure()
  if (failure !== undefined)
    return [ill('backups', `the latest backup failed: ${failure}; ${newest}`, 'for details, run hindcast logs')]
  if (names.length === 0) return [apart('backups', `${newest}; one is made every day while Hindcast runs`)]
  return [well('backups', newest)]
}

const DAY_MS = 24 * 3_600_000
/** Pino's number of an error. */
const ERROR = 50

/** Errors of the last day; only those since the daemon started count as a failure. */
async function log({ log: lines, clock, running }: Case): Promise<readonly Finding[]> {
  const read = (await lines(10_000)).flatMap((line) => logEntry(line) ?? [])
  const recent = read.filter(({ level, at }) => level >= ERROR && clock.now() - at < DAY_MS)
  const last = recent.at(-1)
  if (!last) return [well('log', 'no errors in the last day')]
  const detail = `${quantity(recent.length, 'error')} in the last day, latest ${roughAgo(clock.now() - last.at)}: ${last.what}`
  const isNow = running !== undefined && last.at >= running.ports.daemon().startedAt
  return [
    isNow
      ? ill('log', detail, 'for details, run hindcast logs')
      : apart('log', detail, 'for details, run hindcast logs'),
  ]
}

function logEntry(line: string): { level: number; at: number; what: string } | undefined {
  try {
    const { level, time, msg, why, error } = JSON.parse(line) as Record<string, unknown>
    const reason = typeof error === 'string' ? error : typeof why === 'string' ? why : ''
    const what = [String(msg), reason.split('\n', 1)[0]].filter(Boolean).join(': ')
    return { level: Number(level), at: Date.parse(String(time)), what: shorten(what, 160) }
  } catch {
    return undefined
  }
}
