import type { Selection } from '../../../ports.ts'
import type { Bound, Database } from './database.ts'

/** Ids that go, by kind; `touched` are the sessions that lose something, `sessions` those that go as a whole. */
export type Gathered = Readonly<Record<Kind, ReadonlySet<string>>> & {
  readonly sessions: ReadonlySet<string>
  readonly touched: ReadonlySet<string>
}

/** Tables of records, and which of their columns hold text. */
const TEXTS = {
  events: ['input', 'output', 'target', 'body', 'files_read', 'files_modified'],
  prompts: ['text'],
  observations: ['title', 'narrative', 'facts', 'files_read', 'files_modified'],
  summaries: [
    ...['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'],
    ...['files_read', 'files_modified'],
  ],
  handoffs: ['goal', 'now', 'next', 'blockers', 'worked', 'failed', 'decisions', 'files'],
} as const

/** A table of records; its ids are what goes. */
export type Kind = keyof typeof TEXTS
/** Every table of records, evidence first. */
export const KINDS = Object.keys(TEXTS) as readonly Kind[]
const DERIVED = ['observations', 'summaries', 'handoffs'] as const

/** Everything that a selection names, and all that was made from it; in a step no more than the ids. */
export function gather(db: Database, selection: Selection): Gathered {
  const { gone, add } = collecting()
  if (selection.step !== undefined) {
    for (const kind of KINDS) add(kind, named(db, kind, { ids: selection.ids ?? [] }))
    return { ...gone, sessions: new Set(), touched: touchedBy(db, gone) }
  }
  for (const kind of KINDS) add(kind, named(db, kind, selection))
  // Found by a text: that is all that holds it
  if (selection.ids !== undefined && selection.match === undefined)
    for (const id of made(db, selection.ids)) add(id.startsWith('p_') ? 'prompts' : 'events', [id])
  const sessions = wholeSessions(db, selection)
  const before = () => KINDS.reduce((sum, kind) => sum + gone[kind].size, 0)
  for (let size = -1; size !== before(); ) {
    size = before()
    add('prompts', ids(db, 'SELECT id FROM prompts WHERE event IN ids', gone.events))
    add('events', ids(db, 'SELECT event AS id FROM prompts WHERE id IN ids', gone.prompts))
    const within = 'session IN (SELECT session FROM events WHERE id IN ids)'
    add('events', ids(db, `SELECT id FROM events WHERE ${within} AND cause IN ids`, gone.events))
    add('handoffs', standingOn(db, gone.events))
    for (const kind of DERIVED) add(kind, citing(db, kind, new Set([...turnsOf(db, gone.events), ...gone.prompts])))
  }
  return { ...gone, sessions: new Set(sessions), touched: new Set([...sessions, ...touchedBy(db, gone)]) }
}

type Found = Readonly<Record<Kind, Set<string>>>

function collecting() {
  const gone: Found = {
    events: new Set(),
    prompts: new Set(),
    observations: new Set(),
    summaries: new Set(),
    handoffs: new Set(),
  }
  return { gone, add: (kind: Kind, rows: readonly string[]) => rows.forEach((id) => void gone[kind].add(id)) }
}

const touchedBy = (db: Database, gone: Found): ReadonlySet<string> =>
  new Set(KINDS.flatMap((kind) => ids(db, `SELECT DISTINCT session AS id FROM ${kind} WHERE id IN ids`, gone[kind])))

/** What a selection names itself. */
function named(db: Database, kind: Kind, { ids: given, session, project, match }: Selection): readonly string[] {
  const all = (condition: string, ...values: Bound[]) =>
    listed(db, `SELECT id FROM ${kind} WHERE ${condition}`, ...values)
  if (given !== undefined) return ids(db, `SELECT id FROM ${kind} WHERE id IN ids`, new Set(given))
  if (session !== undefined) return all('session = ?', session)
  if (project !== undefined) return all('project = ?', project)
  if (match === undefined || match === '') return []
  const texts = TEXTS[kind].map((column) => `coalesce(${column}, '')`).join(' || char(10) || ')
  // In columns of JSON a text stands escaped
  return all(
    `instr(lower(${texts}), lower(?)) OR instr(lower(${texts}), lower(?))`,
    match,
    JSON.stringify(match).slice(1, -1),
  )
}

/** The evidence of derived records: a rebuild would bring them back from it. */
const made = (db: Database, given: readonly string[]): readonly string[] =>
  DERIVED.flatMap((kind) =>
    ids(
      db,
      `SELECT DISTINCT each.value AS id FROM ${kind}, json_each(${kind}.evidence) AS each WHERE ${kind}.id IN ids`,
      new Set(given),
    ),
  )

/** These events and the others of their turns: what is made of a turn may quote all of it. */
function turnsOf(db: Database, events: ReadonlySet<string>): readonly string[] {
  const turns = 'SELECT session, prompt_id FROM events WHERE id IN ids AND prompt_id IS NOT NULL'
  return [...events, ...ids(db, `SELECT id FROM events WHERE (session, prompt_id) IN (${turns})`, events)]
}

function citing(db: Database, kind: (typeof DERIVED)[number], evidence: ReadonlySet<string>): readonly string[] {
  const cited = `EXISTS (SELECT 1 FROM json_each(${kind}.evidence) WHERE value IN ids)`
  const sessions = 'SELECT session FROM events WHERE id IN ids UNION SELECT session FROM prompts WHERE id IN ids'
  return ids(db, `SELECT id FROM ${kind} WHERE session IN (${sessions}) AND ${cited}`, evidence)
}

/** Handoffs that were written after any of these happened: they tell of a session as a whole, and name part of it. */
const standingOn = (db: Database, events: ReadonlySet<string>): readonly string[] =>
  ids(
    db,
    `SELECT handoffs.id FROM handoffs JOIN
       (SELECT session, min(at) AS since FROM events WHERE id IN ids GROUP BY session) AS gone
       ON handoffs.session = gone.session AND handoffs.at >= gone.since`,
    events,
  )

function wholeSessions(db: Database, { session, project }: Selection): readonly string[] {
  if (session !== undefined) return listed(db, 'SELECT id FROM sessions WHERE id = ?', session)
  return project === undefined ? [] : listed(db, 'SELECT id FROM sessions WHERE project = ?', project)
}

/** Rows of a statement in which `ids` stands for a list of ids. */
function ids(db: Database, sql: string, given: ReadonlySet<string>): readonly string[] {
  if (given.size === 0) return []
  return listed(db, `WITH ids AS MATERIALIZED (SELECT value FROM json_each(?)) ${sql}`, JSON.stringify([...given]))
}

const listed = (db: Database, sql: string, ...values: Bound[]) => db.all(sql, ...values).map(({ id }) => String(id))
