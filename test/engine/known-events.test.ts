import { expect, onTestFinished, test } from 'vitest'
import { KnownEvents, type SessionAsk } from '../../src/engine/known-events.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { anEvent, commit, event, ids } from '../contract/records.ts'

async function events() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  let asked = 0
  const counted: typeof store.evidence.events = (filter) => {
    asked++
    return store.evidence.events(filter)
  }
  const known = new KnownEvents({ evidence: { events: counted } })
  store.changes.follow(known)
  const keep = (id: string, more: Partial<Parameters<typeof anEvent>[0]> = {}) =>
    commit(store.journal, [event(anEvent({ id, ...more }))], { once: id })
  const of = async (by: string, more: Partial<SessionAsk> = {}) =>
    ids(await known.of({ session: 's1', limit: 100, by, ...more }))
  return { store, known, keep, of, asked: () => asked }
}

const FILTERS: readonly Partial<SessionAsk>[] = [
  {},
  { limit: 2 },
  { promptId: 'p1' },
  { agent: null },
  { agent: 'a1', limit: 1 },
  { names: ['Stop'] },
  { asOf: 1_002 },
  { session: 's2' },
]

test.each(FILTERS)('it answers %j as the store does', async (filter) => {
  const { store, keep, of } = await events()
  await keep('e_1', { promptId: 'p1' })
  await keep('e_2', { at: 1_001, agentId: 'a1' })
  await keep('e_3', { at: 1_003, name: 'Stop', promptId: 'p1' })
  await keep('e_4', { at: 1_002, agentId: 'a1', promptId: 'p2' })
  await keep('e_5', { session: 's2' })
  await of('e_1')
  await keep('e_6', { at: 1_004, promptId: 'p1', name: 'Stop' })
  const asked = { session: 's1', limit: 100, ...filter }
  expect(await of('e_6', filter)).toEqual(ids(await store.evidence.events({ ...asked, newest: true })))
})

test('what was read is not read again for an event that is among it', async () => {
  const { keep, of, asked } = await events()
  await keep('e_1')
  await of('e_1', { asOf: 1_000 })
  const before = asked()
  await keep('e_2', { at: 1_001 })
  expect(await of('e_1', { asOf: 1_000 })).toEqual(['e_1'])
  expect(asked()).toBe(before)
  expect(await of('e_2', { asOf: 1_001 })).toEqual(['e_1', 'e_2'])
})

test('an event that is reported late is among those of its time', async () => {
  const { keep, of } = await events()
  await keep('e_1', { at: 1_005 })
  await of('e_1', { asOf: 1_005 })
  await keep('e_2', { at: 1_003 })
  expect(await of('e_1', { asOf: 1_005 })).toEqual(['e_1', 'e_2'])
})

test('what was forgotten is gone at once', async () => {
  const { keep, of, store } = await events()
  await keep('e_1')
  await keep('e_2')
  expect(await of('e_2')).toEqual(['e_1', 'e_2'])
  await store.ledger.forget({ ids: ['e_1'] }, 2_000)
  expect(await of('e_2')).toEqual(['e_2'])
})

test('an event reported twice is read as the store has it now', async () => {
  const { keep, known } = await events()
  const via = async () => (await known.of({ session: 's1', limit: 1, by: 'e_1', asOf: 1_000 }))[0]?.via
  await keep('e_1', { via: 'transcript' })
  expect(await via()).toBe('transcript')
  await keep('e_1')
  expect(await via()).toBe('hook')
})

test('questions that come together are answered by one reading', async () => {
  const { keep, of, asked } = await events()
  await keep('e_1')
  const before = asked()
  const answers = await Promise.all(Array.from({ length: 5 }, () => of('e_1')))
  expect(answers).toEqual(Array.from({ length: 5 }, () => ['e_1']))
  expect(asked() - before).toBeLessThanOrEqual(2)
})

test('what another process read of a session is among its events', async () => {
  const { known, keep, of } = await events()
  await keep('e_1')
  await of('e_1', { asOf: 1_000 })
  await known.hear({ kind: 'imported', touched: [{ kind: 'event', session: 's1', at: 900 }] })
  await keep('e_2', { at: 900 })
  expect(await of('e_1', { asOf: 1_000 })).toEqual(['e_1', 'e_2'])
})

test('an event is scored as the store has it', async () => {
  const { store, keep, known } = await events()
  const scored = async () => (await known.of({ session: 's1', limit: 1, by: 'e_1', asOf: 1_000 }))[0]?.significance
  await keep('e_1')
  const before = await scored()
  await commit(store.journal, [{ kind: 'score', event: 'e_1', significance: 0.9 }])
  expect([before, await scored()]).toEqual([undefined, 0.9])
})
