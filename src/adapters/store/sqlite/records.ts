import type { Noun } from '../../../domain/nouns/noun.ts'
import { allNouns, type NounName, nounNamed, type RecordOf, type SearchedName } from '../../../domain/nouns/records.ts'
import type { Document } from '../../../domain/retrieval/document.ts'
import type { Bound, Database } from './database.ts'
import { index } from './documents.ts'
import { columnOf, type Table, tableOf } from './rows.ts'

/** Inserts and indexes a record if its key is free; otherwise returns false. */
export function add<N extends NounName>(db: Database, name: N, record: RecordOf<N>): boolean {
  const table = tableOf(name)
  if (db.run(table.insertNew, ...table.values(record)) === 0) return false
  enter(db, name, record)
  emptyOlder(db, nounNamed(name), record as Readonly<Record<string, unknown>>)
  return true
}

/** Clears fields that only the newest of some records keeps. */
function emptyOlder(db: Database, { table, lapsing }: Noun, record: Readonly<Record<string, unknown>>): void {
  if (lapsing === undefined) return
  const { fields, newestPer } = lapsing
  const isSame = newestPer.map((field, n) => `${columnOf(field)} = ?${n + 1}`).join(' AND ')
  const newest = `SELECT rowid FROM ${table} WHERE ${isSame} ORDER BY at DESC, rowid DESC LIMIT 1`
  db.run(
    `UPDATE ${table} SET ${emptied(fields)} WHERE ${isSame} AND (${present(fields)}) AND rowid <> (${newest})`,
    ...newestPer.map((field) => record[field] as Bound),
  )
}

const DAY_MS = 24 * 3_600_000

/**
 * Clears fields of at most `limit` records from sessions that ended too long before `now`; false if there are no more.
 */
export function emptyLapsed(db: Database, now: number, limit: number): boolean {
  const counts = allNouns.map(({ table, lapsing }) => {
    if (lapsing === undefined) return 0
    const recent = 'SELECT id FROM sessions WHERE coalesce(ended_at, last_seen_at) > ?'
    const lapsed = `SELECT rowid FROM ${table} WHERE (${present(lapsing.fields)}) AND session NOT IN (${recent}) LIMIT ?`
    return db.run(
      `UPDATE ${table} SET ${emptied(lapsing.fields)} WHERE rowid IN (${lapsed})`,
      ...[now - lapsing.days * DAY_MS, limit],
    )
  })
  return counts.some((count) => count === limit)
}

const emptied = (fields: readonly string[]): string => fields.map((field) => `${columnOf(field)} = NULL`).join(', ')
const present = (fields: readonly string[]): string =>
  fields.map((field) => `${columnOf(field)} IS NOT NULL`).join(' OR ')

/** Writes a record; if its key exists, the noun's declaration says which one stays, or how to merge them. */
export function putRecord<N extends NounName>(db: Database, name: N, record: RecordOf<N>): void {
  const { again, merge } = nounNamed(name)
  if (merge !== undefined) return void (add(db, name, record) || combine(db, name, record, merge))
  if (again !== 'replace') return void add(db, name, record)
  const table = tableOf(name)
  db.run(table.replace, ...table.values(record))
  enter(db, name, record)
  emptyOlder(db, nounNamed(name), record as Readonly<Record<string, unknown>>)
}

/** Merges a record into the stored one with its key; false if there is none. */
export function combine<N extends NounName>(
  db: Database,
  name: N,
  record: RecordOf<N>,
  merge: NonNullable<Noun['merge']>,
): boolean {
  const table: Table<RecordOf<N>> = tableOf(name)
  const row = db.get(table.byKey, ...table.keyOf(record))
  if (row === undefined) return false
  const kept = table.record(row)
  const merged = merge(kept as object, record as object) as RecordOf<N>
  if (merged === kept) return true
  db.run(table.update, ...table.values(merged), ...table.keyOf(record))
  enter(db, name, merged)
  return true
}

/** Adds a record to the full-text index, if its noun is searchable. */
export function enter<N extends NounName>(db: Database, name: N, record: RecordOf<N>): void {
  const noun = nounNamed(name)
  if (noun.searched === undefined) return
  const { id, project = '', session = '', at } = record as unknown as Placed
  index(db, name as SearchedName, { id, project, session, at }, noun.searched(record as object))
}

interface Placed {
  readonly id: string
  readonly at: number
  readonly project?: string
  readonly session?: string
}

/** What search shows of a record. */
export function documentOf(db: Database, name: SearchedName, id: string): Document | undefined {
  const table = tableOf(name)
  const row = db.get(table.byKey, id)
  return row && nounNamed(name).searched?.(table.record(row))
}
