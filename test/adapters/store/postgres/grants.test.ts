import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleaned } from '../../../../packages/redaction/test/cleaned.ts'
import { grants, prepare } from '../../../../src/adapters/store/postgres/grants.ts'
import { grantsContract } from '../../../contract/state.ts'

describe("the embedded PostgreSQL passes the SQLite store's contract", () => {
  let server: PGlite
  beforeAll(async () => {
    // Optimising a server that answers a few dozen queries takes as long as starting it
    setFlagsFromString('--liftoff-only')
    try {
      server = await PGlite.create()
    } finally {
      setFlagsFromString('--no-liftoff-only')
    }
  }, 60_000)
  afterAll(() => server.close())

  const fresh = async (): Promise<PGlite> => {
    await server.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await prepare(server)
    return server
  }

  grantsContract(async () => ({ grants: grants(await fresh()), close: async () => {} }))

  test('preparing again keeps existing grants', async () => {
    const connection = await fresh()
    await grants(connection).take(cleaned('file'), cleaned('a'), 2_000, 1_000)
    await prepare(connection)
    expect(await grants(connection).take(cleaned('file'), cleaned('b'), 2_000, 1_500)).toBe(false)
  })
})
