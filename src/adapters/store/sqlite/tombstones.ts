import { createHmac } from 'node:crypto'
import type { Database } from './database.ts'

/** What a hash stands for: a record, or everything in a session or project up to a time. */
export type Forgotten = 'record' | 'session' | 'project'

/** The secrets that the hashes are keyed with: this database's own first, then those of restored archives. */
const keysOf = (db: Database): readonly Uint8Array[] =>
  db.all('SELECT key FROM ledger_key ORDER BY rowid').map(({ key }) => key as Uint8Array)

const hashesOf = (db: Database, kind: Forgotten, id: string) =>
  keysOf(db).map((key) => createHmac('sha256', key).update(`${kind} ${id}`).digest())

/** Rejects a record forever, or a session or project up to `until` (epoch milliseconds). */
export function markForgotten(db: Database, kind: Forgotten, id: string, until?: number): void {
  db.run(
    'INSERT INTO tombstones (hash, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until',
    ...[hashesOf(db, kind, id)[0], until],
  )
}

/** Whether a record was forgotten. */
export const isForgotten = (db: Database, id: string): boolean =>
  hashesOf(db, 'record', id).some((hash) => db.get('SELECT 1 FROM tombstones WHERE hash = ?', hash) !== undefined)

/** Whether any of these was forgotten; costs nothing if the store has no tombstones. */
export const anyForgotten = (db: Database, ids: readonly string[]): boolean =>
  db.get('SELECT 1 FROM tombstones LIMIT 1') !== undefined && ids.some((id) => isForgotten(db, id))

/** The time up to which a session or project was forgotten; undefined if it was not. */
export function forgottenUntil(db: Database, kind: Forgotten, id: string): number | undefined {
  const rows = hashesOf(db, kind, id).map((hash) => db.get('SELECT until FROM tombstones WHERE hash = ?', hash))
  const known = rows.map((row) => row?.until).filter((until) => typeof until === 'number')
  return known.length === 0 ? undefined : Math.max(...known)
}
