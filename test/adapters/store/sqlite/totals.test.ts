import { expect, test } from 'vitest'
import { memories } from '../../../../src/adapters/store/sqlite/memories.ts'
import { allNouns } from '../../../../src/domain/nouns/records.ts'
import { plantOne, store } from './planted.ts'

const identified = allNouns.filter(
  ({ letter, fields }) => letter !== undefined && 'project' in fields && 'at' in fields,
)

test.each(identified.map((noun) => [noun.name, noun] as const))(
  'a %s alone is something recorded in its project',
  async (_, noun) => {
    const db = await store()
    plantOne(db, noun, { session: 's-1', project: 'p-1', says: 'plain', n: 1 })
    expect(memories.totals(db, { project: 'p-1' }).hasAny).toBe(true)
    expect(memories.totals(db, { project: 'p-2' }).hasAny).toBe(false)
  },
)
