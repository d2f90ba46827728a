import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../../src/adapters/store/sqlite/database.ts'
import { index, unindex } from '../../../../src/adapters/store/sqlite/documents.ts'
import { memories } from '../../../../src/adapters/store/sqlite/memories.ts'
import { migrate } from '../../../../src/adapters/store/sqlite/migrate.ts'
import { add, combine } from '../../../../src/adapters/store/sqlite/records.ts'
import { migrations } from '../../../../src/adapters/store/sqlite/schema.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { anObservation } from '../../../contract/records.ts'
import { runs } from '../../../runs.ts'
import { scratch } from './fresh.ts'

const step = fc.record({
  record: fc.integer({ min: 1, max: 6 }),
  session: fc.constantFrom('s1', 's2', 's3'),
  project: fc.constantFrom('p1', 'p2'),
  kind: fc.constantFrom('event', 'prompt', 'observation'),
  type: fc.constantFrom('person', 'machine'),
  goes: fc.boolean(),
})

async function store(): Promise<Database> {
  const file = join(scratch(), 'x.db')
  const db = await openDatabase(file, 'writer')
  onTestFinished(() => db.close())
  migrate(db, file, migrations)
  return db
}

test('a merged record is found by its new words, and not by its old ones', async () => {
  const db = await store()
  const found = (word: string) => memories.search(db, { match: parseQuery(word), limit: 9 }).map(({ id }) => id)
  const kept = anObservation({ id: 'o_1', title: 'the heron stands' })
  add(db, 'observation', kept)
  expect(found('heron')).toEqual(['o_1'])
  const next = { ...kept, title: 'the gannet dives' }
  expect(combine(db, 'observation', next, (_, newer) => newer)).toBe(true)
  expect([found('heron'), found('gannet')]).toEqual([[], ['o_1']])
})

test("a project's blocks are those with its texts, each with the number of recallable ones", async () => {
  const db = await store()
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      for (const table of ['documents', 'project_blocks']) db.run(`DELETE FROM ${table}`)
      for (const one of steps) take(db, one)
      const blocks = db.all('SELECT project, block, recalled FROM project_blocks ORDER BY 1, 2')
      expect(blocks).toEqual(db.all(COUNTED))
    }),
    { numRuns: runs(50) },
  )
})

const COUNTED = `
SELECT project, id >> 24 AS block, sum(kind <> 'event' AND type <> 'machine') AS recalled FROM documents
GROUP BY 1, 2 ORDER BY 1, 2`

function take(
  db: Database,
  { record, kind, type, session, project, goes }: typeof step extends fc.Arbitrary<infer T> ? T : never,
) {
  const id = `r${record}`
  if (goes) return void unindex(db, id)
  const document = { type, title: 'a title', body: 'a body', files: [] }
  index(db, kind as 'event' | 'prompt' | 'observation', { id, session, project, at: 1 }, document)
}
