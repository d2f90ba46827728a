import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../../../src/adapters/store/postgres/migrate.ts'
import { migrations } from '../../../../src/adapters/store/postgres/migrations/index.ts'
import { folds, grants } from '../../../../src/adapters/store/postgres/state.ts'
import { stateContract } from '../../../contract/state.ts'

describe('the embedded PostgreSQL keeps the contract of the SQLite store', () => {
  let server: PGlite
  beforeAll(async () => {
    server = await PGlite.create()
  }, 60_000)
  afterAll(() => server.close())

  const fresh = async (): Promise<PGlite> => {
    await server.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    return server
  }

  stateContract(async () => {
    const connection = await fresh()
    await migrate(connection)
    return { grants: grants(connection), folds: folds(connection), close: async () => {} }
  })

  test('migrating twice changes nothing', async () => {
    const connection = await fresh()
    await migrate(connection)
    await migrate(connection)
    const { rows } = await connection.query('SELECT number, name FROM migrations')
    expect(rows).toEqual(migrations.map(({ number, name }) => ({ number, name })))
  })
})
