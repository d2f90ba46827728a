import type { DerivedNoun, EvidenceName } from '../../../domain/effects.ts'
import type { RecordDraft } from '../../../domain/nouns/event.ts'
import { allNouns, type NounName, type RecordOf } from '../../../domain/nouns/records.ts'
import type { SessionChange } from '../../../domain/nouns/session.ts'
import type { Change, Commit, Journal } from '../../../ports.ts'
import { mustStayAway, sourcesOf } from './admitted.ts'
import type { Database } from './database.ts'
import { writtenPlaces } from './feed.ts'
import type { OnDatabase } from './port.ts'
import { unpack } from './protocol.ts'
import { add, putRecord } from './records.ts'
import { sessions } from './rows.ts'
import { inProject, noteOrigin } from './settle.ts'
import { keepMark } from './sources.ts'
import { anyForgotten, isForgotten } from './tombstones.ts'
import { adopt, yieldTwin } from './twins.ts'

/** Writes evidence and derived records; the caller's transaction makes a commit all or nothing. */
export const journal: OnDatabase<Journal> = {
  commit(db, given) {
    const commit = settled(db, given)
    const fresh = write(db, commit)
    return !fresh && commit.once !== undefined && isForgotten(db, commit.once) ? { fresh, forgotten: true } : { fresh }
  },
  commitAll(db, commits, mark) {
    const fresh = commits.map((given) => {
      const commit = settled(db, given)
      return !isTurnedAway(db, commit) && write(db, commit)
    })
    keepMark(db, mark)
    return fresh
  },
  commitPacked(db, packed) {
    const [commits, mark] = unpack(packed)
    const fresh = journal.commitAll(db, commits, mark).filter(Boolean).length
    return { fresh, touched: writtenPlaces(commits.flatMap(({ changes }) => changes)) }
  },
}

/**
 * Whether the ledger excludes its event by now; it was last checked when the event was read, possibly by another
 * process.
 */
const isTurnedAway = (db: Database, { changes }: Commit): boolean =>
  changes.some((change) => change.kind === 'event' && mustStayAway(db, { kind: 'event', record: change.record }, 0))

/** With each record in the project that its own counts as by now. */
function settled(db: Database, commit: Commit): Commit {
  const changes = commit.changes.map((change) => settledChange(db, change))
  return changes.every((change, at) => change === commit.changes[at]) ? commit : { ...commit, changes }
}

function settledChange(db: Database, change: Change): Change {
  const field = 'record' in change ? 'record' : 'change' in change ? 'change' : undefined
  const before = field && (change as { readonly [F in typeof field]?: object })[field]
  if (field === undefined || before === undefined) return change
  const now = inProject(db, before)
  noteOrigin(db, before, now)
  return now === before ? change : ({ ...change, [field]: now } as Change)
}

/** Returns whether it was written: not if `once` already existed, or if it was forgotten. */
function write(db: Database, { changes, jobs = [], done = [], once }: Commit): boolean {
  if (once !== undefined && (kept(db, once) || anyForgotten(db, [once]))) {
    for (const change of changes)
      if (change.kind === 'event' && change.record.via === 'hook') noteHook(db, change.record)
    return false
  }
  for (const change of changes) apply(db, change)
  for (const { behaviour, event, dueAt } of jobs) {
    db.run(
      'INSERT INTO jobs (behaviour, event, due_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      ...[behaviour, event, dueAt],
    )
  }
  for (const id of done) db.run('DELETE FROM jobs WHERE id = ?', id)
  return true
}

/** The hook of an event that was read from its transcript first; the next equal event is counted from it. */
const noteHook = (db: Database, { id }: RecordDraft): void =>
  void db.run("UPDATE events SET via = 'hook' WHERE id = ? AND via = 'transcript'", id)

const kept = (db: Database, event: string) => db.get('SELECT 1 FROM events WHERE id = ?', event) !== undefined

type Writers = { readonly [K in Change['kind']]: (db: Database, change: Extract<Change, { kind: K }>) => void }

function apply<K extends Change['kind']>(db: Database, change: Extract<Change, { kind: K }>): void {
  const writeOne: Writers[K] = writers[change.kind as K]
  writeOne(db, change)
}

/** Records of all nouns are written as their declarations say. */
const plain = Object.fromEntries(
  allNouns.map(({ name }) => [
    name,
    (db: Database, { record }: { record: never }) => putUnlessForgotten(db, name, record),
  ]),
) as unknown as Pick<Writers, EvidenceName | DerivedNoun>

const writers: Writers = {
  ...plain,
  event: (db, { record }) => void add(db, 'event', { ...record, seq: ASSIGNED }),
  session: (db, { change }) => laySession(db, change),
  prompt(db, { record: prompt }) {
    yieldTwin(db, prompt)
    const last = db.get('SELECT max(number) AS number FROM prompts WHERE session = ?', prompt.session)
    add(db, 'prompt', { ...prompt, number: Number(last?.number ?? 0) + 1 })
  },
  exclude(db, { session, promptId }) {
    db.run('INSERT INTO exclusions (session, prompt_id) VALUES (?, ?) ON CONFLICT DO NOTHING', session, promptId)
  },
  score(db, { event, significance }) {
    db.run('UPDATE events SET significance = ? WHERE id = ?', significance, event)
  },
}

/** Assigned by the store. */
const ASSIGNED = null as unknown as number

/** A record derived from something forgotten meanwhile is not stored, nor is anything that came with it. */
function putUnlessForgotten<N extends NounName>(db: Database, name: N, record: RecordOf<N>): void {
  if (!anyForgotten(db, sourcesOf(name, record as object))) putRecord(db, name, record)
}

/**
 * Updates the row with the fields that are present. Started, seen and ended are the earliest, latest and last values
 * reported.
 */
function laySession(db: Database, asked: SessionChange): void {
  const change = endingOf(db, asked)
  const row = { startedAt: change.lastSeenAt, ...defined(change) } as Parameters<typeof sessions.values>[0]
  if (db.run(sessions.insertNew, ...sessions.values(row)) > 0) return
  const values = sessions.values(row)
  if (change.source !== undefined) adopt(db, change)
  const laid = sessions.columns.flatMap((column, at) => {
    if (!isLaid(change, column)) return []
    if (change.endedAt === null && ENDING.has(column)) return [{ sql: stillEnded(column), value: change.lastSeenAt }]
    return [{ sql: `${column} = ${COMBINED[column] ?? '?'}`, value: values[at] }]
  })
  const sql = laid.map((one) => one.sql).join(', ')
  db.run(`UPDATE sessions SET ${sql} WHERE id = ?`, ...laid.map(({ value }) => value), change.id)
}

const COMBINED: Readonly<Record<string, string>> = {
  started_at: 'min(started_at, ?)',
  last_seen_at: 'max(last_seen_at, ?)',
}

const ENDING: ReadonlySet<string> = new Set(['ended_at', 'end_reason'])
/** Reopens a session that ended before the given time; a later end stays. */
const stillEnded = (column: string): string => `${column} = CASE WHEN ended_at >= ? THEN ${column} END`

/** Transcripts report the past: an end followed by a later end, a prompt or a new start is not the session's end. */
function endingOf(db: Database, change: SessionChange): SessionChange {
  const { id, endedAt, endReason: _, ...rest } = change
  if (endedAt === undefined || endedAt === null) return endedAt === null ? { ...change, endReason: null } : change
  const wentOn = db.get(
    `SELECT 1 FROM sessions WHERE id = ? AND ended_at > ?
     UNION ALL SELECT 1 FROM prompts WHERE session = ? AND at > ?
     UNION ALL SELECT 1 FROM events WHERE session = ? AND name = 'SessionStart' AND at > ? LIMIT 1`,
    ...[id, endedAt, id, endedAt, id, endedAt],
  )
  return wentOn === undefined ? change : { id, ...rest }
}

const defined = (change: SessionChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

function isLaid(change: SessionChange, column: string): boolean {
  const field = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return (change as unknown as Record<string, unknown>)[field] !== undefined
}
