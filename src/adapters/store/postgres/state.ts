import { wellFormed } from '../../../domain/redaction/well-formed.ts'
import type { Folds, Grants } from '../../../ports.ts'
import type { PostgresConnection } from './connection.ts'

/** One-time permissions over PostgreSQL. */
export const grants = (connection: PostgresConnection): Grants => ({
  async take(key, holder, until, now) {
    const { rows } = await connection.query(
      `INSERT INTO grants (key, holder, until) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE grants.holder = excluded.holder OR grants.until <= $4 RETURNING key`,
      [wellFormed(key), wellFormed(holder), until, now],
    )
    return rows.length > 0
  },
  async giveBack(key, holder) {
    await connection.query('DELETE FROM grants WHERE key = $1 AND holder = $2', [wellFormed(key), wellFormed(holder)])
  },
})

/** Snapshots of folds over PostgreSQL. */
export const folds = (connection: PostgresConnection): Folds => ({
  async load(fold, scope) {
    const { rows } = await connection.query('SELECT state, seq FROM fold_snapshots WHERE fold = $1 AND scope = $2', [
      wellFormed(fold),
      wellFormed(scope),
    ])
    const row = rows[0]
    return row && { state: JSON.parse(String(row.state)) as unknown, seq: Number(row.seq) }
  },
  async save(fold, scope, state, seq) {
    await connection.query(
      `INSERT INTO fold_snapshots (fold, scope, state, seq) VALUES ($1, $2, $3, $4)
       ON CONFLICT (fold, scope) DO UPDATE SET state = excluded.state, seq = excluded.seq
       WHERE excluded.seq >= fold_snapshots.seq`,
      [wellFormed(fold), wellFormed(scope), JSON.stringify(state), seq],
    )
  },
})
