import {
  eventDocument,
  observationDocument,
  promptDocument,
  summaryDocument,
} from '../../../domain/retrieval/document.ts'
import type { Archive, Archived, ArchiveKind, ArchiveRecord, OwedJob, Restored } from '../../../ports.ts'
import { mustStayAway } from './admitted.ts'
import type { Database } from './database.ts'
import { index } from './documents.ts'
import type { OnDatabase } from './port.ts'
import {
  events,
  fileVersions,
  handoffs,
  observations,
  projects,
  prompts,
  sessions,
  summaries,
  type Table,
  turnLog,
  usages,
} from './rows.ts'

/** Merges records of an archive by id; the caller's transaction makes them all or nothing. */
export const restore: OnDatabase<Archive>['restore'] = (db, records, asOf) =>
  (records as readonly ArchiveRecord[]).map((each) => (mustStayAway(db, each, asOf) ? 'refused' : put(db, each)))

function put<K extends ArchiveKind>(db: Database, { kind, record, jobs }: ArchiveRecord<K>): Restored {
  const write = WRITERS[kind] as (db: Database, record: Archived[K], jobs?: readonly OwedJob[]) => boolean
  return write(db, record as Archived[K], jobs) ? 'new' : 'there'
}

/** Each says whether the record was not there before. */
type Writers = {
  readonly [K in ArchiveKind]: (db: Database, record: Archived[K], jobs?: readonly OwedJob[]) => boolean
}

const add = <T>(db: Database, table: Table<T>, record: T): boolean =>
  db.run(`${table.insert} ON CONFLICT DO NOTHING`, ...table.values(record)) > 0

const WRITERS: Writers = {
  ledger: (db, { keys }) => addKeys(db, keys),
  tombstone: (db, { hash, until }) =>
    db.run(
      'INSERT INTO tombstones (hash, until) VALUES (?, ?) ON CONFLICT DO NOTHING',
      Buffer.from(hash, 'hex'),
      until,
    ) > 0,
  exclusion: (db, { session, promptId }) =>
    db.run('INSERT INTO exclusions (session, prompt_id) VALUES (?, ?) ON CONFLICT DO NOTHING', session, promptId) > 0,
  pause: (db, { session, project, since, until }) =>
    db.run(
      `INSERT INTO pauses (session, project, since, until) SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS
         (SELECT 1 FROM pauses WHERE session IS ?1 AND project IS ?2 AND since = ?3)`,
      ...[session, project, since, until],
    ) > 0,
  project: (db, record) => add(db, projects, record),
  session: addSession,
  event(db, record, jobs = []) {
    if (!add(db, events, { ...record, seq: null as unknown as number })) return false
    index(db, 'event', record, eventDocument(record))
    for (const { behaviour, dueAt } of jobs)
      db.run(
        'INSERT INTO jobs (behaviour, event, due_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        behaviour,
        record.id,
        dueAt,
      )
    // What was folded before did not know of this one
    db.run('DELETE FROM fold_snapshots WHERE scope = ?', record.session)
    return true
  },
  version: (db, record) => add(db, fileVersions, record),
  prompt(db, record) {
    if (!add(db, prompts, { ...record, number: numberOf(db, record) })) return false
    index(db, 'prompt', record, promptDocument(record))
    return true
  },
  observation(db, record) {
    if (!add(db, observations, record)) return false
    index(db, 'observation', record, observationDocument(record))
    return true
  },
  summary(db, record) {
    if (!add(db, summaries, record)) return false
    index(db, 'summary', record, summaryDocument(record))
    return true
  },
  handoff(db, record) {
    if (add(db, handoffs, record)) return true
    db.run(
      'UPDATE handoffs SET outcome = ?, outcome_by = ? WHERE id = ? AND outcome IS NULL',
      ...[record.outcome, record.outcomeBy, record.id],
    )
    return false
  },
  usage: (db, record) => add(db, usages, record),
  told(db, record) {
    const same = turnLog.columns.map((column) => `${column} IS ?`).join(' AND ')
    const values = turnLog.values(record)
    if (db.get(`SELECT 1 FROM turn_log WHERE session = ? AND ${same}`, record.session, ...values)) return false
    return db.run(turnLog.insert, ...values) > 0
  },
  line: (db, { uuid, session }) =>
    db.run('INSERT INTO source_lines (uuid, session) VALUES (?, ?) ON CONFLICT DO NOTHING', uuid, session) > 0,
}

/** A store that has buried nothing takes the archive's keys in place of its own; another has them beside it. */
function addKeys(db: Database, keys: readonly string[]): boolean {
  const own = db.all('SELECT lower(hex(key)) AS key, owed FROM ledger_key ORDER BY rowid')
  const missing = keys.filter((key) => !own.some((row) => row.key === key))
  if (missing.length === 0) return false
  const unused = db.get('SELECT 1 FROM tombstones LIMIT 1') === undefined
  if (unused) db.run('DELETE FROM ledger_key')
  for (const key of unused ? keys : missing)
    db.run('INSERT INTO ledger_key (key, owed) VALUES (?, ?)', Buffer.from(key, 'hex'), own[0]?.owed ?? 0)
  return true
}

/** Of a session that is there, the later word on its end counts. */
function addSession(db: Database, record: Archived['session']): boolean {
  if (add(db, sessions, record)) return true
  const { id, startedAt, lastSeenAt, endedAt, endReason } = record
  db.run(
    `UPDATE sessions SET started_at = min(started_at, ?1), last_seen_at = max(last_seen_at, ?2),
       ended_at = iif(?2 > last_seen_at, ?3, ended_at), end_reason = iif(?2 > last_seen_at, ?4, end_reason)
     WHERE id = ?5`,
    ...[startedAt, lastSeenAt, endedAt, endReason, id],
  )
  return false
}

/** The prompt's own place in its session, or the next one where another prompt has it. */
function numberOf(db: Database, { id, session, number }: Archived['prompt']): number {
  const taken = db.get('SELECT 1 FROM prompts WHERE session = ? AND number = ? AND id <> ?', session, number, id)
  if (taken === undefined) return number
  return Number(db.get('SELECT max(number) AS last FROM prompts WHERE session = ?', session)?.last) + 1
}
