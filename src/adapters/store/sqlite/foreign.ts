import { constants } from 'node:fs'
import { copyFile, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HindcastError } from '../../../domain/errors.ts'
import type { ForeignFile, ForeignFiles, ForeignValue } from '../../../ports.ts'
import { openRaw, type RawDatabase, type Row } from '../../sqlite/driver.ts'
import { scratchFolder } from './scratch.ts'

/** Longer texts are truncated, in characters. */
const TEXT_MAX = 256 * 1024
/** Delays between attempts to copy a file that is being written, in milliseconds. */
const PAUSES_MS = [0, 50, 200, 500, 1_000, 2_000]
/** Files next to a database that belong to it: the write-ahead log, or the rollback journal. */
const BESIDE = ['-wal', '-journal']

/** Opens copies in temporary folders below `dir`, which are deleted on closing. */
export const foreignFiles = (dir: string): ForeignFiles => ({
  async open(path) {
    const { path: folder, clear } = await scratchFolder(dir, 'foreign')
    try {
      const copy = join(folder, 'copy.db')
      await copyWhole(path, copy)
      return foreignFile(await openRaw(copy), clear)
    } catch (error) {
      await clear()
      throw error instanceof HindcastError ? error : refused(path, String((error as Error).message))
    }
  },
})

const refused = (path: string, why: string) => new HindcastError('bad-database', `${path}: ${why}`)

/**
 * Copies it with the files next to it, at a moment when nobody writes to the file itself; incomplete additions to the
 * log do not count.
 */
async function copyWhole(path: string, copy: string): Promise<void> {
  await refuseOther(path)
  for (const pause of PAUSES_MS) {
    await sleep(pause)
    const before = await stateOf(path)
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    for (const end of BESIDE) {
      await rm(copy + end, { force: true })
      await copyFile(path + end, copy + end).catch(unlessGone)
    }
    if ((await stateOf(path)) === before) return
  }
  throw refused(path, 'another program keeps writing to it; try again later')
}

async function refuseOther(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: Error) => {
    throw refused(path, error.message)
  })
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    if (bytesRead < 16 || buffer.toString('latin1') !== 'SQLite format 3\0')
      throw refused(path, 'not a SQLite database')
  } finally {
    await handle.close()
  }
}

/** Changes whenever anybody writes to the file, or restarts the log or journal. */
async function stateOf(path: string): Promise<string> {
  const { mtimeNs, size, ino } = await stat(path, { bigint: true })
  const beside = await Promise.all(
    BESIDE.map((end) =>
      stat(path + end, { bigint: true }).then(
        (found) => found.ino,
        () => 0n,
      ),
    ),
  )
  return [mtimeNs, size, ino, ...beside].join(' ')
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function foreignFile(raw: RawDatabase, clear: () => Promise<void>): ForeignFile {
  // A hostile schema must not be able to run functions
  raw.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
  const all = (sql: string, ...values: (string | number)[]) => raw.prepare(sql).all(...values) as Row[]
  const isTable = (table: string) =>
    all("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql NOT LIKE 'CREATE VIRTUAL%'", table)
      .length > 0
  return {
    columns: (table) =>
      isTable(table) ? all('SELECT name FROM pragma_table_info(?)', table).map((row) => String(row.name)) : [],
    count: (table) => (isTable(table) ? Number(all(`SELECT count(*) AS n FROM ${named(table)}`)[0]?.n) : 0),
    rows: (table, columns, after, limit) =>
      all(
        `SELECT rowid AS rowid, ${columns.map(bounded).join(', ')} FROM ${named(table)} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
        ...[after, limit],
      ) as unknown as readonly Readonly<Record<string, ForeignValue>>[],
    async close() {
      raw.close()
      await clear()
    },
  }
}

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

function bounded(column: string): string {
  const name = named(column)
  return `CASE typeof(${name}) WHEN 'text' THEN substr(${name}, 1, ${TEXT_MAX}) WHEN 'blob' THEN NULL ELSE ${name} END AS ${name}`
}
