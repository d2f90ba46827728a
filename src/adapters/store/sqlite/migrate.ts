import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { backUp } from './backups.ts'
import { type Database, openDatabase } from './database.ts'
import { StoreError, storeError } from './errors.ts'

/** One schema migration. Append-only: a released one never changes. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** Whatever SQL alone cannot do; runs after it in the same transaction. */
  readonly fill?: (db: Database) => void
}

/**
 * Applies `migrations` to a database in one transaction, after making a backup: if a step fails, the file is unchanged,
 * and of two processes one waits for the other. `isExpected`: the file had tables when it was last open. Throws
 * StoreError if the file must not be changed.
 */
export function migrate(db: Database, file: string, migrations: readonly Migration[], isExpected = false): void {
  if (upToDate(db, migrations)) return
  const had = stepsOf(db)
  if (isExpected && had === 0) throw new StoreError('gone', `${file} was deleted, or replaced by another file`)
  if (had > 0 && had < migrations.length) backUp(db, file, had)
  db.transaction('write', () => {
    refuseForeign(db, file)
    db.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)',
    )
    const applied = db.all('SELECT number FROM migrations')
    refuseNewer(file, migrations, applied.length)
    refuseOther(db, file, migrations)
    for (const migration of migrations.slice(applied.length)) apply(db, file, migration)
  })
}

/**
 * Throws StoreError if a file, which others may have open, was written by a newer release or by another build of this one;
 * changes nothing. A damaged file is not refused: the daemon restores it.
 */
export async function refuseOtherFile(file: string, migrations: readonly Migration[]): Promise<void> {
  if (!existsSync(file)) return
  try {
    const db = await openDatabase(file, 'reader')
    try {
      refuseNewer(file, migrations, stepsOf(db))
      refuseOther(db, file, migrations)
    } finally {
      db.close()
    }
  } catch (error) {
    const known = storeError(file, error)
    if (known.code !== 'corrupt') throw known
  }
}

/** How many migrations a file has; 0 if it is new, or another program's. */
const stepsOf = (db: Database): number =>
  hasTable(db, 'migrations') ? Number(db.get('SELECT count(*) AS n FROM migrations')?.n) : 0

/** Checks without a lock, so that a second process need not wait for a busy writer. */
function upToDate(db: Database, migrations: readonly Migration[]): boolean {
  if (!hasTable(db, 'migrations')) return false
  const applied = db.all('SELECT checksum FROM migrations ORDER BY number').map((row) => row.checksum)
  return applied.length === migrations.length && migrations.every((one, index) => checksum(one) === applied[index])
}

function refuseForeign(db: Database, file: string): void {
  if (hasTable(db, 'migrations') || db.get('SELECT 1 FROM sqlite_master LIMIT 1') === undefined) return
  throw new StoreError('foreign', `${file} belongs to another program; nothing was changed`)
}

function refuseNewer(file: string, migrations: readonly Migration[], applied: number): void {
  if (applied <= migrations.length) return
  const why = `it has schema ${applied}, this version knows ${migrations.length}`
  throw new StoreError('newer', `${file} was written by a newer Hindcast: ${why}`)
}

/** Throws StoreError if one of a file's migrations is not the one of its number here: another build wrote it. */
export function refuseOther(db: Database, file: string, migrations: readonly Migration[]): void {
  if (!hasTable(db, 'migrations')) return
  const applied = db.all('SELECT checksum FROM migrations ORDER BY number')
  const other = migrations.find((one, n) => applied[n] !== undefined && applied[n].checksum !== checksum(one))
  if (other === undefined) return
  const { number, name } = other
  throw new StoreError(
    'migration-changed',
    `${file} was written by another build of Hindcast: migration ${number} (${name}) differs`,
  )
}

function apply(db: Database, file: string, migration: Migration): void {
  const { number, name, sql } = migration
  try {
    db.exec(sql)
    migration.fill?.(db)
  } catch (error) {
    const why = `migration ${number} (${name}) failed: ${error instanceof Error ? error.message : error}`
    throw new StoreError('migration-failed', `${file} was not changed: ${why}`)
  }
  db.run('INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)', number, name, checksum(migration))
}

const hasTable = (db: Database, name: string) =>
  db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined

const checksum = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex')
