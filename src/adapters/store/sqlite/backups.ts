import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from './database.ts'

/** How many backups are kept. */
const MOST = 5
const MEMORY = ':memory:'

/** Copies a database, without free pages, before a migration changes it, and deletes the oldest backups. */
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

/** Deletes all backups, because forgotten records must not survive in them. */
export function dropBackups(db: Database): void {
  const file = String(db.get('PRAGMA database_list')?.file ?? '')
  if (file !== '') remove(file)
}

/** Removes the oldest first: all of them, or all but the last `end`. */
function remove(file: string, end?: number): void {
  const copies = names(folderOf(file)).filter((name) => name.startsWith(prefixOf(file)))
  for (const name of copies.sort().slice(0, end)) rmSync(join(folderOf(file), name), { force: true })
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const folderOf = (file: string): string => join(dirname(file), 'backups')
const prefixOf = (file: string): string => `${basename(file, '.db')}-`
