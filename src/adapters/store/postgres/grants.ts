import { wellFormed } from '@hindcast/redaction/well-formed.ts'
import type { Grants } from '../../../ports.ts'

/** A PostgreSQL session, as every client library offers it; one statement for each query. */
export interface PostgresConnection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
}

const TABLE = `CREATE TABLE IF NOT EXISTS grants (
  key TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until DOUBLE PRECISION NOT NULL
)`

/** An arbitrary constant: the lock held by whoever creates the table. */
const LOCK = 4_815_162

/** Creates the table if it is missing; if two processes try at once, one waits for the other. */
export async function prepare(connection: PostgresConnection): Promise<void> {
  await connection.query('BEGIN')
  try {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await connection.query(TABLE)
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  }
}

/** One-time grants in PostgreSQL, shared by a team's machines. */
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
