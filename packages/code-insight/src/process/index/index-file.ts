import { createHash } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clean } from '@hindcast/redaction/clean.ts'
import { CodeError } from '../code-error.ts'
import type { Gate } from '../gate.ts'
import type { IndexDatabase, IndexStatement, IndexValue, OpenDatabase } from './database.ts'
import { SCHEMA } from './schema.ts'

/** What an index may hold: no text that redaction has not seen. */
export type Stored = Clean | number | null | Uint8Array

/** A row of an index. */
export type StoredRow = Record<string, Stored>

/** The connection to one index, with prepared statements cached. */
export interface IndexFile {
  /** Writes; returns the last inserted row's id. */
  run(sql: string, ...values: Stored[]): number
  get(sql: string, ...values: IndexValue[]): StoredRow | undefined
  all(sql: string, ...values: IndexValue[]): StoredRow[]
  /** All or, if it throws, nothing. */
  transaction<T>(work: () => T): T
  close(): void
}

/** Where the index of a root is, in the folder of all indexes. */
export const indexPath = (folder: string, root: string): string =>
  join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.db`)

/** What belongs to a SQLite file. */
const BESIDE = ['', '-wal', '-shm', '-journal']

/** Whether an error means that a file is no index, or is damaged; SQLite only notices that when it reads the place. */
export const isDamage = (error: unknown): boolean => /malformed|corrupt|not a database|disk image/i.test(String(error))

/** Whether an error means that another process holds the file. */
export const isLocked = (error: unknown): boolean => /locked|busy/i.test(String(error))

/** What is said of a locked index. */
export const lockedError = (cause: unknown): CodeError =>
  new CodeError('code-failed', 'another process has locked the index', { cause })

/** Deletes an index. */
export function removeIndex(path: string): void {
  for (const end of BESIDE) rmSync(path + end, { force: true })
}

/** How long to wait for another process's lock. */
const BUSY_MS = 2_000

/**
 * Opens the index of a root, readable by its user alone. One that is damaged, or was made by another release, is made
 * anew. Throws `code-failed` where another process holds it.
 */
export async function openIndex(folder: string, root: string, gate: Gate, open: OpenDatabase): Promise<IndexFile> {
  const path = indexPath(folder, root)
  const shown = await gate.record(root)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const index = await opened(path, shown, open)
    if (index !== undefined) return index
  } catch (error) {
    if (isLocked(error)) throw lockedError(error)
  }
  removeIndex(path)
  const index = await opened(path, shown, open)
  if (index === undefined) throw new CodeError('code-failed', `cannot create the index ${path}`)
  return index
}

/** Undefined if the file holds an index of something else. */
async function opened(path: string, root: Clean, open: OpenDatabase): Promise<IndexFile | undefined> {
  const isNew = !existsSync(path)
  if (isNew) closeSync(openSync(path, 'wx', 0o600))
  else chmodSync(path, 0o600)
  const raw = await open(path)
  try {
    raw.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
      PRAGMA cache_size = -8000; PRAGMA journal_size_limit = 16777216`)
    if (isNew) create(raw, root)
    const index = connection(raw)
    if (isOf(index, root)) {
      // Its age decides when it is deleted
      utimesSync(path, new Date(), new Date())
      return index
    }
  } catch (error) {
    raw.close()
    throw error
  }
  raw.close()
  return undefined
}

function create(raw: IndexDatabase, root: Clean): void {
  raw.exec(`BEGIN; ${SCHEMA}`)
  raw.prepare("INSERT INTO meta VALUES ('release', ?), ('root', ?)").run(release(), root)
  raw.exec('COMMIT')
}

const isOf = (index: IndexFile, root: Clean): boolean => {
  const value = (key: string) => index.get('SELECT value FROM meta WHERE key = ?', key)?.value
  return value('release') === release() && value('root') === root
}

let known: string | undefined

/** Whatever changes the analysis changes the program, so an index is as old as the program that made it. */
function release(): string {
  known ??= createHash('sha256')
    .update(readFileSync(process.argv[1] ?? ''))
    .update(SCHEMA)
    .digest('hex')
  return known
}

function connection(raw: IndexDatabase): IndexFile {
  const statements = new Map<string, IndexStatement>()
  const prepared = (sql: string): IndexStatement => {
    const found = statements.get(sql) ?? raw.prepare(sql)
    statements.set(sql, found)
    return found
  }
  return {
    run: (sql, ...values) => Number(prepared(sql).run(...values).lastInsertRowid),
    get: (sql, ...values) => prepared(sql).get(...values) as StoredRow | undefined,
    all: (sql, ...values) => prepared(sql).all(...values) as StoredRow[],
    transaction(work) {
      raw.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        raw.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(raw)
        throw error
      }
    },
    close: () => raw.close(),
  }
}

/** A full disk has already rolled back, and the first error is the informative one. */
function rollBack(raw: IndexDatabase): void {
  try {
    raw.exec('ROLLBACK')
  } catch {}
}
