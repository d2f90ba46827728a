import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openRaw } from '../../../../src/adapters/sqlite/driver.ts'
import { openStore, type Store } from '../../../../src/adapters/store/sqlite/store.ts'
import {
  anEvent,
  anObservation,
  aPrompt,
  aSession,
  commit,
  event,
  observation,
  type Plain,
  prompt,
  session,
} from '../../../contract/records.ts'
import { runs } from '../../../runs.ts'
import { scratch, workerUrl } from './fresh.ts'

const MANY = runs(150)
/** A word that no other text contains, made of letters that stemming leaves alone. */
const wordOf = (n: number): string =>
  `zq${[...String(n).padStart(5, '0')].map((digit) => 'bcdfghjkmp'[Number(digit)]).join('')}qz`
const filler = (n: number): string => 'lorem ipsum dolor '.repeat(1 + ((n * 37) % 160))

async function fill({ journal }: Store): Promise<void> {
  await commit(journal, [session(aSession({ id: 's1' }))])
  for (let n = 0; n < MANY; n++) {
    const text = `${filler(n)} ${wordOf(n)} ${filler(n + 7)}`
    const told = { session: 's1', promptId: `pr${n}` }
    const changes: Plain[] = [event(anEvent({ id: `e_${n}`, ...told, output: text, input: wordOf(n) }))]
    if (n % 3 === 0) changes.push(prompt(aPrompt({ id: `p_${n}`, event: `e_${n}`, text: `Look at ${wordOf(n)}` })))
    await commit(journal, changes)
    // As the later lane does: a row grows in place, and derived records are written again
    const late: Plain[] = [{ kind: 'score', event: `e_${n}`, significance: 0.5 }]
    const made = anObservation({ id: `o_${n}`, evidence: [`e_${n}`], title: wordOf(n), narrative: filler(n) })
    if (n % 2 === 0) late.push(observation(made), observation({ ...made, narrative: `${filler(n + 3)} ${wordOf(n)}` }))
    await commit(journal, late)
  }
}

const bytesOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

/** The words in the full-text indexes, including those of deleted rows until they are merged. */
async function indexed(file: string): Promise<ReadonlySet<string>> {
  const raw = await openRaw(file)
  const words = ['document_index', 'recall_index'].flatMap((table) => {
    raw.exec(`CREATE VIRTUAL TABLE temp.words_${table} USING fts5vocab('main', '${table}', 'row')`)
    const rows = raw.prepare(`SELECT term FROM temp.words_${table}`).all() as { term: string }[]
    return rows.map(({ term }) => term)
  })
  raw.close()
  return new Set(words)
}

test('after repeated forgetting, no file contains a byte of the deleted text, and the remaining records are intact', async () => {
  const file = join(scratch(), 'hindcast.db')
  const store = await openStore({ file, readers: 1, workerUrl })
  await fill(store)
  const gone = new Set<number>()
  for (const step of [7, 5, 3]) {
    const now = Array.from({ length: MANY }, (_, n) => n).filter((n) => n % step === 1 && !gone.has(n))
    await store.ledger.forget({ ids: now.map((n) => `e_${n}`) }, 5_000)
    while (await store.ledger.sweep());
    for (const n of now) gone.add(n)
    const bytes = bytesOf(dirname(file))
    expect([...gone].filter((n) => bytes.includes(wordOf(n)))).toEqual([])
    const words = await indexed(file)
    expect([...gone].filter((n) => words.has(wordOf(n)))).toEqual([])
  }
  const left = await store.evidence.events({ session: 's1', limit: MANY })
  expect(left.length).toBe(MANY - gone.size)
  const bytes = bytesOf(dirname(file))
  const words = await indexed(file)
  expect(left.filter(({ input = '' }) => !bytes.includes(input) || !words.has(input))).toEqual([])
  await store.close()
})

test('a sweep finishes while others write, and lets them in between its steps', async () => {
  const file = join(scratch(), 'hindcast.db')
  const store = await openStore({ file, readers: 1, workerUrl })
  const batch = (from: number): Plain[] =>
    Array.from({ length: 50 }, (_, n) => event(anEvent({ id: `e_${from + n}`, output: `${filler(n)} ${wordOf(n)}` })))
  for (let n = 0; n < 2_000; n += 50) await commit(store.journal, batch(n))
  let swept = false
  const writing = (async () => {
    for (let n = 0; !swept; n++) await commit(store.journal, [event(anEvent({ id: `live_${n}`, output: 'live' }))])
  })()
  await store.ledger.forget({ match: wordOf(7) }, 5_000)
  let steps = 0
  while (steps < 500 && (await store.ledger.sweep())) steps++
  swept = true
  await writing
  expect(steps).toBeLessThan(500)
  expect((await indexed(file)).has(wordOf(7))).toBe(false)
  await store.close()
})

test('forgotten records do not survive in the backups from before a migration', async () => {
  const folder = scratch()
  const store = await openStore({ file: join(folder, 'hindcast.db'), readers: 1, workerUrl })
  await commit(store.journal, [session(aSession({ id: 's1' })), event(anEvent({ id: 'e_1', session: 's1' }))])
  mkdirSync(join(folder, 'backups'))
  for (const name of ['hindcast-1-schema-9.db', 'notes.txt']) writeFileSync(join(folder, 'backups', name), 'x')
  await store.ledger.forget({ ids: ['e_1'] }, 1)
  while (await store.ledger.sweep());
  expect(readdirSync(join(folder, 'backups'))).toEqual(['notes.txt'])
  await store.close()
})
