import type { Failures } from '../../../ports.ts'
import type { OnDatabase } from './port.ts'

/** Consecutive failures, on one connection. */
export const failures: OnDatabase<Failures> = {
  list(db, release) {
    const rows = db.all('SELECT * FROM failures WHERE release = ? ORDER BY behaviour, reaction', release)
    return rows.map(({ behaviour, reaction, failures: inARow, at }) => ({
      behaviour: String(behaviour),
      reaction: Number(reaction),
      failures: Number(inARow),
      at: Number(at),
    }))
  },
  note(db, { behaviour, reaction, failures: inARow, at }, release) {
    db.run(
      'INSERT OR REPLACE INTO failures (behaviour, reaction, failures, at, release) VALUES (?, ?, ?, ?, ?)',
      ...[behaviour, reaction, inARow, at, release],
    )
  },
  clear(db, behaviour, reaction) {
    db.run('DELETE FROM failures WHERE behaviour = ? AND coalesce(reaction = ?, 1)', behaviour, reaction)
  },
}
