import type { Jobs } from '../../../ports.ts'
import type { OnDatabase } from './port.ts'
import { events } from './rows.ts'

/** Jobs of behaviours that are not in the list. */
const AMONG_OTHERS = 'behaviour NOT IN (SELECT value FROM json_each(?))'

/** The job queue, on one connection. */
export const jobs: OnDatabase<Jobs> = {
  lease(db, { now, leaseMs, limit, without = [] }) {
    const leased = db.all(
      `UPDATE jobs SET leased_until = ?, attempts = attempts + 1 WHERE id IN (
         SELECT id FROM jobs WHERE state = 'pending' AND due_at <= ? AND leased_until <= ? AND ${AMONG_OTHERS} ORDER BY due_at, id LIMIT ?
       ) RETURNING id, behaviour, event, attempts, due_at`,
      ...[now + leaseMs, now, now, JSON.stringify(without), limit],
    )
    const inOrder = leased.sort((a, b) => Number(a.due_at) - Number(b.due_at) || Number(a.id) - Number(b.id))
    return inOrder.flatMap((job) => {
      const row = db.get('SELECT * FROM events WHERE id = ?', job.event)
      if (row === undefined) return []
      return [
        {
          id: Number(job.id),
          behaviour: String(job.behaviour),
          event: events.record(row),
          attempt: Number(job.attempts),
        },
      ]
    })
  },
  retry(db, id, dueAt, error) {
    db.run('UPDATE jobs SET due_at = ?, leased_until = 0, error = ? WHERE id = ?', dueAt, error, id)
  },
  finish(db, ids) {
    for (const id of ids) db.run('DELETE FROM jobs WHERE id = ?', id)
  },
  abandon(db, id, error) {
    db.run("UPDATE jobs SET state = 'failed', leased_until = 0, error = ? WHERE id = ?", error, id)
  },
  hasten(db, behaviour, dueAt) {
    db.run(
      "UPDATE jobs SET due_at = min(due_at, ?) WHERE behaviour = ? AND state = 'pending' AND leased_until = 0",
      ...[dueAt, behaviour],
    )
  },
  release(db) {
    db.run('UPDATE jobs SET leased_until = 0 WHERE leased_until > 0')
  },
  nextDue(db, without = []) {
    const sql = `SELECT min(max(due_at, leased_until)) AS due FROM jobs WHERE state = 'pending' AND ${AMONG_OTHERS}`
    const row = db.get(sql, JSON.stringify(without))
    return typeof row?.due === 'number' ? row.due : undefined
  },
  ofSession(db, session) {
    const sql =
      'SELECT jobs.* FROM jobs JOIN events ON events.id = jobs.event WHERE events.session = ? ORDER BY jobs.id'
    return db.all(sql, session).map(({ id, behaviour, event, state, error }) => ({
      id: Number(id),
      behaviour: String(behaviour),
      event: String(event),
      isDead: state === 'failed',
      ...(typeof error === 'string' && { error }),
    }))
  },
  counts(db, without = []) {
    const sql = `SELECT count(*) AS n FROM jobs WHERE state = ? AND ${AMONG_OTHERS}`
    const of = (state: string) => Number(db.get(sql, state, JSON.stringify(without))?.n)
    return { pending: of('pending'), failed: of('failed') }
  },
}
