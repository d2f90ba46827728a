import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { KnownReads } from '../../src/engine/known-reads.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import {
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
import { runs } from '../runs.ts'

async function reads() {
  const store = await openFresh()
  const clock = { at: 0, now: () => clock.at }
  const asked: string[] = []
  const counting = <T extends object>(port: T): T => {
    const counted = Object.entries(port).map(([name, call]) => {
      const asking = (...given: unknown[]) => {
        asked.push(name)
        return call(...given)
      }
      return [name, asking]
    })
    return Object.fromEntries(counted) as T
  }
  const known = new KnownReads({ evidence: counting(store.evidence), memories: counting(store.memories), clock })
  const journal = known.watching(store.journal)
  return { store, clock, asked, journal, ledger: known.watchingLedger(store.ledger), ...known.reading }
}

type Reads = Pick<Awaited<ReturnType<typeof reads>>, 'evidence' | 'memories'>

const LATE = { asOf: 9_000, limit: 10 }
/** What jobs ask, of two sessions and two projects. */
const QUESTIONS: readonly ((ports: Reads) => Promise<readonly object[]>)[] = ['1', '2'].flatMap((n) => [
  ({ evidence }: Reads) => evidence.sessions({ id: `s${n}`, ...LATE }),
  ({ evidence }: Reads) => evidence.sessions({ project: `p${n}`, ...LATE }),
  ({ evidence }: Reads) => evidence.prompts({ session: `s${n}`, ...LATE }),
  ({ memories }: Reads) => memories.observations({ project: `p${n}`, ...LATE }),
  ({ memories }: Reads) => memories.records({ noun: 'observation', session: `s${n}`, ...LATE }),
  ({ memories }: Reads) => memories.records({ noun: 'summary', project: `p${n}`, ...LATE }),
])

/** What may be stored meanwhile: the `n`th record, of a session and a project. */
const STORED: readonly ((n: number, place: { session: string; project: string }) => readonly Plain[])[] = [
  (n, { session: id, project }) => [session(aSession({ id, project, lastSeenAt: 1_000 + n }))],
  (n, place) => [
    event(anEvent({ id: `e_${n}`, name: 'UserPromptSubmit', ...place })),
    prompt(aPrompt({ id: `u_${n}`, event: `e_${n}`, ...place })),
  ],
  (n, place) => [observation(anObservation({ id: `o_${n}`, ...place }))],
  (n, place) => [summary(aSummary({ id: `m_${n}`, ...place }))],
]

const PLACES = ['1', '2'].map((n) => ({ session: `s${n}`, project: `p${n}` }))
const step = fc.oneof(
  fc.record({ ask: fc.nat(QUESTIONS.length - 1) }),
  fc.record({ store: fc.nat(STORED.length - 1), place: fc.nat(PLACES.length - 1) }),
)

test('whatever is stored meanwhile, an answer is the one that the store gives now', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const ports = await reads()
    try {
      for (const [n, each] of steps.entries()) {
        if ('ask' in each) {
          const question = QUESTIONS[each.ask] as (typeof QUESTIONS)[number]
          expect(await question(ports)).toEqual(await question(ports.store))
        } else await commit(ports.journal, STORED[each.store]?.(n, PLACES[each.place] as (typeof PLACES)[number]) ?? [])
      }
    } finally {
      await ports.store.close()
    }
  })
  await fc.assert(property, { numRuns: runs(20) })
})

async function open() {
  const ports = await reads()
  onTestFinished(() => ports.store.close())
  return ports
}

test('a question of one moment is asked once, even by those who ask at once', async () => {
  const { evidence, asked } = await open()
  const filter = { session: 's1', asOf: 1_000, limit: 10 }
  await Promise.all([evidence.prompts(filter), evidence.prompts(filter)])
  await evidence.prompts(filter)
  expect(asked).toEqual(['prompts'])
  await evidence.prompts({ ...filter, asOf: 1_001 })
  expect(asked).toEqual(['prompts', 'prompts'])
})

test('a question about now is always asked', async () => {
  const { memories, asked } = await open()
  await memories.records({ noun: 'signal', limit: 10 })
  await memories.records({ noun: 'signal', limit: 10 })
  expect(asked).toEqual(['records', 'records'])
})

test('what was forgotten is gone at once, and what another process stored is seen after ten seconds', async () => {
  const { store, memories, ledger, clock } = await open()
  const known = async () => (await memories.observations({ project: 'p1', ...LATE })).map(({ id }) => id)
  await commit(store.journal, [observation(anObservation({ id: 'o_1', project: 'p1' }))])
  expect(await known()).toEqual(['o_1'])
  await ledger.forget({ ids: ['o_1'] }, 2_000)
  expect(await known()).toEqual([])
  await commit(store.journal, [observation(anObservation({ id: 'o_2', project: 'p1', evidence: ['e2'] }))])
  clock.at = 10_000
  expect(await known()).toEqual(['o_2'])
})

test('a question that failed is asked again', async () => {
  const { store, evidence, memories, clock } = await open()
  let fails = true
  const prompts: typeof evidence.prompts = (filter) =>
    fails ? Promise.reject(new Error('busy')) : store.evidence.prompts(filter)
  const { reading } = new KnownReads({ evidence: { ...evidence, prompts }, memories, clock })
  const filter = { session: 's1', asOf: 1_000, limit: 10 }
  await expect(reading.evidence.prompts(filter)).rejects.toThrow('busy')
  fails = false
  expect(await reading.evidence.prompts(filter)).toEqual([])
})
