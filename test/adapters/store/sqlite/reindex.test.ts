import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../../src/adapters/store/sqlite/database.ts'
import { memories } from '../../../../src/adapters/store/sqlite/memories.ts'
import { migrate } from '../../../../src/adapters/store/sqlite/migrate.ts'
import { migrations } from '../../../../src/adapters/store/sqlite/migrations/index.ts'
import { events, observations, prompts, summaries, type Table } from '../../../../src/adapters/store/sqlite/rows.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { anEvent, anObservation, aPrompt, aSummary } from '../../../contract/records.ts'
import { scratch } from './fresh.ts'

const PLACES = 11
const RECALL_INDEX = 15

test('a store of an older schema is searched as before: every record is put into the new index', async () => {
  const file = join(scratch(), 'x.db')
  const db = await openDatabase(file, 'writer')
  onTestFinished(() => db.close())
  migrate(db, file, migrations.slice(0, PLACES - 1))
  const said = anEvent({ id: 'e_2', name: 'Stop', at: 30, body: { lastMessage: 'The zebra crossed twice.' } })
  for (const record of [anEvent({ id: 'e_1', tool: 'Bash', output: 'a zebra', at: 20 }), said])
    put(db, events, { ...record, seq: null as unknown as number })
  put(db, prompts, { ...aPrompt({ id: 'p_2', at: 40, text: 'And then?' }), number: 2 })
  put(db, prompts, { ...aPrompt({ id: 'p_1', at: 10, text: 'Why did the zebra cross?' }), number: 1 })
  put(db, observations, anObservation({ id: 'o_1', title: 'Zebras cross' }))
  put(db, summaries, aSummary({ id: 'm_1', learned: 'zebras' }))
  migrate(db, file, migrations)
  const found = memories.search(db, { match: parseQuery('zebra'), limit: 10 })
  expect(found.map(({ id }) => id).sort()).toEqual(['e_1', 'e_2', 'm_1', 'o_1', 'p_1'])
  // What was said stands in the order in which it was
  const places = db.all('SELECT record FROM documents WHERE record IN (?, ?, ?) ORDER BY id', 'p_1', 'e_2', 'p_2')
  expect(places.map(({ record }) => record)).toEqual(['p_1', 'e_2', 'p_2'])
})

test('what was kept before there was an index for it is recalled, but for events and machine text', async () => {
  const file = join(scratch(), 'x.db')
  const db = await openDatabase(file, 'writer')
  onTestFinished(() => db.close())
  migrate(
    db,
    file,
    migrations.filter(({ number }) => number < RECALL_INDEX),
  )
  const text = 'why does the uploader retry with exponential backoff?'
  const [p1, p2] = [aPrompt({ id: 'p_1', text }), aPrompt({ id: 'p_2', text, origin: 'machine' })]
  const o1 = anObservation({ id: 'o_1', title: text })
  const m1 = aSummary({ id: 'm_1', request: text })
  for (const [at, prompt] of [p1, p2].entries()) put(db, prompts, { ...prompt, number: at + 1 })
  put(db, observations, o1)
  put(db, summaries, m1)
  const kinds = { prompt: [p1, p2], observation: [o1], summary: [m1] }
  for (const [kind, records] of Object.entries(kinds)) {
    for (const { id, project, session, at, ...more } of records) {
      const type = kind === 'prompt' ? (more as { origin: string }).origin : kind
      const sql = 'INSERT INTO documents (record, kind, type, project, session, at) VALUES (?, ?, ?, ?, ?, ?)'
      db.run(sql, id, kind, type, project, session, at)
    }
  }
  migrate(db, file, migrations)
  const found = memories.recall(db, { text, project: p1.project, notSession: 'other', limit: 10 })
  expect(found.map(({ id }) => id).sort()).toEqual(['m_1', 'o_1', 'p_1'])
})

/** Into the columns that there were. */
function put<T>(db: Database, { name, columns, values }: Table<T>, record: T): void {
  const there = new Set(db.all(`SELECT name FROM pragma_table_info('${name}')`).map((column) => column.name))
  const row = values(record).map((value, at) => [columns[at], value] as const)
  const kept = row.filter(([column]) => there.has(column as string))
  const sql = `INSERT INTO ${name} (${kept.map(([column]) => column)}) VALUES (${kept.map(() => '?')})`
  db.run(sql, ...kept.map(([, value]) => value))
}
