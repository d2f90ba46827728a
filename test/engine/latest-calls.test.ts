import { expect, onTestFinished, test } from 'vitest'
import type { EventRecord } from '../../src/domain/nouns/event.ts'
import { LatestCalls } from '../../src/engine/latest-calls.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { anEvent, commit, event, type Plain } from '../contract/records.ts'
import { believed } from '../domain/experience/believed.ts'

const held = { ...believed('x_1'), session: 's1', heldBy: 's1', state: 'open', at: 500 } as const

async function watched() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  const latest = new LatestCalls(store.evidence)
  store.changes.follow(latest)
  let n = 0
  const call = (over: Partial<EventRecord> = {}) => {
    n++
    return commit(store.journal, [event(anEvent({ id: `e${n}`, at: n * 1000, session: 's1', project: 'p1', ...over }))])
  }
  const since = (id: string, at = 99_000, over = {}) => latest.since({ ...held, ...over }, { id, at })
  const changed = (over = {}) =>
    commit(store.journal, [{ kind: 'experience', record: { ...held, ...over } } as unknown as Plain])
  return { latest, call, since, changed, store }
}

test('calls are counted since the belief changed; one that is only imagined comes next', async () => {
  const { call, since, changed } = await watched()
  await changed()
  for (let at = 0; at < 3; at++) await call()
  expect([await since('e1'), await since('e3'), await since('imagined')]).toEqual([1, 3, 4])
  await changed({ at: 3500 })
  await call()
  expect([await since('e4'), await since('e3')]).toEqual([1, 2])
})

test('only calls of tools count, failed ones too, and none to Hindcast itself', async () => {
  const { call, since, changed } = await watched()
  await changed()
  await call({ name: 'UserPromptSubmit' })
  await call({ name: 'PostToolUseFailure' })
  await call({ tool: 'mcp__hindcast__experience', target: 'hindcast.experience' })
  await call()
  expect(await since('imagined')).toBe(3)
})

test('another agent, and a belief that Hindcast itself holds, count apart', async () => {
  const { call, since, changed } = await watched()
  await changed()
  await call()
  await changed({ id: 'x_2', isProvisional: true })
  await call({ agentId: 'a1' })
  await call()
  expect(await since('imagined')).toBe(3)
})

test('after a restart calls are counted from the store, those after the change of mind alone', async () => {
  const { call, store } = await watched()
  for (let at = 0; at < 4; at++) await call()
  const again = new LatestCalls(store.evidence)
  expect(await again.since({ ...held, at: 2000 }, { id: 'imagined', at: 99_000 })).toBe(3)
  expect(await new LatestCalls(store.evidence).since({ ...held, at: 2000 }, { id: 'imagined', at: 3000 })).toBe(2)
})

test('the checks that a call ran are known, and those of the last fifty calls', async () => {
  const { latest, call } = await watched()
  await call({ name: 'Outcome', cause: 'c0', body: { status: 'pass' } })
  await call({ name: 'Outcome', cause: 'c0', body: { status: 'fail' } })
  expect(latest.runsOf('c0').map(({ id, outcome }) => [id, outcome.status])).toEqual([
    ['e1', 'pass'],
    ['e2', 'fail'],
  ])
  expect(latest.runsOf('c1')).toEqual([])
  for (let n = 1; n < 50; n++) await call({ name: 'Outcome', cause: `c${n}`, body: {} })
  expect(latest.runsOf('c0')).toHaveLength(2)
  await call({ name: 'Outcome', cause: 'c50', body: {} })
  expect([latest.runsOf('c0'), latest.runsOf('c1').length]).toEqual([[], 1])
})
