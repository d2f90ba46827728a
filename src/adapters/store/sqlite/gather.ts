import type { Noun } from '../../../domain/nouns/noun.ts'
import { allNouns, fieldsOfKind, type NounName } from '../../../domain/nouns/records.ts'
import type { Selection } from '../../../ports.ts'
import type { Bound, Database } from './database.ts'
import { columnOf } from './rows.ts'

/** Ids to delete, by noun; `touched`: sessions that lose something; `sessions`: those deleted as a whole. */
export interface Gathered {
  readonly records: ReadonlyMap<NounName, ReadonlySet<string>>
  readonly sessions: ReadonlySet<string>
  readonly touched: ReadonlySet<string>
}

/** Nouns whose records have ids of their own, evidence first. */
export const IDENTIFIED = allNouns.filter(({ letter }) => letter !== undefined)

/** Every id of some gathered records. */
export const idsOf = (records: Gathered['records']): ReadonlySet<string> =>
  new Set([...records.values()].flatMap((each) => [...each]))

/** Everything that a selection names, and everything derived from it; in a step, only the ids. */
export function gather(db: Database, selection: Selection): Gathered {
  const records = new Map(IDENTIFIED.map(({ name }) => [name, new Set<string>()]))
  const add = ({ name }: { readonly name: NounName }, found: readonly string[]) => {
    for (const id of found) records.get(name)?.add(id)
  }
  for (const noun of IDENTIFIED) add(noun, named(db, noun, selection))
  if (selection.step !== undefined) return { records, sessions: new Set(), touched: touchedBy(db, records) }
  // Matched by text, so the match itself is all that contains it
  if (selection.match === undefined) for (const id of made(db, selection.ids ?? [])) add(nounOf(id), [id])
  for (let size = -1; size !== idsOf(records).size; ) {
    size = idsOf(records).size
    const gone = { ids: idsOf(records), sessions: touchedBy(db, records) }
    for (const noun of IDENTIFIED) {
      add(noun, following(db, noun, gone))
      for (const id of leading(db, noun, gone.ids)) add(nounOf(id), [id])
      if (noun.forget?.retells) add(noun, retelling(db, noun, gone.ids))
      if ('evidence' in noun.fields) add(noun, citing(db, noun, gone))
    }
  }
  const sessions = new Set(wholeSessions(db, selection))
  return { records, sessions, touched: new Set([...sessions, ...touchedBy(db, records)]) }
}

interface Gone {
  readonly ids: ReadonlySet<string>
  readonly sessions: ReadonlySet<string>
}

const UNKNOWN = { name: 'event' } as const

/** The noun of an id, by its letter; ids without a letter are events from an older release. */
const nounOf = (id: string): { readonly name: NounName } =>
  IDENTIFIED.find(({ letter }) => id.startsWith(`${letter}_`)) ?? UNKNOWN

const touchedBy = (db: Database, records: Gathered['records']): ReadonlySet<string> =>
  new Set(
    IDENTIFIED.filter(({ fields }) => 'session' in fields).flatMap(({ name, table }) =>
      ids(db, `SELECT DISTINCT session AS id FROM ${table} WHERE id IN ids`, records.get(name)),
    ),
  )

/** The records that a selection names directly. */
function named(db: Database, noun: Noun, { ids: given, session, project, match }: Selection): readonly string[] {
  const { table, fields, forget } = noun
  if (given !== undefined) return ids(db, `SELECT id FROM ${table} WHERE id IN ids`, new Set(given))
  const all = (condition: string, ...values: Bound[]) =>
    listed(db, `SELECT id FROM ${table} WHERE ${condition}`, ...values)
  if (session !== undefined) {
    const places = ['session', ...(forget?.sessions ?? [])].filter((field) => field in fields)
    return places.flatMap((field) => all(`${columnOf(field)} = ?`, session))
  }
  if (project !== undefined) return 'project' in fields ? all('project = ?', project) : []
  const found = match === undefined || match === '' ? undefined : matching(textColumns(noun), match)
  return found === undefined ? [] : all(...found)
}

/** The columns of a noun that may quote. */
export const textColumns = (noun: Noun): readonly string[] => fieldsOfKind(noun, 'text', 'texts', 'json').map(columnOf)

/** The condition that any of some columns contains a text; undefined if there are no columns. */
export function matching(columns: readonly string[], match: string): [string, ...Bound[]] | undefined {
  if (columns.length === 0) return undefined
  const text = columns.map((column) => `coalesce(${column}, '')`).join(' || char(10) || ')
  // JSON columns contain the text in escaped form
  const escaped = JSON.stringify(match).slice(1, -1)
  return [`(instr(lower(${text}), lower(?)) OR instr(lower(${text}), lower(?)))`, match, escaped]
}

/** The evidence of derived records, from which a rebuild would bring them back. */
const made = (db: Database, given: readonly string[]): readonly string[] =>
  IDENTIFIED.filter(({ fields }) => 'evidence' in fields).flatMap(({ table }) =>
    ids(
      db,
      `SELECT DISTINCT each.value AS id FROM ${table}, json_each(${table}.evidence) AS each WHERE ${table}.id IN ids`,
      new Set(given),
    ),
  )

/** Records that follow one of these, searched only within their sessions if they have one. */
function following(db: Database, noun: Noun, { ids: gone, sessions }: Gone): readonly string[] {
  const within = 'session' in noun.fields ? 'session IN sessions AND' : ''
  return (noun.forget?.follows ?? []).flatMap((field) =>
    ids(db, `SELECT id FROM ${noun.table} WHERE ${within} ${inIds(noun, field)}`, gone, sessions),
  )
}

/** The condition that a field, list or not, names one of `ids`. */
export function inIds(noun: Noun, field: string): string {
  const isList = fieldsOfKind(noun, 'ids', 'texts').includes(field)
  return isList
    ? `EXISTS (SELECT 1 FROM json_each(${noun.table}.${columnOf(field)}) WHERE value IN ids)`
    : `${columnOf(field)} IN ids`
}

const leading = (db: Database, { table, forget }: Noun, gone: ReadonlySet<string>): readonly string[] =>
  (forget?.leads ?? []).flatMap((field) =>
    ids(db, `SELECT ${columnOf(field)} AS id FROM ${table} WHERE id IN ids`, gone),
  )

/** Events and the rest of their turns, since a record derived from a turn may quote any of it. */
function turnsOf(db: Database, events: ReadonlySet<string>): readonly string[] {
  const turns = 'SELECT session, prompt_id FROM events WHERE id IN ids AND prompt_id IS NOT NULL'
  return [...events, ...ids(db, `SELECT id FROM events WHERE (session, prompt_id) IN (${turns})`, events)]
}

function citing(db: Database, { table, fields }: Noun, { ids: gone, sessions }: Gone): readonly string[] {
  const within = 'session' in fields ? 'session IN sessions AND' : ''
  const cited = `EXISTS (SELECT 1 FROM json_each(${table}.evidence) WHERE value IN ids)`
  return ids(db, `SELECT id FROM ${table} WHERE ${within} ${cited}`, new Set(turnsOf(db, gone)), sessions)
}

/** Records written after any of these happened, which describe a session as a whole. */
const retelling = (db: Database, { table }: Noun, gone: ReadonlySet<string>): readonly string[] =>
  ids(
    db,
    `SELECT ${table}.id FROM ${table} JOIN
       (SELECT session, min(at) AS since FROM events WHERE id IN ids GROUP BY session) AS gone
       ON ${table}.session = gone.session AND ${table}.at >= gone.since`,
    gone,
  )

function wholeSessions(db: Database, { session, project }: Selection): readonly string[] {
  if (session !== undefined) return [session]
  return project === undefined ? [] : listed(db, 'SELECT id FROM sessions WHERE project = ?', project)
}

/** Runs a statement that refers to a list of ids as `ids`, and to a list of sessions as `sessions`. */
function ids(
  db: Database,
  sql: string,
  given: ReadonlySet<string> = new Set(),
  sessions: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (given.size === 0) return []
  const lists = 'sessions AS MATERIALIZED (SELECT value FROM json_each(?2))'
  return listed(db, `${withIds(`, ${lists}`)} ${sql}`, JSON.stringify([...given]), JSON.stringify([...sessions]))
}

/** The start of a statement that refers to a list of ids as `ids`; the list is its first parameter, as JSON. */
export const withIds = (more = ''): string => `WITH ids AS MATERIALIZED (SELECT value FROM json_each(?1))${more}`

const listed = (db: Database, sql: string, ...values: Bound[]) => db.all(sql, ...values).map(({ id }) => String(id))
