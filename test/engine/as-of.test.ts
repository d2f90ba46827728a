import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entry, StartEntry } from '../../src/domain/experience/entry.ts'
import { experienceOf } from '../../src/domain/experience/journal.ts'
import type { Ask, FactName } from '../../src/domain/facts.ts'
import { AnsweredCalls } from '../../src/engine/answered-calls.ts'
import { createResolvers, resolve } from '../../src/engine/facts/resolvers.ts'
import { keptInMemory } from '../../src/engine/in-memory.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import {
  aHandoff,
  anEvent,
  anObservation,
  aPrompt,
  aSession,
  aSummary,
  commit,
  event,
  observation,
  type Plain,
  prompt,
  session,
  summary,
} from '../contract/records.ts'
import { portsOf } from './ports.ts'

const aLesson = (start: number) => ({
  ...{
    id: `l_${start}`,
    project: 'p1',
    at: start + 45,
    learnedAt: start + 45,
    type: 'rule',
    text: 'use kettles, not pots',
  },
  ...{ polarity: 'do', subject: 'kettles', object: 'pots', scope: 'project', state: 'active', isPinned: false },
  ...{ confidence: 1, support: 1, sessions: 1, contra: 0, followed: 0, violated: 0, evidence: [`p_${start}`] },
})

const aRoutine = (start: number) => ({
  ...aLesson(start),
  ...{ id: `l_r${start}`, at: start + 46, type: 'routine', subject: 'npm run docs', object: 'edit files\nnpm test' },
})

const begun = (start: number): StartEntry => ({
  ...{ kind: 'start', by: 'agent', at: start + 35, session: `s${start}`, project: 'p1', domain: 'debugging' },
  ...{
    strategy: 'read-the-error',
    goal: 'no whistle',
    hypothesis: 'the lid',
    action: 'lift it',
    prediction: 'silence',
  },
})
const ended = (start: number): Entry => ({
  ...{ kind: 'resolve', at: start + 47, by: 'agent', status: 'confirmed', result: 'it is silent' },
})
/** What Hindcast opens at a failing check; nothing ends it. */
const failing = (start: number): Entry => ({
  ...(begun(start) as Extract<Entry, { kind: 'start' }>),
  ...{ by: 'hindcast', at: start + 36, evidence: [`n_${start}`, `q_${start}`] },
})
const aRecipe = (start: number) => ({
  ...{ id: `g_${start}`, session: `s${start}`, project: 'p1', at: start + 49, type: 'recovery', polarity: 'do' },
  ...{ quote: '$ ketle\nketle: command not found\n$ kettle', subject: 'kettle', object: 'ketle', reach: 'unsaid' },
  ...{ hasHorizon: false, confidence: 0.6, by: 'script', evidence: [`e_${start}`] },
})
const of = (...changes: readonly [Entry, ...Entry[]]) => experienceOf(`x_${changes[0].at}`, changes)

/** One session that was cleared, and the one after it, each with all that can be recorded, every 10 ms. */
const COURSE: readonly (readonly [number, Plain])[] = [0, 100].flatMap((start) => {
  const own = { session: `s${start}`, project: 'p1' }
  const at = (after: number) => ({ ...own, at: start + after })
  const told = { name: 'Told', body: { ids: [`o_${start}`] } }
  const entries: readonly (readonly [number, Plain])[] = [
    [10, session(aSession({ id: own.session, startedAt: start + 10, lastSeenAt: start + 10, clientPid: 7 }))],
    [20, prompt(aPrompt({ id: `p_${start}`, ...at(20), text: 'Why does the kettle whistle at night?' }))],
    [30, event(anEvent({ id: `e_${start}`, ...at(30) }))],
    [
      40,
      observation(
        anObservation({ id: `o_${start}`, ...at(40), title: 'The kettle whistles at night', rememberedBy: 'user' }),
      ),
    ],
    [32, event(anEvent({ id: `w_${start}`, ...at(32), outcome: 'ok', body: { act: { kind: 'write' } } }))],
    [
      34,
      event(
        anEvent({ id: `n_${start}`, ...at(34), outcome: 'ok', input: 'npm test', body: { act: { kind: 'shell' } } }),
      ),
    ],
    [35, { kind: 'experience', record: of(begun(start)) } as Plain],
    [35, event(anEvent({ id: `q_${start}`, ...at(35), name: 'Outcome', body: { check: 'test', status: 'fail' } }))],
    [36, { kind: 'experience', record: of(failing(start)) } as Plain],
    [47, { kind: 'experience', record: of(begun(start), ended(start)) } as Plain],
    [37, { kind: 'experience', record: of({ ...begun(start), at: start + 37, agentId: 'a1' }) } as Plain],
    [45, { kind: 'lesson', record: aLesson(start) } as Plain],
    [46, { kind: 'lesson', record: aRoutine(start) } as Plain],
    [48, event(anEvent({ id: `f_${start}`, ...at(48), name: 'Steps', body: { of: ['npm test'], requests: [] } }))],
    [49, { kind: 'signal', record: aRecipe(start) } as Plain],
    [50, summary(aSummary({ id: `m_${start}`, ...at(50), request: 'Why the kettle whistles at night' }))],
    [60, { kind: 'handoff', record: aHandoff({ id: `h_${start}`, ...at(60) }) }],
    [
      65,
      {
        kind: 'telling',
        record: { id: `t_${start}`, ...at(65), behaviour: 'b', record: `o_${start}`, withheld: false },
      } as Plain,
    ],
    [70, event(anEvent({ id: `t_${start}`, ...at(70), ...told }))],
    [80, event(anEvent({ id: `a_${start}`, ...at(80), name: 'SubagentStart', agentId: 'a1' }))],
    [
      90,
      session({ ...aSession({ id: own.session, lastSeenAt: start + 90 }), endedAt: start + 90, endReason: 'clear' }),
    ],
  ]
  return entries.map(([after, change]) => [start + after, change] as const)
})

/** Every fact that is recalled, for whom it could matter. */
const ASKS: readonly Ask[] = ['s0', 's100', 'new'].flatMap((session): Ask[] => [
  { fact: 'session', session },
  { fact: 'clearedBefore', session, pid: 7 },
  { fact: 'endedBefore', project: 'p1', session },
  { fact: 'events', session, limit: 99 },
  { fact: 'prompts', session, limit: 99 },
  { fact: 'records', noun: 'observation', session, limit: 99 },
  {
    fact: 'ofFile',
    session,
    project: 'p1',
    file: '/repo/src/parser.ts',
    limit: 99,
  },
  { fact: 'index', project: 'p1', session: 's9', observations: 99, summaries: 99 },
  { fact: 'standing', project: 'p1', limit: 99 },
  { fact: 'records', noun: 'handoff', project: 'p1', limit: 99 },
  { fact: 'records', noun: 'summary', project: 'p1', limit: 99 },
  { fact: 'recall', project: 'p1', session, text: 'do you remember why the kettle whistles at night?', limit: 99 },
  { fact: 'use', project: 'p1', session, limit: 99 },
  { fact: 'lessons', project: 'p1' },
  { fact: 'experiences', project: 'p1' },
  { fact: 'ownExperience', session },
  { fact: 'ownExperience', session, agent: 'a1' },
  { fact: 'stillFailing', project: 'p1', session },
  { fact: 'recipes', project: 'p1' },
  { fact: 'usualNext', project: 'p1', session },
  { fact: 'sequences', scope: 'p1' },
  { fact: 'told', scope: session },
  { fact: 'premortem', scope: session },
  { fact: 'strain', scope: session },
])
/** Facts that take no time: current settings and state, and grants. */
const OF_NOW: readonly FactName[] = [
  'beforeCall',
  'blocked',
  'lookalike',
  'settings',
  'taught',
  'embeddings',
  'faults',
  'orphans',
  'run',
  'runNews',
  'files',
  'changes',
  'grant',
  'freeMemory',
  'ordered',
  'use',
  'instructions',
  'viewer',
  'peers',
  'overlaps',
  'unread',
  'notes',
]

type Store = Awaited<ReturnType<typeof openFresh>>

const opened: Store[] = []
/** A store in which all was recorded up to a time. */
async function storeUpTo(time: number): Promise<Store> {
  const store = await openFresh()
  opened.push(store)
  for (const [at, change] of COURSE) if (at <= time) await commit(store.journal, [change])
  return store
}
const resolversOver = (store: Store) =>
  createResolvers(
    portsOf(store, []),
    () => ({ off: [], lost: undefined, quieter: [] }),
    keptInMemory(portsOf(store, [])),
    new AnsweredCalls(0),
  )
const answered = (store: Store, ask: Ask, at: number) => {
  const asker = { event: { id: 'now', at }, signal: new AbortController().signal, taken: () => {} }
  return resolve(resolversOver(store), ask, asker as never)
}

/** When a session was last seen is told as that time itself, where it was seen since. */
const seenBy = (time: number, answer: unknown): unknown =>
  JSON.parse(JSON.stringify({ answer }), (key, value) => (key === 'lastSeenAt' && value <= time ? 'by then' : value))

let whole: Store
beforeAll(async () => {
  whole = await storeUpTo(999)
})
afterAll(async () => {
  for (const store of opened) await store.close()
})

describe('recall', () => {
  test.for([15, 45, 95, 145, 175])('as of %i gives what it would if nothing later were stored', async (time) => {
    const then = await storeUpTo(time)
    for (const ask of ASKS)
      expect(seenBy(time, await answered(whole, ask, time)), JSON.stringify(ask)).toEqual(
        seenBy(time, await answered(then, ask, time)),
      )
  })

  test('and every fact is covered, with something to find', async () => {
    const facts = new Set<string>([...ASKS.map(({ fact }) => fact), ...OF_NOW, 'usage'])
    expect([...facts].sort()).toEqual(Object.keys(resolversOver(whole)).sort())
    const found = await Promise.all(ASKS.map(async (ask) => [ask.fact, await answered(whole, ask, 190)] as const))
    for (const fact of new Set(ASKS.map((ask) => ask.fact))) {
      const answers = found.filter(([name]) => name === fact).map(([, answer]) => answer)
      expect(
        answers.some((answer) => answer !== undefined && JSON.stringify(answer) !== '[]'),
        fact,
      ).toBe(true)
    }
  })

  test('does not know how full a context was before it was', async () => {
    const usage = { session: 's0', agent: '', at: 50, tokens: 9, window: 10 }
    const ports = { ...portsOf(whole, []), sources: { ...whole.sources, usage: async () => usage } }
    const resolvers = createResolvers(
      ports,
      () => ({ off: [], lost: undefined, quieter: [] }),
      keptInMemory(ports),
      new AnsweredCalls(0),
    )
    const asOf = (at: number) => resolvers.usage({ session: 's0' }, { event: { at } } as never)
    expect([await asOf(49), await asOf(50)]).toEqual([undefined, usage])
  })

  test('a fold asked about the past leaves its current snapshot valid', async () => {
    const ask: Ask = { fact: 'told', scope: 's0' }
    const told = { ids: ['o_0'], at: 70 }
    expect(await answered(whole, ask, 80)).toEqual(told)
    expect(await answered(whole, ask, 60)).toEqual({ ids: [] })
    expect(await answered(whole, ask, 80)).toEqual(told)
  })
})
