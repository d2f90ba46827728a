import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { allNouns } from '../../../domain/nouns/records.ts'
import type { Session } from '../../../domain/nouns/session.ts'
import type { Counts, Evidence, SessionFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { type OnDatabase, whenGiven, where, withIdPrefix } from './port.ts'
import { putRecord } from './records.ts'
import { events, fileVersions, projects, prompts, sessions } from './rows.ts'
import { settling } from './settle.ts'

/** Reads evidence, on one connection. */
export const evidence: OnDatabase<Evidence> = {
  sessions(db, filter) {
    const { sql, values } = where(sessionConditions(filter))
    const order = filter.oldest ? 'ASC' : 'DESC'
    const rows = db.all(
      `SELECT * FROM sessions ${sql} ORDER BY started_at ${order}, rowid ${order} LIMIT ?`,
      ...[...values, filter.limit],
    )
    return rows.map((row) => seenAt(sessions.record(row), filter.asOf))
  },
  events(db, { session, project, promptId, agent, names, afterSeq, asOf, limit, newest = false }) {
    const { sql, values } = where([
      whenGiven('session = ?', session),
      whenGiven('project = ?', project),
      whenGiven('prompt_id = ?', promptId),
      agent === null ? ['agent_id IS NULL'] : whenGiven('agent_id = ?', agent),
      whenGiven('name IN (SELECT value FROM json_each(?))', names && JSON.stringify(names)),
      whenGiven('seq > ?', afterSeq),
      whenGiven('at <= ?', asOf),
    ])
    const order = newest ? 'DESC' : 'ASC'
    const rows = db.all(`SELECT * FROM events ${sql} ORDER BY seq ${order} LIMIT ?`, ...values, limit)
    return (newest ? rows.reverse() : rows).map(events.record)
  },
  prompts(db, { session, asOf, limit }) {
    const { sql, values } = where([whenGiven('session = ?', session), whenGiven('at <= ?', asOf)])
    const rows = db.all(`SELECT * FROM prompts ${sql} ORDER BY number DESC LIMIT ?`, ...values, limit)
    return rows.reverse().map(prompts.record)
  },
  versions(db, { session, path, limit }) {
    const { sql, values } = where([whenGiven('session = ?', session), whenGiven('path = ?', path)])
    const rows = db.all(`SELECT * FROM file_versions ${sql} ORDER BY at DESC, event LIMIT ?`, ...values, limit)
    return rows.map(fileVersions.record)
  },
  ordinal: (db, identity, before = Number.MAX_SAFE_INTEGER) =>
    count(
      db,
      "SELECT count(*) AS n FROM events WHERE identity = ? AND via <> 'transcript' AND at < ?",
      ...[identity, before],
    ),
  stored: (db, ids) =>
    db
      .all('SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
      .map(({ id }) => String(id)),
  project(db, project) {
    putRecord(db, 'project', project)
  },
  projects: (db) => db.all(`SELECT * FROM projects WHERE ${IS_OWN} ORDER BY name, id`).map(projects.record),
  places: (db) => db.all('SELECT * FROM projects ORDER BY name, id').map(projects.record),
  decided: (db) => db.all(DECIDED).map(projects.record),
  ...settling,
  counts(db, project) {
    const of = (table: string, column = 'project') => {
      const { sql, values } = where([whenGiven(`${column} = ?`, project)])
      return count(db, `SELECT count(*) AS n FROM ${table} ${sql}`, ...values)
    }
    const machinePrompts = of("(SELECT project FROM prompts WHERE origin = 'machine')")
    const tables: Readonly<Record<string, string>> = { projects: `(SELECT id FROM projects WHERE ${IS_OWN})` }
    const counted = allNouns
      .filter((noun) => noun.counted === true)
      .map(({ table, fields }) => [table, of(tables[table] ?? table, 'project' in fields ? 'project' : 'id')])
    const counts = Object.fromEntries(counted) as Counts
    return { ...counts, prompts: counts.prompts - machinePrompts, machinePrompts }
  },
}

const DECIDED =
  'SELECT * FROM projects WHERE counts_as IS NOT NULL OR id IN (SELECT counts_as FROM projects) ORDER BY name, id'

/** Of a project that counts as no other. */
const IS_OWN = 'coalesce(counts_as, id) = id'

const count = (db: Database, sql: string, ...values: (string | number)[]) => Number(db.get(sql, ...values)?.n)

function sessionConditions({
  id,
  project,
  worktree,
  clientPid,
  endReason,
  open,
  seenSince,
  seenBefore,
  asOf,
}: SessionFilter) {
  const ended = asOf === undefined ? (['ended_at IS NOT NULL'] as const) : (['ended_at <= ?', asOf] as const)
  const notEnded = asOf === undefined ? (['ended_at IS NULL'] as const) : (['coalesce(ended_at > ?, 1)', asOf] as const)
  return [
    id === undefined ? undefined : withIdPrefix(id),
    whenGiven('project = ?', project),
    whenGiven('worktree = ?', worktree),
    whenGiven('client_pid = ?', clientPid),
    whenGiven('end_reason = ?', endReason),
    endReason === undefined || asOf === undefined ? undefined : ended,
    open === undefined ? undefined : open ? notEnded : ended,
    whenGiven('last_seen_at >= ?', seenSince),
    whenGiven('last_seen_at < ?', seenBefore),
    whenGiven('started_at <= ?', asOf),
  ]
}

/** A session as of a time: later changes are not visible. */
function seenAt(session: Cleaned<Session>, asOf = Number.POSITIVE_INFINITY): Cleaned<Session> {
  const { endedAt, endReason, ...rest } = session
  const ended = endedAt !== undefined && endedAt <= asOf ? { endedAt, ...(endReason && { endReason }) } : {}
  return { ...rest, lastSeenAt: Math.min(session.lastSeenAt, asOf), ...ended }
}
