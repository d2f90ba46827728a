import type { Database } from './database.ts'

const CALLS = 100
const QUIET_MS = 100

/**
 * To be called after every write: puts the log back into the file once enough was written and nobody has asked for a
 * while, since a commit that had to do it takes ten times as long. Without a pause SQLite does it at WAL_PAGES.
 */
export function upkeep(db: Database): () => void {
  let calls = 0
  let timer: NodeJS.Timeout | undefined
  const checkpoint = () => {
    calls = 0
    try {
      db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The disk is in trouble: the next commit meets the same and has someone to tell
    }
  }
  return () => {
    clearTimeout(timer)
    if (++calls >= CALLS) timer = setTimeout(checkpoint, QUIET_MS).unref()
  }
}
