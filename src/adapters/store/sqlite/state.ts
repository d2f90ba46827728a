import type { Folds, Grants } from '../../../ports.ts'
import type { OnDatabase } from './port.ts'
import { table } from './rows.ts'

/** Grants, each taken with a single statement. */
export const grants: OnDatabase<Grants> = {
  take(db, key, holder, until, now) {
    const changed = db.run(
      `INSERT INTO grants (key, holder, until) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE grants.holder = excluded.holder OR grants.until <= ?`,
      ...[key, holder, until, now],
    )
    return changed > 0
  },
  giveBack(db, key, holder) {
    db.run('DELETE FROM grants WHERE key = ? AND holder = ?', key, holder)
  },
}

const snapshots = table<{ readonly state: unknown; readonly seq: number }>({
  table: 'fold_snapshots',
  fields: { state: 'json', seq: 'count' },
})

/** Snapshots of folds, on one connection. */
export const folds: OnDatabase<Folds> = {
  load(db, fold, scope) {
    const row = db.get('SELECT state, seq FROM fold_snapshots WHERE fold = ? AND scope = ?', fold, scope)
    return row && snapshots.record(row)
  },
  save(db, fold, scope, state, seq) {
    db.run(
      `INSERT INTO fold_snapshots (fold, scope, state, seq) VALUES (?, ?, ?, ?)
       ON CONFLICT (fold, scope) DO UPDATE SET state = excluded.state, seq = excluded.seq WHERE excluded.seq >= seq`,
      ...[fold, scope, JSON.stringify(state), seq],
    )
  },
}
