import type { Claim } from '../../../domain/coordination/claim.ts'
import type { Claims } from '../../../ports.ts'
import { type OnDatabase, whenGiven, where } from './port.ts'
import { table } from './rows.ts'

const rows = table<Claim>({
  table: 'claims',
  fields: { path: 'path', project: 'project', worktree: 'path?', session: 'session', since: 'time', until: 'time' },
})

/** Claims, each taken with a single statement. */
export const claims: OnDatabase<Claims> = {
  take(db, { path, project, worktree, session, since, until }, now, from) {
    db.run(
      `INSERT INTO claims (path, project, worktree, session, since, until) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET
         since = CASE WHEN session = excluded.session AND until > ?7 THEN since ELSE excluded.since END,
         project = excluded.project, worktree = excluded.worktree, session = excluded.session, until = excluded.until
       WHERE session = excluded.session OR until <= ?7 OR session = ?8`,
      ...[path, project, worktree ?? null, session, since, until, now, from ?? session],
    )
    const row = db.get('SELECT * FROM claims WHERE path = ?', path)
    if (row === undefined) throw new Error('a claim vanished while it was taken')
    return rows.record(row)
  },
  renew(db, session, until, now) {
    db.run('UPDATE claims SET until = max(until, ?) WHERE session = ? AND until > ?', until, session, now)
  },
  release(db, session, path) {
    const { sql, values } = where([['session = ?', session], whenGiven('path = ?', path)])
    return db.run(`DELETE FROM claims ${sql}`, ...values)
  },
  handOver(db, from, to) {
    db.run('UPDATE claims SET session = ? WHERE session = ?', to, from)
  },
  list(db, { project, session, path, now, limit }) {
    const { sql, values } = where([
      whenGiven('project = ?', project),
      whenGiven('session = ?', session),
      whenGiven('path = ?', path),
      whenGiven('until > ?', now),
    ])
    return db.all(`SELECT * FROM claims ${sql} ORDER BY since DESC, path LIMIT ?`, ...values, limit).map(rows.record)
  },
}
