import { isQuoteOf } from '../../../domain/memory/remembered.ts'
import { type NounName, nounNamed } from '../../../domain/nouns/records.ts'
import type { Archive, Archived, ArchiveKind, ArchiveRecord, OwedJob, Restored } from '../../../ports.ts'
import { isOfForgotten, mustStayAway } from './admitted.ts'
import type { Database } from './database.ts'
import type { OnDatabase } from './port.ts'
import { add, combine } from './records.ts'
import { turnLog } from './rows.ts'
import { inProject, noteOrigin, resettle, withDecision } from './settle.ts'

/** Merges an archive's records by id; the caller's transaction makes it all or nothing. */
export const restore: OnDatabase<Archive>['restore'] = (db, records, asOf, isOwn = false) => {
  const outcomes = (records as readonly ArchiveRecord[]).map((each) => restoreOne(db, each, asOf, isOwn))
  if (records.some(({ kind }) => kind === 'project')) resettle(db)
  return outcomes
}

/** Restores a record to the project that its project counts as here, unless it was forgotten or excluded in either. */
function restoreOne(db: Database, each: ArchiveRecord, asOf: number, isOwn: boolean): Restored {
  const record = inProject(db, each.record)
  const placed = { ...each, record } as ArchiveRecord
  if ([each, placed].some((one) => mustStayAway(db, one, asOf) || isOfForgotten(db, one.record))) return 'refused'
  noteOrigin(db, each.record, record)
  return put(db, placed, isOwn)
}

function put<K extends ArchiveKind>(db: Database, { kind, record, jobs }: ArchiveRecord<K>, isOwn: boolean): Restored {
  if (isOwn && kind === 'observation') return restored(db, kind, record) ? 'new' : 'there'
  const write = WRITERS[kind as keyof typeof WRITERS] as Writer<K> | undefined
  const isNew = write ? write(db, record as Archived[K], jobs) : restored(db, kind as NounName, record)
  return isNew ? 'new' : 'there'
}

/** Nouns with records that are restored as they are. */
type PlainName = Exclude<NounName, 'event' | 'observation' | 'project' | 'prompt' | 'turn-log'>

/** Returns whether the record was new. */
type Writer<K extends ArchiveKind> = (db: Database, record: Archived[K], jobs?: readonly OwedJob[]) => boolean

/** Adds a record of a noun; an existing one may be extended by the archive's. */
function restored(db: Database, name: NounName, record: object): boolean {
  if (add(db, name, record as never)) return true
  const { restore: gain } = nounNamed(name)
  if (gain !== undefined) combine(db, name, record as never, gain)
  return false
}

/** The end of a pause that was not over in a store of our own; the last moment that a date can have. */
const ENDLESS = 8.64e15

/** Kinds that are not nouns, and nouns with more to restore than their records. */
const WRITERS: { readonly [K in Exclude<ArchiveKind, PlainName>]: Writer<K> } = {
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
      ...[session, project, since, until < ENDLESS ? until : undefined],
    ) > 0,
  event(db, record, jobs = []) {
    if (!restored(db, 'event', record)) return false
    for (const { behaviour, dueAt } of jobs)
      db.run(
        'INSERT INTO jobs (behaviour, event, due_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        ...[behaviour, record.id, dueAt],
      )
    // Existing snapshots do not include this event
    db.run('DELETE FROM fold_snapshots WHERE scope IN (?, ?)', record.session, record.project)
    return true
  },
  project: (db, record) => restored(db, 'project', withDecision(db, record)),
  observation: (db, record) => restored(db, 'observation', { ...record, rememberedBy: provenBy(db, record) }),
  prompt: (db, record) => restored(db, 'prompt', { ...record, number: numberOf(db, record) }),
  'turn-log'(db, record) {
    const same = turnLog.columns.map((column) => `${column} IS ?`).join(' AND ')
    const values = turnLog.values(record)
    if (db.get(`SELECT 1 FROM turn_log WHERE session = ? AND ${same}`, record.session, ...values)) return false
    return db.run(turnLog.insert, ...values) > 0
  },
  line: (db, { uuid, session }) =>
    db.run('INSERT INTO source_lines (uuid, session) VALUES (?, ?) ON CONFLICT DO NOTHING', uuid, session) > 0,
}

/**
 * Who asked for it to be remembered. A file can claim anything, so a note is the user's only if a prompt that it cites
 * contains its words; otherwise it counts as the agent's.
 */
function provenBy(db: Database, { evidence, narrative, rememberedBy }: Archived['observation']) {
  if (rememberedBy !== 'user') return rememberedBy
  const cited = db.all(
    "SELECT text FROM prompts WHERE origin = 'person' AND id IN (SELECT value FROM json_each(?))",
    JSON.stringify(evidence),
  )
  return cited.some(({ text }) => isQuoteOf(narrative, String(text))) ? 'user' : 'agent'
}

/** A store without tombstones adopts the archive's keys; any other adds them to its own. */
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

/** The prompt's own number in its session, or the next one if another prompt has it. */
function numberOf(db: Database, { id, session, number }: Archived['prompt']): number {
  const taken = db.get('SELECT 1 FROM prompts WHERE session = ? AND number = ? AND id <> ?', session, number, id)
  if (taken === undefined) return number
  return Number(db.get('SELECT max(number) AS last FROM prompts WHERE session = ?', session)?.last) + 1
}
