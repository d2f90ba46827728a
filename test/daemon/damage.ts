import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { migrations } from '../../src/adapters/store/sqlite/schema.ts'
import { kill, until, type World } from './world.ts'

const RECORDINGS = join(import.meta.dirname, '../fixtures/claude-code-2.1.330/transcripts')
const PAGE = 4_096

/** The files of a world's database. */
export const databaseOf = (world: World) => join(world.home, 'hindcast.db')

/** What is done to a database file. */
export type Harm = (file: string) => void

const overwrite = (path: string, from: number, bytes: Buffer): void => {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
}

/** Seven kinds of damage. */
export const harms: Readonly<Record<string, Harm>> = {
  'its header zeroed': (file) => overwrite(file, 0, Buffer.alloc(100)),
  'pages garbled': (file) => {
    for (let page = 3; page < 40; page++) overwrite(file, page * PAGE, Buffer.alloc(2_000, 0x5a))
  },
  'its second half cut off': (file) => truncateSync(file, Math.floor(statSync(file).size / PAGE / 2) * PAGE),
  'its log garbled': (file) => overwrite(`${file}-wal`, 32, Buffer.alloc(statSync(`${file}-wal`).size - 32, 0x5a)),
  'text in its place': (file) => writeFileSync(file, 'this is no database at all\n'.repeat(999)),
  'its file deleted': (file) => rmSync(file, { force: true }),
  'its log deleted': (file) => rmSync(`${file}-wal`),
}

/** A recorded session: its id, the payloads of its hooks, and its transcript, as they would be in this world. */
export function recordedSession(world: World, name: string) {
  const text = (file: string) =>
    readFileSync(join(RECORDINGS, file), 'utf8').replaceAll('/home/dev/.claude', `${world.user}/.claude`)
  const hooks = text(`${name}.hooks.jsonl`).trim().split('\n')
  const id = String(JSON.parse(hooks[0] ?? '').session_id)
  const folder = join(world.user, '.claude/projects/-home-dev-app')
  const writeTranscript = () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${id}.jsonl`), text(`${name}.jsonl`))
  }
  return { id, hooks, writeTranscript }
}

/** Sends a session's hooks one after another, with its transcript there; `between` is called before each hook. */
export async function play(world: World, name: string, between: (at: number) => void | Promise<void> = () => {}) {
  const { hooks, writeTranscript } = recordedSession(world, name)
  writeTranscript()
  for (const [at, body] of hooks.entries()) {
    await between(at)
    const { status } = await world.post('/hook', body)
    if (status !== 200) throw new Error(`${name}, hook ${at}: ${status}`)
  }
}

/** Runs SQL on a world's database, from this process. */
export async function sql(world: World, text: string): Promise<void> {
  const db = await openRaw(databaseOf(world))
  db.exec('PRAGMA busy_timeout = 5000')
  db.exec(text)
  db.close()
}

/** Makes a backup as the daemon does, but now. */
export async function backUp(world: World): Promise<void> {
  const folder = join(world.home, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/\D/g, '')
  await sql(world, `VACUUM INTO '${join(folder, `hindcast-${stamp}-schema-${migrations.length}.db`)}'`)
}

/** Everything recorded, by identity, once nothing is owed. Stops the daemon. */
export async function identities(world: World): Promise<ReadonlySet<string>> {
  await until('nothing is owed', async () => (await world.api('status')).queue.pending === 0)
  for (const pid of world.daemons()) kill(pid)
  await until('the daemon is gone', () => world.daemons().length === 0)
  const db = await openRaw(databaseOf(world))
  const all = (query: string) => db.prepare(query).all() as Record<string, unknown>[]
  const found = [
    // Only hooks know what was told
    ...all("SELECT 'event ' || name || ' ' || id AS one FROM events WHERE name NOT IN ('Told', 'Warned')"),
    ...all("SELECT 'prompt ' || session || ' ' || id || ' ' || text AS one FROM prompts"),
    ...all("SELECT 'session ' || id AS one FROM sessions"),
    ...all("SELECT 'project ' || id AS one FROM projects"),
  ].map(({ one }) => String(one))
  const twice = all('SELECT session, text, at, count(*) AS n FROM prompts GROUP BY 1, 2, 3 HAVING n > 1')
  db.close()
  if (twice.length > 0) throw new Error(`prompts twice: ${JSON.stringify(twice)}`)
  return new Set(found)
}
