import { createHmac } from 'node:crypto'
import type { Database } from './database.ts'

/** What a hash stands for: an event, or all of a session or project up to a time. */
export type Buried = 'event' | 'session' | 'project'

const keys = new WeakMap<Database, Uint8Array>()

/** The secret of this database, without which its hashes tell nothing. */
function keyOf(db: Database): Uint8Array {
  const known = keys.get(db) ?? (db.get('SELECT key FROM ledger_key')?.key as Uint8Array)
  keys.set(db, known)
  return known
}

const hashOf = (db: Database, kind: Buried, id: string) =>
  createHmac('sha256', keyOf(db)).update(`${kind} ${id}`).digest()

/** Keeps it away: an event for ever, the rest up to `until` (epoch milliseconds). */
export function bury(db: Database, kind: Buried, id: string, until?: number): void {
  db.run(
    'INSERT INTO tombstones (hash, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until',
    ...[hashOf(db, kind, id), until],
  )
}

/** Whether an event was forgotten. */
export const isBuried = (db: Database, event: string): boolean =>
  db.get('SELECT 1 FROM tombstones WHERE hash = ?', hashOf(db, 'event', event)) !== undefined

/** Whether any of these was forgotten; free where nothing ever was. */
export const anyBuried = (db: Database, ids: readonly string[]): boolean =>
  db.get('SELECT 1 FROM tombstones LIMIT 1') !== undefined && ids.some((id) => isBuried(db, id))

/** Up to when a session's or project's past is forgotten; undefined where it is not. */
export function buriedUntil(db: Database, kind: Buried, id: string): number | undefined {
  const row = db.get('SELECT until FROM tombstones WHERE hash = ?', hashOf(db, kind, id))
  return typeof row?.until === 'number' ? row.until : undefined
}
