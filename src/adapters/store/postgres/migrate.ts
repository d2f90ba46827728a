import type { PostgresConnection } from './connection.ts'
import { migrations, type PostgresMigration } from './migrations/index.ts'

/** Any number that is always the same: who migrates holds this lock. */
const LOCK = 4_815_162

/** Brings a database up to date in one transaction; of two that try at once, one waits for the other. */
export async function migrate(connection: PostgresConnection): Promise<void> {
  await connection.query('BEGIN')
  try {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await connection.query('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)')
    const { rows } = await connection.query('SELECT number FROM migrations')
    const applied = new Set(rows.map((row) => row.number))
    for (const migration of migrations) if (!applied.has(migration.number)) await apply(connection, migration)
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  }
}

async function apply(connection: PostgresConnection, { number, name, statements }: PostgresMigration): Promise<void> {
  for (const statement of statements) await connection.query(statement)
  await connection.query('INSERT INTO migrations (number, name) VALUES ($1, $2)', [number, name])
}
