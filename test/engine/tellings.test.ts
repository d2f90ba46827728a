import { expect, test } from 'vitest'
import { on } from '../../src/domain/behaviour.ts'
import type { ContextItem } from '../../src/domain/effects.ts'
import type { EnginePorts } from '../../src/engine/engine.ts'
import { named, prompt, world } from './world.ts'

const REPLY = { lane: 'reply', budgetMs: 5_000, onFailure: 'pass' } as const

/** Says these at every prompt. */
const says = (name: string, items: readonly ContextItem[], type: 'index' | 'handoff' = 'index') =>
  named(
    name,
    on('UserPromptSubmit', { ...REPLY, decide: () => [{ kind: 'context', type, rank: 0, head: 'Of use', items }] }),
  )

const item = (id: string, more: Partial<ContextItem> = {}): ContextItem => ({
  text: `line of ${id}`,
  ids: [id],
  rank: 0,
  ...more,
})

/** The true ports, but such a share is withheld. */
const withholding =
  (withhold: number) =>
  ({ config }: EnginePorts): Partial<EnginePorts> => ({
    config: { ...config, settings: (project) => ({ ...config.settings(project), recall: { withhold } }) },
  })

const IDS = Array.from({ length: 40 }, (_, n) => `o_${n.toString(16).padStart(16, '0')}`)

test('every told record is kept once for each session and behaviour, with the first time', async () => {
  const { engine, store } = await world([says('a', [item('o_1'), item('h_1')]), says('b', [item('m_1')])])
  const before = Date.now()
  for (const session of ['s1', 's1', 's2']) await engine.take(prompt('Fix it.', { session, at: before }))
  await engine.take(prompt('Again.', { session: 's1', at: before + 1_000 }))
  await engine.drain()
  const kept = await store.memories.records({ noun: 'telling', limit: 100 })
  const told = kept.map(({ session, behaviour, record, withheld, at }) => [
    session,
    behaviour,
    record,
    withheld,
    at - before,
  ])
  expect(told.sort()).toEqual(
    ['s1', 's2'].flatMap((session) => [
      [session, 'a', 'h_1', false, 0],
      [session, 'a', 'o_1', false, 0],
      [session, 'b', 'm_1', false, 0],
    ]),
  )
})

test('about the set share of records is withheld, the same ones in all of a session, others in another', async () => {
  const { engine, store } = await world(
    [
      says(
        'a',
        IDS.map((id) => item(id)),
      ),
    ],
    { over: withholding(0.3) },
  )
  const answers = []
  for (const session of ['s1', 's1', 's2', 's3', 's4']) answers.push(await engine.take(prompt('Fix it.', { session })))
  await engine.drain()
  const left = answers.map(({ omitted }) => omitted.map(({ id }) => id).sort())
  expect(left[0]).toEqual(left[1])
  expect(left[0]).not.toEqual(left[2])
  const kept = await store.memories.records({ noun: 'telling', limit: 1_000 })
  const withheld = kept.filter((each) => each.withheld)
  expect(kept.length).toBe(4 * IDS.length)
  expect(
    withheld
      .filter(({ session }) => session === 's1')
      .map(({ record }) => record)
      .sort(),
  ).toEqual(left[0])
  expect(withheld.length / kept.length).toBeGreaterThan(0.15)
  expect(withheld.length / kept.length).toBeLessThan(0.45)
  for (const { answer, omitted } of answers)
    for (const { id, why } of omitted) {
      expect(why).toBe('withheld (30 % are, to measure use)')
      expect(answer.context).not.toContain(id)
    }
})

test("handoffs, prompts and a person's own words are never withheld", async () => {
  const spared = IDS.flatMap((id) => [
    item(id.replace('o_', 'h_')),
    item(id.replace('o_', 'p_')),
    item(id, { isPersons: true }),
  ])
  const { engine, store } = await world([says('a', spared)], { over: withholding(0.5) })
  expect(await engine.take(prompt())).toMatchObject({ omitted: [] })
  await engine.drain()
  const kept = await store.memories.records({ noun: 'telling', limit: 1_000 })
  expect(kept.map(({ withheld }) => withheld)).toEqual(spared.map(() => false))
})

test('a rehearsal keeps no telling, and a share of 0 withholds nothing', async () => {
  const { engine, store } = await world(
    [
      says(
        'a',
        IDS.map((id) => item(id)),
      ),
    ],
    { over: withholding(0) },
  )
  expect((await engine.take(prompt(), { rehearsal: true })).omitted).toEqual([])
  await engine.drain()
  expect(await store.memories.records({ noun: 'telling', limit: 10 })).toEqual([])
})

test('where all that would be told is withheld, nothing is said and the tellings are kept', async () => {
  const alone = IDS.map((id, n) => says(`b${n}`, [item(id)]))
  const { engine, store } = await world(alone, { over: withholding(0.5) })
  const { answer } = await engine.take(prompt())
  await engine.drain()
  const kept = await store.memories.records({ noun: 'telling', limit: 100 })
  expect(kept.length).toBe(IDS.length)
  for (const { record, withheld } of kept) expect((answer.context ?? '').includes(record)).toBe(!withheld)
})
