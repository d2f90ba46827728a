import { existsSync } from 'node:fs'
import type { ArrivalsOf, Arrived, StoreHealth, StoreState } from '../../../ports.ts'
import { backUpDaily, backupsOf } from './backups.ts'
import { type Database, openDatabase } from './database.ts'
import { INDEXES } from './documents.ts'
import { ledger } from './ledger.ts'
import { refuseOther } from './migrate.ts'
import type { OnDatabase } from './port.ts'
import { migrations } from './schema.ts'

/** The maximum number of problems reported. */
const MOST_PROBLEMS = 3

/** The store's health, on one connection. */
export const health: OnDatabase<StoreHealth> = {
  examine: (db) => ({ ...soundness(db), ...newestTimes(db), ...owed(db), unreadable: unreadable(db) }),
  heard: (db, asked) => asked.map((one) => ({ at: heardAt(db, one), silences: ledger.silences(db, one) })),
  backUp: (db) => backUpDaily(db, migrations.length),
  backups: (db) => backupsOf(db),
  checkpoint,
  copy,
  probe: () => {},
  retryFailed: (db) =>
    db.run("UPDATE jobs SET state = 'pending', attempts = 0, due_at = 0, leased_until = 0 WHERE state = 'failed'"),
}

/** The same for a file that no daemon has open; undefined if it does not exist. Changes nothing. Throws StoreError. */
export async function examineFile(file: string): Promise<StoreState | undefined> {
  if (!existsSync(file)) return undefined
  const db = await openDatabase(file, 'reader')
  try {
    refuseOther(db, file, migrations)
    const sound = soundness(db)
    return sound.problems.length > 0 || sound.schema !== sound.known ? { ...EMPTY, ...sound } : health.examine(db)
  } finally {
    db.close()
  }
}

/** The same for what arrived by hook; nothing where the file is missing or of another release. Throws StoreError. */
export async function heardInFile(file: string, asked: readonly ArrivalsOf[]): Promise<readonly Arrived[]> {
  const none = asked.map((): Arrived => ({ silences: [] }))
  if (!existsSync(file)) return none
  const db = await openDatabase(file, 'reader')
  try {
    return hasTable(db, 'events') && hasTable(db, 'pauses') ? health.heard(db, asked) : none
  } finally {
    db.close()
  }
}

/** How often it is tried to come to the end of a log that grows meanwhile: only then can it be written from its beginning again. */
const MOST_CHECKPOINTS = 4

function checkpoint(db: Database): void {
  for (let tries = 0; tries < MOST_CHECKPOINTS; tries++) {
    const { log, checkpointed } = db.get('PRAGMA wal_checkpoint(PASSIVE)') ?? {}
    if (log === checkpointed) return
  }
}

function copy(db: Database, to: string, isReindexed: boolean): void {
  db.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`)
  if (!isReindexed) return
  db.run('ATTACH ? AS made', to)
  try {
    const tables = db.all("SELECT DISTINCT tbl_name AS name FROM made.sqlite_master WHERE type = 'index'")
    for (const { name } of tables) db.exec(`REINDEX made."${name}"`)
  } finally {
    db.exec('DETACH made')
  }
}

const EMPTY = { pending: 0, failed: 0, unreadable: 0 }

/** Compares indexes with their tables, too, and the file with what its schema promises. */
function soundness(db: Database): Pick<StoreState, 'problems' | 'schema' | 'known'> {
  // A connection that has not read since others wrote would check an index against its stale cache and report it as
  // broken
  for (const index of INDEXES)
    if (hasTable(db, index)) db.get(`SELECT 1 FROM ${index} WHERE ${index} MATCH 'hindcast' LIMIT 1`)
  const found = db
    .all(`PRAGMA integrity_check(${MOST_PROBLEMS})`)
    .flatMap((row) => String(Object.values(row)[0]).split('\n'))
    .filter((line) => !line.startsWith('***'))
  const schema = hasTable(db, 'migrations') ? Number(db.get('SELECT count(*) AS n FROM migrations')?.n) : 0
  const problems = [...found.filter((line) => line !== 'ok'), ...missingFrom(db, schema), ...danglingIn(db)]
  return { problems: problems.slice(0, MOST_PROBLEMS), schema, known: migrations.length }
}

const CREATED = /^CREATE (?:UNIQUE |VIRTUAL )?(TABLE|INDEX|TRIGGER) (\w+)/gm

/** Tables, indexes and triggers that the file's migrations created, but that are no longer there. */
function missingFrom(db: Database, schema: number): readonly string[] {
  const there = new Set(db.all('SELECT name FROM sqlite_master').map(({ name }) => name))
  const created = migrations.slice(0, schema).flatMap(({ sql }) => [...sql.matchAll(CREATED)])
  return created.flatMap(([, kind = '', name = '']) => (there.has(name) ? [] : [`no ${kind.toLowerCase()} ${name}`]))
}

const danglingIn = (db: Database): readonly string[] =>
  db.get('SELECT 1 FROM pragma_foreign_key_check') === undefined ? [] : ['a row refers to a missing row']

const hasTable = (db: Database, name: string): boolean =>
  db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined

/** Reads from the end, where the newest are. */
function newestTimes(db: Database) {
  const hook = (more: string) => at(db, `SELECT at FROM events WHERE via = 'hook' ${more} ORDER BY seq DESC LIMIT 1`)
  return {
    lastHookAt: hook(''),
    lastStopAt: hook("AND name = 'Stop'"),
    lastMemoryAt: at(
      db,
      'SELECT max(at) AS at FROM (SELECT max(at) AS at FROM observations UNION ALL SELECT max(at) FROM summaries)',
    ),
  }
}

const heardAt = (db: Database, { session }: ArrivalsOf): number | undefined =>
  at(db, "SELECT at FROM events WHERE session = ? AND via = 'hook' ORDER BY seq DESC LIMIT 1", session)

function at(db: Database, sql: string, ...values: string[]): number | undefined {
  const found = db.get(sql, ...values)?.at
  return typeof found === 'number' ? found : undefined
}

function owed(db: Database): Pick<StoreState, 'pending' | 'failed' | 'oldestDueAt' | 'failure'> {
  const of = (state: string) => Number(db.get('SELECT count(*) AS n FROM jobs WHERE state = ?', state)?.n)
  const failure = db.get("SELECT error FROM jobs WHERE state = 'failed' ORDER BY id DESC LIMIT 1")?.error
  return {
    pending: of('pending'),
    failed: of('failed'),
    oldestDueAt: at(db, "SELECT min(due_at) AS at FROM jobs WHERE state = 'pending'"),
    ...(typeof failure === 'string' && { failure }),
  }
}

const unreadable = (db: Database): number =>
  Number(db.get('SELECT coalesce(sum(json_array_length(errors)), 0) AS n FROM source_files')?.n)
