import { expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import type { Draft } from '../../src/domain/events.ts'
import type { SourceMark } from '../../src/ports.ts'
import { draft, prompt, result, type World, world } from './world.ts'

const mark = (offset: number): SourceMark => ({
  cursor: { path: '/t', seal: '', offset, line: 1, sessions: ['s1'], state: {}, skipped: 0, kinds: {}, errors: [] },
  lines: [],
})

const told = (one: Draft, ordinal?: number, branch?: string) => ({ draft: one, ordinal, line: { branch } })
const stop = (message: string): Draft =>
  draft('Stop', { active: false, lastMessage: message }, { identity: { parts: ['p1', 'Stop'], ordinal: true } })

const names = async ({ store }: World) =>
  (await store.evidence.events({ limit: 100 })).map(({ name, body }) =>
    [name, body.lastMessage].filter(Boolean).join(' '),
  )

test("events that share an identity keep their source's order, within a batch and across two", async () => {
  const here = await world(behaviours, { start: false })
  const one = [told(prompt()), told(stop('first'), 0), told(stop('second'), 1)]
  expect(await here.engine.absorb({ told: one, mark: mark(1) })).toBe(3)
  expect(await here.engine.absorb({ told: [...one, told(stop('third'), 2)], mark: mark(2) })).toBe(1)
  expect(await names(here)).toEqual(['UserPromptSubmit', 'Stop first', 'Stop second', 'Stop third'])
})

test('an event already received by hook is not stored again, and the other way round', async () => {
  const here = await world(behaviours, { start: false })
  await here.engine.take(stop('first'))
  expect(await here.engine.absorb({ told: [told(stop('first'), 0), told(stop('second'), 1)], mark: mark(1) })).toBe(1)
  await here.engine.take(result('ls', 'a', { identity: { parts: ['t1', 'post'], ordinal: false } }))
  const call = result('ls', 'a', { identity: { parts: ['t1', 'post'], ordinal: false } })
  expect(await here.engine.absorb({ told: [told(call)], mark: mark(2) })).toBe(0)
})

/** How often each of these stops is reported, in any order of arrival: by the transcript, by its hook, or both. */
const ORDERS: readonly (readonly string[])[] = [
  ['told 1', 'hook 1'],
  ['hook 1', 'told 1'],
  ['told 1', 'hook 1', 'hook 2', 'told 2'],
  ['told 1', 'hook 1', 'told 2', 'hook 2'],
  ['told 1', 'told 2', 'hook 1', 'hook 2'],
  ['told 1', 'told 2', 'hook 2'],
  ['hook 1', 'hook 2', 'told 1', 'told 2'],
  ['hook 1', 'told 1', 'told 2', 'hook 2'],
  ['told 1', 'hook 2', 'told 2'],
]

test.each(ORDERS)('%s, %s …: every prompt and Stop is one row, whichever report comes first', async (...order) => {
  const here = await world(behaviours, { start: false })
  const asked = (via: Draft['via']) =>
    prompt('Go on.', { via, identity: { parts: ['p1', 'UserPromptSubmit', 'hash'], ordinal: true } })
  const both = (via: Draft['via'], n: number) => [asked(via), { ...stop(`message ${n}`), via }]
  for (const [at, report] of order.entries()) {
    const n = Number(report.slice(-1))
    const told_ = both('transcript', n).map((one) => told(one as Draft, n - 1))
    if (report.startsWith('told')) await here.engine.absorb({ told: told_, mark: mark(at) })
    else for (const one of both('hook', n)) await here.engine.take(one as Draft)
  }
  const last = Math.max(...order.map((report) => Number(report.slice(-1))))
  const rows = await here.store.evidence.events({ limit: 100 })
  expect(rows.filter(({ name }) => name === 'Stop')).toHaveLength(last)
  expect(await here.store.evidence.prompts({ session: 's1', limit: 100 })).toHaveLength(last)
})

test('absorbed events queue the same jobs as hooks, once woken', async () => {
  const here = await world(behaviours)
  const edit = draft('PostToolUse', {
    ...{ tool: 'Edit', toolUseId: 't9', input: {}, result: { text: 'done' } },
    act: { kind: 'edit', path: '/app/a.ts', changes: [{ old: 'a', new: 'b' }] },
  } as never)
  const batch = [told(prompt('Fix the parser')), told(edit), told(stop('I fixed the parser in a.ts.'), 0)]
  await here.engine.absorb({ told: batch, mark: mark(1) })
  here.engine.wake()
  await here.engine.drain()
  expect(await here.store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
  expect(await here.store.memories.observations({ session: 's1', limit: 10 })).not.toHaveLength(0)
})

test('nothing is stored of a private prompt, or of what it causes in the same batch', async () => {
  const here = await world(behaviours, { start: false })
  const hidden = draft('UserPromptSubmit', { prompt: '', isPrivate: true, origin: 'person' })
  await here.engine.absorb({
    told: [told(hidden), told(result('ls', 'Bluebird')), told(stop('Bluebird'), 0)],
    mark: mark(1),
  })
  expect(await names(here)).toEqual([])
})

test("a session's branch is the one at the time, and events before its end do not reopen it", async () => {
  const here = await world(behaviours, { start: false })
  const start = draft('SessionStart', { source: 'startup' }, { via: 'transcript' })
  const end = draft('SessionEnd', { reason: 'other' }, { via: 'transcript', at: start.at + 2_000 })
  await here.engine.absorb({
    told: [told(start, undefined, 'feature/x'), told(end, undefined, 'feature/x')],
    mark: mark(1),
  })
  const again = draft('SessionStart', { source: 'compact' }, { via: 'transcript', at: start.at + 1_000 })
  await here.engine.absorb({ told: [told(again, undefined, 'feature/x')], mark: mark(2) })
  const [session] = await here.store.evidence.sessions({ id: 's1', limit: 1 })
  expect(session).toMatchObject({ branch: 'feature/x', endReason: 'other' })
})

test('a session that was left and resumed ended when it was last left', async () => {
  const here = await world(behaviours, { start: false })
  const at = (time: number) =>
    ({ via: 'transcript', at: time, identity: { parts: [`at-${time}`], ordinal: false } }) as const
  const left = (time: number) => told(draft('SessionEnd', { reason: 'prompt_input_exit' }, at(time)))
  const asked = (time: number) =>
    told(draft('UserPromptSubmit', { prompt: 'Go on', isPrivate: false, origin: 'person' }, at(time)))
  const ended = async () => (await here.store.evidence.sessions({ id: 's1', limit: 1 }))[0]?.endedAt
  await here.engine.absorb({ told: [asked(1_000), left(2_000)], mark: mark(1) })
  expect(await ended()).toBe(2_000)
  await here.engine.absorb({ told: [asked(3_000)], mark: mark(2) })
  expect(await ended()).toBeUndefined()
  await here.engine.absorb({ told: [left(4_000)], mark: mark(3) })
  await here.engine.absorb({ told: [left(2_500)], mark: mark(4) })
  expect(await ended()).toBe(4_000)
})
