import { expect, test } from 'vitest'
import faults from '../../src/behaviours/recall/faults.ts'
import use from '../../src/behaviours/recall/use.ts'
import { on } from '../../src/domain/behaviour.ts'
import type { ContextItem } from '../../src/domain/effects.ts'
import type { Telling } from '../../src/domain/nouns/telling.ts'
import type { EnginePorts } from '../../src/engine/engine.ts'
import { Quieting } from '../../src/engine/quieting.ts'
import { draft, named, prompt, result, type World, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const

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
    config: {
      ...config,
      settings: (project) => {
        const settings = config.settings(project)
        return { ...settings, recall: { ...settings.recall, withhold } }
      },
    },
  })

const IDS = Array.from({ length: 40 }, (_, n) => `o_${n.toString(16).padStart(2, '0').padEnd(16, '0')}`)

test('every told record is stored once for each session and behaviour, with the first time', async () => {
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

test('about the configured share of records is withheld, the same ones throughout a session, different ones in another', async () => {
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
      expect(why).toBe('withheld (30% are, to measure use)')
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

test('a dry run stores no telling, and a share of 0 withholds nothing', async () => {
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

test('if everything is withheld, nothing is said and the tellings are stored', async () => {
  const alone = IDS.map((id, n) => says(`b${n}`, [item(id)]))
  const { engine, store } = await world(alone, { over: withholding(0.5) })
  const { answer } = await engine.take(prompt())
  await engine.drain()
  const kept = await store.memories.records({ noun: 'telling', limit: 100 })
  expect(kept.length).toBe(IDS.length)
  for (const { record, withheld } of kept) expect((answer.context ?? '').includes(record)).toBe(!withheld)
})

const stop = (session: string, at: number, lastMessage: string) =>
  draft('Stop', { active: false, lastMessage }, { session, at })

test("at a stop, the session's use of told and withheld records is stored", async () => {
  const items = IDS.map((id) => item(id))
  const { engine, store } = await world([says('a', items), use], { over: withholding(0.3) })
  const at = Date.now()
  for (const id of IDS.slice(0, 20)) {
    const title = `Falcon${id.slice(2, 4)}x keeps gannet${id.slice(2, 4)}x`
    const made = { narrative: '', facts: [], concepts: [], filesRead: [], filesModified: [], evidence: [] }
    const place = { session: 'before', project: 'p1', at: at - 1_000, type: 'feature' } as const
    await engine.keep('observation', { id, title, ...made, ...place })
  }
  await engine.take(prompt('Fix it.', { session: 's1', at }))
  await engine.take(result(`hindcast show ${IDS[1]}`, 'shown', { session: 's1', at: at + 10 }))
  await engine.drain()
  const words = IDS.slice(2, 20).map((id) => `falcon${id.slice(2, 4)}x and gannet${id.slice(2, 4)}x`)
  await engine.take(stop('s1', at + 20, words.join(', ')))
  await engine.drain()
  const kept = await store.memories.records({ noun: 'telling', limit: 100 })
  const of = (id: string | undefined) => kept.find(({ record }) => record === id)
  expect(of(IDS[0])?.used).toBeUndefined()
  expect(of(IDS[1])).toMatchObject({ used: 'opened', usedAt: at + 10 })
  for (const id of IDS.slice(2, 20)) expect(of(id)).toMatchObject({ used: 'words', usedAt: at + 20 })
  const [totals] = await store.history.uses({ by: 'behaviour' })
  const withheld = kept.filter((each) => each.withheld)
  expect(totals).toMatchObject({
    ...{ of: 'a', told: 40 - withheld.length, withheld: withheld.length },
    usedWithheld: withheld.filter((each) => each.used !== undefined).length,
  })
})

test('a record told to another session is judged, too: the base rate', async () => {
  const known = (name: string, session: string, id: string) =>
    named(
      name,
      on('UserPromptSubmit', {
        ...REPLY,
        decide: (event) =>
          event.session === session ? [{ kind: 'context', type: 'index', rank: 0, items: [item(id)] }] : [],
      }),
    )
  const one = known('a', 's1', 'o_0000000000000001')
  const two = known('a', 's2', 'o_0000000000000002')
  const both = named('a', ...one.reactions, ...two.reactions)
  const { engine, store } = await world([both, use])
  const at = Date.now()
  for (const [id, name] of [
    ['o_0000000000000001', 'kestrel'],
    ['o_0000000000000002', 'gannet'],
  ] as const) {
    const made = { narrative: '', facts: [], concepts: [], filesRead: [], filesModified: [], evidence: [] }
    const place = { session: 'before', project: 'p1', at: at - 1_000, type: 'feature' } as const
    await engine.keep('observation', { id, title: `${name}north ${name}south`, ...made, ...place })
  }
  await engine.take(prompt('Fix it.', { session: 's1', at }))
  await engine.take(prompt('Fix it.', { session: 's2', at: at + 10 }))
  await engine.drain()
  await engine.take(stop('s2', at + 20, 'kestrelnorth and kestrelsouth'))
  await engine.drain()
  const [telling] = await store.memories.records({ noun: 'telling', session: 's2', limit: 10 })
  expect(telling).toMatchObject({ control: 'o_0000000000000001', elsewhere: true })
  expect(telling?.used).toBeUndefined()
  expect(await store.history.uses({ by: 'session', sessions: ['s2'] })).toMatchObject([
    { of: 's2', told: 1, used: 0, compared: 1, behind: 1 },
  ])
})

/** Keeps `count` compared tellings of a behaviour, all of them used or none. */
async function keepTellings({ engine }: World, count: number, at: number, used: boolean): Promise<void> {
  for (let n = 0; n < count; n++) {
    const record: Telling = {
      ...{ id: `t_${at + n}`, session: `x${n}`, project: 'p1', at: at + n, behaviour: 'a', record: `o_${n}` },
      ...{ withheld: false, control: 'o_z', elsewhere: false, ...(used && { used: 'file' as const, usedAt: at + n }) },
    }
    await engine.keep('telling', record)
  }
}

test('a behaviour with unused records tells half, reports that once, and recovers with its figures', async () => {
  const one = await world(
    [
      says(
        'a',
        IDS.map((id) => item(id)),
      ),
      says('b', [item('m_1')]),
      faults,
    ],
    { start: false },
  )
  await keepTellings(one, 100, 1_000, false)
  await one.engine.start()
  const { sections, omitted } = await one.engine.take(prompt())
  expect(sections.map(({ behaviour, ids }) => [behaviour, ids.length])).toEqual([
    ['a', IDS.length / 2],
    ['b', 1],
  ])
  expect(new Set(omitted.map(({ why }) => why))).toEqual(new Set(['told less of: seldom used when told']))
  expect(one.engine.health().find(({ behaviour }) => behaviour === 'a')?.quieter).toMatchObject({ compared: 100 })
  const start = () => one.engine.take(draft('SessionStart', { source: 'startup' }))
  expect((await start()).answer.note).toContain('a now adds less context')
  expect((await start()).answer.note).toBeUndefined()
  await keepTellings(one, 100, 2_000, true)
  const quieting = new Quieting(one.ports)
  await quieting.refresh('p1')
  expect(quieting.list('p1')).toEqual([])
  expect(quieting.isQuiet('a', 'p1')).toBe(false)
})

test('a quieter behaviour with one record tells it to about half of the sessions', async () => {
  const one = await world([says('a', [item('o_1')])], { start: false })
  await keepTellings(one, 100, 1_000, false)
  await one.engine.start()
  const told = []
  for (let n = 0; n < 60; n++)
    told.push((await one.engine.take(prompt('Fix it.', { session: `s${n}` }))).sections.length)
  const sum = told.reduce((total, each) => total + each, 0)
  expect(sum).toBeGreaterThan(15)
  expect(sum).toBeLessThan(45)
})
