import type { Found, Ledger, Pause, Scope, TimeSpan } from '../../../ports.ts'
import type { Row } from '../../sqlite/driver.ts'
import { dropBackups } from './backups.ts'
import type { Bound, Database } from './database.ts'
import { INDEXES } from './documents.ts'
import { erase } from './erase.ts'
import { type Gathered, gather, IDENTIFIED, idsOf } from './gather.ts'
import type { OnDatabase } from './port.ts'
import { forgottenUntil } from './tombstones.ts'

/** How many pages of the full-text index are rewritten at a time, so that answers get in between. */
const PAGES = 200
/** How long a sweep waits for readers, in milliseconds. */
const PATIENCE_MS = 50

/** The ledger of what must not be stored, on one connection. */
export const ledger: OnDatabase<Ledger> = {
  excluded: (db, session, promptId) =>
    db.get('SELECT 1 FROM exclusions WHERE session = ? AND prompt_id = ?', session, promptId) !== undefined,
  silences(db, { session, project }) {
    const rows = db.all(
      'SELECT * FROM pauses WHERE coalesce(session, ?) = ? AND coalesce(project, ?) = ?',
      ...[session, session, project, project],
    )
    const ends = [forgottenUntil(db, 'session', session), forgottenUntil(db, 'project', project)]
    const past = ends.filter((until) => until !== undefined).map((until): TimeSpan => ({ from: 0, until }))
    return [...past, ...rows.map(spanOf)]
  },
  paused: (db, now) =>
    db
      .all('SELECT * FROM pauses WHERE since <= ? AND coalesce(until > ?, 1) ORDER BY id', now, now)
      .map((row): Pause => ({ ...scopeOf(row), ...spanOf(row) })),
  pause(db, { session, project, from, until }) {
    end(db, 'session IS ? AND project IS ?', [session, project], from)
    db.run('INSERT INTO pauses (session, project, since, until) VALUES (?, ?, ?, ?)', session, project, from, until)
  },
  resume(db, { session, project }, at) {
    const all = session === undefined && project === undefined
    end(db, all ? '1' : 'session IS ? AND project IS ?', all ? [] : [session, project], at)
  },
  survey: (db, selection) => found(db, gather(db, selection)),
  forget(db, selection, at) {
    const work = () => {
      const gone = gather(db, selection)
      const all = found(db, gone)
      erase(db, gone, selection, at)
      return all
    }
    return selection.step === undefined ? db.transaction('write', work) : inLittle(db, work)
  },
  sweep,
}

/** The log's size limit, in 4 KB pages, during large deletions. */
const LITTLE = 500

/** Many steps make the log long, and an answer would have to wait while one commit writes it back. */
function inLittle<T>(db: Database, work: () => T): T {
  const before = db.get('PRAGMA wal_autocheckpoint')?.wal_autocheckpoint
  db.exec(`PRAGMA wal_autocheckpoint = ${LITTLE}`)
  try {
    return db.transaction('write', work)
  } finally {
    db.exec(`PRAGMA wal_autocheckpoint = ${before}`)
  }
}

/** Ends spans still in effect that match the scope. */
function end(db: Database, which: string, scope: readonly Bound[], at: number): void {
  db.run(`UPDATE pauses SET until = ? WHERE coalesce(until > ?, 1) AND ${which}`, at, at, ...scope)
}

const spanOf = ({ since, until }: Row): TimeSpan => ({
  from: Number(since),
  ...(until !== null && until !== undefined && { until: Number(until) }),
})

const scopeOf = ({ session, project }: Row): Scope => ({
  ...(session && { session: String(session) }),
  ...(project && { project: String(project) }),
})

function found(db: Database, { records, sessions, touched }: Gathered): Found {
  const list = (ids: ReadonlySet<string> = new Set()) => JSON.stringify([...ids])
  const told = db.all(
    `SELECT transcript FROM sessions WHERE transcript IS NOT NULL AND id IN (SELECT value FROM json_each(?)) UNION
     SELECT body ->> 'path' FROM events WHERE name = 'Imported' AND id IN (SELECT value FROM json_each(?))`,
    ...[list(touched), list(records.get('event'))],
  )
  const whole = db.get(
    'SELECT count(*) AS n FROM sessions WHERE id IN (SELECT value FROM json_each(?))',
    list(sessions),
  )
  const counts = IDENTIFIED.map(({ name, table }) => [table, records.get(name)?.size ?? 0])
  return {
    ids: [...idsOf(records)],
    counts: Object.fromEntries([['sessions', Number(whole?.n)], ...counts]) as Found['counts'],
    transcripts: told.map(({ transcript }) => String(transcript)),
  }
}

/**
 * Run outside a transaction. First merges the index, which drops the words of deleted rows (a contentless index only
 * marks them); then checkpoints and truncates the log.
 */
function sweep(db: Database): boolean {
  const owed = Number(db.get('SELECT owed FROM ledger_key')?.owed)
  if (owed === 0) return false
  if (owed === 1) dropBackups(db)
  const changes = () => Number(db.get('SELECT total_changes() AS n')?.n)
  const before = changes()
  for (const table of INDEXES)
    db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, owed === 1 ? -PAGES : PAGES)
  // One change is the command itself
  const merged = changes() - before > INDEXES.length
  // Started only once, because restarting it would include everything written meanwhile
  if (owed === 1) db.run('UPDATE ledger_key SET owed = 2')
  if (merged) return true
  if (!truncated(db)) return true
  db.run('UPDATE ledger_key SET owed = 0')
  return false
}

function truncated(db: Database): boolean {
  const before = db.get('PRAGMA busy_timeout')?.timeout
  db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
  try {
    return db.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0
  } finally {
    db.exec(`PRAGMA busy_timeout = ${before}`)
  }
}
