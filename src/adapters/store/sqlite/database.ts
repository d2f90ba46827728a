import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { wellFormed } from '@hindcast/redaction/well-formed.ts'
import { openRaw, type RawDatabase, type RawStatement, type Row, type SqlValue } from '../../sqlite/driver.ts'
import { storeError } from './errors.ts'

/** What callers may bind: undefined becomes NULL, a boolean 0 or 1. */
export type Bound = SqlValue | boolean | undefined

/** One connection, with prepared statements cached. Text is bound well-formed and without NUL. */
export interface Database {
  run(sql: string, ...values: Bound[]): number
  get(sql: string, ...values: Bound[]): Row | undefined
  all(sql: string, ...values: Bound[]): Row[]
  exec(sql: string): void
  /** Runs in a transaction: all or, if it throws, nothing. */
  transaction<T>(mode: 'read' | 'write', work: () => T): T
  close(): void
}

/** The role of a connection: one writes, the others only read. */
export type ConnectionRole = 'writer' | 'reader'

/** How long a connection waits for another process's lock, in milliseconds. */
const BUSY_MS = 5_000
/** Searches read many pages more than once. Commits do not, and would fill any cache with pages of no more use. */
const CACHE_KB: Readonly<Record<ConnectionRole, number>> = { writer: 4_096, reader: 16_384 }
/** The size, in 4 KB pages, at which a commit checkpoints the log. */
const WAL_PAGES = 8_192

/**
 * Opens a file (created with mode 0600, its folder with 0700). `synchronous = NORMAL` in WAL mode: `kill -9` loses no
 * commit; a power loss may lose the last few, but never part of one.
 */
export async function openDatabase(file: string, role: ConnectionRole): Promise<Database> {
  create(file)
  try {
    const raw = await openRaw(file)
    await configure(raw, role)
    return connection(raw)
  } catch (error) {
    throw storeError(file, error)
  }
}

/** Only if the file is missing: closing a descriptor would release this process's locks on the file. */
function create(file: string): void {
  if (file === ':memory:' || existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function configure(raw: RawDatabase, role: ConnectionRole): Promise<void> {
  raw.exec(
    `PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -${CACHE_KB[role]}`,
  )
  if (role === 'reader') return raw.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA query_only = ON')
  await intoWal(raw)
  raw.exec(
    `PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${WAL_PAGES}; PRAGMA journal_size_limit = 67108864`,
  )
}

/** SQLite does not wait for this lock, so a second process that opens the file at the same time has to retry. */
async function intoWal(raw: RawDatabase): Promise<void> {
  const until = Date.now() + BUSY_MS
  for (;;) {
    try {
      return raw.exec('PRAGMA journal_mode = WAL')
    } catch (error) {
      if (!/locked|busy/i.test(String(error)) || Date.now() > until) throw error
      await sleep(10)
    }
  }
}

function connection(raw: RawDatabase): Database {
  const statements = new Map<string, RawStatement>()
  const prepared = (sql: string): RawStatement => {
    const known = statements.get(sql) ?? raw.prepare(sql)
    statements.set(sql, known)
    return known
  }
  return {
    run: (sql, ...values) => Number(prepared(sql).run(...values.map(bindable)).changes),
    get: (sql, ...values) => prepared(sql).get(...values.map(bindable)) as Row | undefined,
    all: (sql, ...values) => prepared(sql).all(...values.map(bindable)) as Row[],
    exec: (sql) => raw.exec(sql),
    transaction: (mode, work) => transaction(raw, mode, work),
    close: () => raw.close(),
  }
}

function transaction<T>(raw: RawDatabase, mode: 'read' | 'write', work: () => T): T {
  raw.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN')
  try {
    const result = work()
    raw.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(raw)
    throw error
  }
}

/** A full disk has already rolled back, and the first error is the informative one. */
function rollBack(raw: RawDatabase): void {
  try {
    raw.exec('ROLLBACK')
  } catch {}
}

/** One driver ends a text at its first NUL; half a surrogate pair has no UTF-8 form. */
function bindable(value: Bound): SqlValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return value
  return wellFormed(value)
}
