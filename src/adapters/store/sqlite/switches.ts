import type { Switches } from '../../../ports.ts'
import type { OnDatabase } from './port.ts'

/** Behaviours disabled in a session or project, on one connection. */
export const switches: OnDatabase<Switches> = {
  list(db) {
    const rows = db.all('SELECT behaviour, session, project FROM switches ORDER BY behaviour, session, project')
    return rows.map(({ behaviour, session, project }) => ({
      behaviour: String(behaviour),
      ...(typeof session === 'string' && { session }),
      ...(typeof project === 'string' && { project }),
    }))
  },
  set(db, { behaviour, session, project }, on) {
    const row = [behaviour, session ?? null, project ?? null]
    db.run('DELETE FROM switches WHERE behaviour = ? AND session IS ? AND project IS ?', ...row)
    if (!on) db.run('INSERT INTO switches (behaviour, session, project) VALUES (?, ?, ?)', ...row)
  },
}
