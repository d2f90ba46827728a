import type { Noun } from '../../../domain/nouns/noun.ts'
import { allNouns, fieldSpec } from '../../../domain/nouns/records.ts'
import type { Selection } from '../../../ports.ts'
import type { Bound, Database } from './database.ts'
import { unindex } from './documents.ts'
import { type Gathered, IDENTIFIED, idsOf, inIds, matching, textColumns, withIds } from './gather.ts'
import { columnOf } from './rows.ts'
import type { RowForgetting } from './support-table.ts'
import { supportTables } from './support-tables.ts'
import { markForgotten } from './tombstones.ts'

/**
 * Creates tombstones for everything gathered and deletes it from every table that holds or references it; does both, or
 * only the requested step.
 */
export function erase(db: Database, gone: Gathered, selection: Selection, at: number): void {
  if (!selection.unmarked && selection.step !== 'erase') markAll(db, gone, selection, at)
  if (selection.step !== 'mark') deleteAll(db, gone, selection)
}

function deleteAll(db: Database, { records, sessions, touched }: Gathered, selection: Selection): void {
  const ids = idsOf(records)
  // Queried before the sessions are deleted
  const scopes = new Set([...touched, ...projectsOf(db, touched)])
  for (const id of ids) unindex(db, id)
  for (const { name, table } of IDENTIFIED) remove(db, `DELETE FROM ${table} WHERE id IN ids`, records.get(name))
  for (const noun of allNouns) {
    for (const field of noun.forget?.unlinks ?? [])
      remove(db, `UPDATE ${noun.table} SET ${columnOf(field)} = NULL WHERE ${columnOf(field)} IN ids`, ids)
    if (noun.role === 'place') deletePlaces(db, noun, { ids: sessions, touched, selection })
    else if (noun.letter === undefined) deleteNameless(db, noun, { ids, sessions, selection })
  }
  for (const { name, forget } of supportTables)
    if (!('why' in forget)) deleteRows(db, name, forget, { ids, sessions, scopes, selection })
  if (!selection.unmarked) db.run('UPDATE ledger_key SET owed = 1')
}

/** Deletes places as a whole, or clears the fields that may quote deleted records. */
function deletePlaces(
  db: Database,
  noun: Noun,
  { ids, touched, selection }: { ids: ReadonlySet<string>; touched: ReadonlySet<string>; selection: Selection },
): void {
  const { table, name, forget, fields } = noun
  if (name === 'session') remove(db, `DELETE FROM ${table} WHERE id IN ids`, ids)
  if (name === 'project') remove(db, `DELETE FROM ${table} WHERE id IN ids`, placesOf(db, selection.project))
  for (const field of forget?.empties ?? [])
    remove(db, `UPDATE ${table} SET ${columnOf(field)} = NULL WHERE id IN ids`, touched)
  for (const [field, declared] of Object.entries(fields)) {
    const { kind, optional } = fieldSpec(declared)
    if (kind === 'text' && optional) empty(db, table, columnOf(field), selection.match)
  }
}

/** Records without ids: those of what is deleted, and those that match. */
function deleteNameless(
  db: Database,
  noun: Noun,
  { ids, sessions, selection }: { ids: ReadonlySet<string>; sessions: ReadonlySet<string>; selection: Selection },
): void {
  const { table, fields, forget } = noun
  for (const field of forget?.follows ?? []) remove(db, `DELETE FROM ${table} WHERE ${inIds(noun, field)}`, ids)
  if ('session' in fields) remove(db, `DELETE FROM ${table} WHERE session IN ids`, sessions)
  if ('project' in fields && selection.project !== undefined)
    db.run(`DELETE FROM ${table} WHERE project = ?`, selection.project)
  deleteMatching(db, table, textColumns(noun), selection.match)
}

function deleteRows(
  db: Database,
  table: string,
  { touched, touchedIn, session, project, record, matches = [], emptied = [] }: RowForgetting,
  gone: { ids: ReadonlySet<string>; sessions: ReadonlySet<string>; scopes: ReadonlySet<string>; selection: Selection },
): void {
  const { ids, sessions, scopes, selection } = gone
  const isAmong = (list: string) => `EXISTS (SELECT 1 FROM json_each(${table}.${list}) WHERE value IN ids)`
  if (touched) remove(db, `DELETE FROM ${table} WHERE ${touched} IN ids`, scopes)
  if (touchedIn) remove(db, `DELETE FROM ${table} WHERE ${isAmong(touchedIn)}`, scopes)
  if (session) remove(db, `DELETE FROM ${table} WHERE ${session} IN ids`, sessions)
  if (record) remove(db, `DELETE FROM ${table} WHERE ${record} IN ids`, ids)
  if (project && selection.project !== undefined) db.run(`DELETE FROM ${table} WHERE ${project} = ?`, selection.project)
  deleteMatching(db, table, matches, selection.match)
  for (const column of emptied) empty(db, table, column, selection.match)
}

/** A project, and those that count as it. */
const placesOf = (db: Database, project: string | undefined): ReadonlySet<string> => {
  const sql = `WITH RECURSIVE places AS (SELECT ?1 AS id UNION
    SELECT p.id FROM projects p JOIN places ON p.counts_as = places.id) SELECT id FROM places`
  return new Set(project === undefined ? [] : db.all(sql, project).map(({ id }) => String(id)))
}

const projectsOf = (db: Database, sessions: ReadonlySet<string>): readonly string[] =>
  db
    .all(`${withIds()} SELECT DISTINCT project FROM sessions WHERE id IN ids`, JSON.stringify([...sessions]))
    .map(({ project }) => String(project))

function deleteMatching(db: Database, table: string, columns: readonly string[], match: string | undefined): void {
  const found = match === undefined || match === '' ? undefined : matching(columns, match)
  if (found !== undefined) run(db, `DELETE FROM ${table} WHERE`, found)
}

function empty(db: Database, table: string, column: string, match: string | undefined): void {
  const found = match === undefined || match === '' ? undefined : matching([column], match)
  if (found !== undefined) run(db, `UPDATE ${table} SET ${column} = NULL WHERE`, found)
}

const run = (db: Database, sql: string, [condition, ...values]: readonly [string, ...Bound[]]): void =>
  void db.run(`${sql} ${condition}`, ...values)

/**
 * Creates permanent tombstones for records, since a fork may repeat them; for the rest of a session or project, up to
 * now.
 */
function markAll(db: Database, { records, sessions }: Gathered, { session, project }: Selection, at: number): void {
  const lasting = new Set(['SessionStart', 'SessionEnd'])
  // A session may continue, and its next start has the same name as its first
  const events = [...(records.get('event') ?? [])].filter(
    (id) => !lasting.has(String(db.get('SELECT name FROM events WHERE id = ?', id)?.name)),
  )
  for (const id of events) markForgotten(db, 'record', id)
  // A tombstone of an event that a record cites keeps that record away, too; the others need their own
  for (const { name, table, role, fields } of IDENTIFIED) {
    if (role !== 'derived') continue
    const cites = `EXISTS (SELECT 1 FROM json_each(${table}.evidence) WHERE value IN (SELECT value FROM json_each(?2)))`
    const sql = `${withIds()} SELECT id FROM ${table} WHERE id IN ids ${'evidence' in fields ? `AND NOT ${cites}` : ''}`
    const lists = [JSON.stringify([...(records.get(name) ?? [])]), JSON.stringify(events)]
    for (const { id } of db.all(sql, ...('evidence' in fields ? lists : lists.slice(0, 1))))
      markForgotten(db, 'record', String(id))
  }
  for (const id of sessions) markForgotten(db, 'session', id, at)
  if (session !== undefined) markForgotten(db, 'session', session, at)
  for (const id of placesOf(db, project)) markForgotten(db, 'project', id, at)
}

/** Runs a statement that refers to these ids as `ids`. */
function remove(db: Database, sql: string, ids: ReadonlySet<string> = new Set()): void {
  if (ids.size > 0) db.run(`${withIds()} ${sql}`, JSON.stringify([...ids]))
}
