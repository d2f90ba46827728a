import type { TurnLog } from '../../../ports.ts'
import { type OnDatabase, whenGiven, where } from './port.ts'
import { turnLog as table } from './rows.ts'

/** The maximum number of rows; the oldest are deleted first. */
const KEPT = 20_000

/** The bounded turn log, on one connection. */
export const turnLog: OnDatabase<TurnLog> = {
  append(db, entries) {
    for (const entry of entries) db.run(table.insert, ...table.values(entry))
    db.run('DELETE FROM turn_log WHERE rowid <= (SELECT max(rowid) FROM turn_log) - ?', KEPT)
  },
  read(db, { session, limit }) {
    const { sql, values } = where([whenGiven('session = ?', session)])
    return db.all(`SELECT * FROM turn_log ${sql} ORDER BY rowid DESC LIMIT ?`, ...values, limit).map(table.record)
  },
}
