import { statSync } from 'node:fs'
import type { Database } from './database.ts'
import { StoreError } from './errors.ts'
import { emptyLapsed } from './records.ts'

const CALLS = 100
const IDLE_MS = 100
/** How often expired fields are looked for, and how many records are cleared at a time. */
const LAPSED_EVERY_MS = 6 * 3_600_000
const LAPSED_AT_ONCE = 100

/**
 * Call after every write. After a quiet moment, it checkpoints the log if enough was written, since a commit that has
 * to do it takes ten times as long (without a pause, SQLite does it at WAL_PAGES), and clears expired fields.
 */
export function upkeep(db: Database): () => void {
  let calls = 0
  let lapsedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const isLapseDue = () => Date.now() - lapsedAt >= LAPSED_EVERY_MS
  const later = () => {
    timer = setTimeout(pass, IDLE_MS).unref()
  }
  const pass = () => {
    try {
      if (isLapseDue()) {
        if (emptyLapsed(db, Date.now(), LAPSED_AT_ONCE)) return later()
        lapsedAt = Date.now()
      }
      if (calls < CALLS) return
      calls = 0
      db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The disk has a problem: the next commit will hit it, too, and can report it
    }
  }
  return () => {
    clearTimeout(timer)
    if (++calls >= CALLS || isLapseDue()) later()
  }
}

/**
 * Call before every write. Throws if the database or its log was deleted, replaced or cut off while it is open: SQLite
 * would go on writing to files that nobody can open again. Takes a few microseconds.
 */
export function watchFiles(file: string): () => void {
  if (file === ':memory:') return () => {}
  const look = (path: string) => statSync(path, { throwIfNoEntry: false })
  const [first, log] = [look(file), `${file}-wal`]
  let size = first?.size ?? 0
  let logged = look(log)?.ino
  return () => {
    const now = look(file)
    if (now === undefined || now.ino !== first?.ino) throw gone(file)
    if (now.size < size) throw new StoreError('corrupt', `${file} is damaged: its end is missing`)
    size = now.size
    const there = look(log)?.ino
    if (logged !== undefined && there !== logged) throw gone(log)
    logged = there
  }
}

const gone = (path: string) => new StoreError('gone', `${path} was deleted or replaced while it was in use`)
