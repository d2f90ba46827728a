import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Backups } from '../../../ports.ts'
import type { Database } from './database.ts'

/** How many backups are kept. */
const MOST = 5
const MEMORY = ':memory:'
/** Ends the name of a copy that is not complete yet. */
const UNFINISHED = '.unfinished'

/** How old the newest backup may become, in milliseconds. */
const OLDEST_MS = 24 * 3_600_000

/**
 * Makes a backup if the newest is older than a day, or if there is none, as after `forget`. Returns whether it made
 * one. Takes as long as the database is large, so it needs a connection that nothing else waits for.
 */
export function backUpDaily(db: Database, schema: number): boolean {
  const file = databaseFile(db)
  const { newestAt } = backupsOf(db)
  if (newestAt !== undefined && Date.now() - newestAt < OLDEST_MS) return false
  const forgotten = () => Number(db.get('SELECT count(*) AS n FROM tombstones')?.n)
  const before = forgotten()
  // SQLite counts the copy as a write, even though this file does not change
  db.exec('PRAGMA query_only = OFF')
  try {
    backUp(db, file, schema)
  } finally {
    db.exec('PRAGMA query_only = ON')
  }
  // The copy still holds what was forgotten while it was being made
  if (forgotten() !== before) removeAll(file)
  return true
}

/** How many backups a database has, and when the newest was made. */
export function backupsOf(db: Database): Backups {
  // `forget` may delete them meanwhile
  const found = backupPaths(databaseFile(db)).flatMap((path) => statSync(path, { throwIfNoEntry: false }) ?? [])
  return { count: found.length, ...(found[0] !== undefined && { newestAt: found[0].mtimeMs }) }
}

/** The paths of a database's backups, newest first. */
export const backupPaths = (file: string): readonly string[] =>
  own(file)
    .map((name) => join(folderOf(file), name))
    .reverse()

/** Copies a database, without free pages, and deletes the oldest backups. */
export function backUp(db: Database, file: string, schema: number): void {
  if (file === MEMORY) return
  const folder = folderOf(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // What a killed process left
  remove(
    folder,
    all(file).filter((name) => name.endsWith(UNFINISHED)),
  )
  const name = `${prefixOf(file)}${new Date().toISOString().replace(/\D/g, '')}-schema-${schema}.db`
  const copy = join(folder, `${name}${UNFINISHED}`)
  try {
    db.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`)
    // `forget` deletes a copy that is being made, too
    if (!existsSync(copy)) return
    chmodSync(copy, 0o600)
    renameSync(copy, join(folder, name))
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
  remove(folder, own(file).slice(0, -MOST))
}

/** Deletes all backups and damaged files, because forgotten records must not survive in them. */
export function dropBackups(db: Database): void {
  const file = databaseFile(db)
  if (file === '') return
  removeAll(file)
  for (const path of damagedPaths(file)) rmSync(path, { force: true, recursive: true })
}

/** The damaged files that recoveries have set aside, with their logs, oldest first. */
export const damagedPaths = (file: string): readonly string[] =>
  names(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.damaged-`))
    .sort()
    .map((name) => join(dirname(file), name))

const databaseFile = (db: Database): string => String(db.get('PRAGMA database_list')?.file ?? '')

/** Removes all backups of a database. */
const removeAll = (file: string): void => remove(folderOf(file), all(file))

function remove(folder: string, found: readonly string[]): void {
  for (const name of found) rmSync(join(folder, name), { force: true })
}

/** The names of a database's backups, oldest first. */
const own = (file: string): readonly string[] =>
  all(file)
    .filter((name) => name.endsWith('.db'))
    .sort()

/** The same in no order, with unfinished copies. */
const all = (file: string): readonly string[] => names(folderOf(file)).filter((name) => name.startsWith(prefixOf(file)))

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const folderOf = (file: string): string => join(dirname(file), 'backups')
const prefixOf = (file: string): string => `${basename(file, '.db')}-`
