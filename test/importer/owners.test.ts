import { expect, test } from 'vitest'
import { ownersOf } from '../../src/importer/run.ts'

const stored = {
  owners: async (uuids: readonly string[]): Promise<Record<string, string>> =>
    uuids.includes('kept') ? { kept: 'first' } : {},
}
const line = (uuid: string, session: string) => ({ uuid, session })

test('a line in progress belongs to the session that read it first, a stored one to the session that the store names', async () => {
  const owners = ownersOf(stored)
  const settle = owners.send([line('a', 'one'), line('kept', 'one')])
  owners.send([line('a', 'two'), line('b', 'two')])
  expect(await owners.ask(['a', 'b', 'c', 'kept'])).toEqual({ a: 'one', b: 'two', kept: 'first' })
  settle()
  expect(await owners.ask(['a', 'b', 'kept'])).toEqual({ b: 'two', kept: 'first' })
})
