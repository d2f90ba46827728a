import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Backups } from '../../../ports.ts'
import type { Database } from './database.ts'

/** How many backups are kept. */
const MOST = 5
const MEMORY = ':memory:'

/** How old the newest backup may become, in milliseconds. */
const OLDEST_MS = 24 * 3_600_000

/**
 * Makes a backup if the newest is older than a day, or if there is none, as after `forget`. Returns whether it made
 * one. Takes as long as the database is large, so it needs a connection that nothing else waits for.
 */
export function backUpDaily(db: Database, schema: number): boolean {
  const file = fileOf(db)
  const newest = own(file).at(-1)
  if (newest !== undefined && Date.now() - statSync(join(folderOf(file), newest)).mtimeMs < OLDEST_MS) return false
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
  if (forgotten() !== before) remove(file)
  return true
}

/** How many backups a database has, and when the newest was made. */
export function backupsOf(db: Database): Backups {
  const found = backupPaths(fileOf(db))
  return { count: found.length, ...(found[0] !== undefined && { newestAt: statSync(found[0]).mtimeMs }) }
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
  const name = `${prefixOf(file)}${new Date().toISOString().replace(/\D/g, '')}-schema-${schema}.db`
  const copy = join(folder, name)
  try {
    db.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`)
    chmodSync(copy, 0o600)
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
  remove(file, -MOST)
}

/** Deletes all backups and damaged files, because forgotten records must not survive in them. */
export function dropBackups(db: Database): void {
  const file = fileOf(db)
  if (file === '') return
  remove(file)
  for (const path of damagedPaths(file)) rmSync(path, { force: true })
}

/** The damaged files that recoveries have set aside, with their logs, oldest first. */
export const damagedPaths = (file: string): readonly string[] =>
  names(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.damaged-`))
    .sort()
    .map((name) => join(dirname(file), name))

const fileOf = (db: Database): string => String(db.get('PRAGMA database_list')?.file ?? '')

/** Removes the oldest first: all of them, or all but the last `end`. */
function remove(file: string, end?: number): void {
  for (const name of own(file).slice(0, end)) rmSync(join(folderOf(file), name), { force: true })
}

/** The names of a database's backups, oldest first. */
const own = (file: string): readonly string[] =>
  names(folderOf(file))
    .filter((name) => name.startsWith(prefixOf(file)))
    .sort()

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const folderOf = (file: string): string => join(dirname(file), 'backups')
const prefixOf = (file: string): string => `${basename(file, '.db')}-`
