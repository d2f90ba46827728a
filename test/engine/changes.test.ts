import { join } from 'node:path'
import { redactDeep } from '@hindcast/redaction/clean.ts'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { pack } from '../../src/adapters/store/sqlite/protocol.ts'
import { openStore, type Store } from '../../src/adapters/store/sqlite/store.ts'
import { experienceOf, holderOf } from '../../src/domain/experience/journal.ts'
import { countedAs } from '../../src/domain/settlement.ts'
import { type InMemory, keptInMemory } from '../../src/engine/in-memory.ts'
import type { Change, SourceMark } from '../../src/ports.ts'
import { scratch, workerUrl } from '../adapters/store/sqlite/fresh.ts'
import {
  anEvent,
  anObservation,
  aPrompt,
  aSession,
  aSummary,
  event,
  observation,
  type Plain,
  prompt,
  session,
  summary,
} from '../contract/records.ts'
import { aLesson, aSignal } from '../domain/learning/taught.ts'
import { runs } from '../runs.ts'
import { portsOf } from './ports.ts'

const SESSIONS = ['s0', 's1', 's2']
/** One that comes and goes, and does nothing else: calls from before a session was live are read at the next start. */
const VISITOR = 's3'
const PROJECTS = ['p0', 'p1']
const FILES = ['/repo/a.ts', '/repo/b.ts', '/repo/c.ts']
const [P0, P1] = [cleaned({ id: 'p0', name: 'p0', root: '/p0' }), cleaned({ id: 'p1', name: 'p1', root: '/p1' })]

/** Each moment is later than the one before, and close enough to now for a session to be alive. */
const START = Date.now()
let moment = START

interface At {
  readonly id: string
  readonly at: number
  readonly session: string
  readonly project: string
  readonly path: string
}

/** What can be written of a kind that somebody keeps. */
const WRITTEN: Readonly<Record<string, (at: At) => Plain>> = {
  edit: ({ path, ...at }) => event(anEvent({ ...at, id: `e_${at.id}`, filesModified: [path] })),
  read: ({ path, ...at }) => event(anEvent({ ...at, id: `e_${at.id}`, filesRead: [path] })),
  retold: ({ path, ...at }) => event(anEvent({ ...at, id: `e_${at.id}`, via: 'transcript', filesModified: [path] })),
  prompt: ({ path, ...at }) => prompt(aPrompt({ ...at, id: `p_${at.id}`, text: `Fix the parser in ${path}` })),
  begun: ({ project, at }) => session(aSession({ id: VISITOR, project, lastSeenAt: at, endedAt: null as never })),
  seen: ({ session: id, project, at }) => session(aSession({ id, project, lastSeenAt: at })),
  ended: ({ project, at }) => session(aSession({ id: VISITOR, project, lastSeenAt: at, endedAt: at })),
  observation: ({ path, ...at }) =>
    observation(anObservation({ ...at, id: `o_${at.id}`, filesModified: [path], evidence: [] })),
  summary: ({ path, ...at }) => summary(aSummary({ ...at, id: `s_${at.id}`, request: `About ${path}` })),
  lesson: ({ id, at, project, path }) => ({
    kind: 'lesson',
    record: aLesson({ id: `l_${path.at(-4)}`, at, project, text: id }),
  }),
  recipe: ({ path: _, ...at }) => ({
    kind: 'signal',
    record: aSignal({ ...at, id: `g_${at.id}`, type: 'recovery', evidence: [] }),
  }),
  run: ({ path, id: _, ...at }) => ({
    kind: 'run',
    record: {
      ...{ ...at, id: `r_${at.session}`, pattern: 'map-reduce', stages: [], by: 'agent', outcome: [], evidence: [] },
      state: path === FILES[0] ? 'stopped' : 'open',
    } as never,
  }),
  note: ({ path, ...at }) => ({
    kind: 'peer-note',
    record: { ...at, id: `n_${at.id}`, by: 'agent', recipient: '', text: path },
  }),
  belief: ({ id, path: _, at, session, project }) => {
    const start = { kind: 'start', by: 'agent', at, session, project, domain: 'debugging', goal: 'Stop it' } as const
    const record = experienceOf(`x_${id}`, [
      { ...start, strategy: 'check-assumptions', hypothesis: 'It drifts', action: 'Look', prediction: 'It passes' },
    ])
    return { kind: 'experience', record } as Plain
  },
}

const step = fc.oneof(
  { weight: 12, arbitrary: write('commit') },
  { weight: 4, arbitrary: write('absorb') },
  { weight: 4, arbitrary: write('import') },
  { weight: 3, arbitrary: write('restore') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('score' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('forget' as const),
      what: fc.constantFrom('session', 'project', 'record'),
      n: fc.nat(50),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const),
      session: fc.constantFrom(...SESSIONS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      session: fc.constantFrom(...SESSIONS),
      path: fc.constantFrom(...FILES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('unite' as const, 'part' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('recover' as const) }) },
)

function write<D extends string>(how: D) {
  return fc.record({
    do: fc.constant(how),
    kinds: fc.array(fc.constantFrom(...Object.keys(WRITTEN)), { minLength: 1, maxLength: 4 }),
    session: fc.constantFrom(...SESSIONS),
    path: fc.constantFrom(...FILES),
  })
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

type Open = Awaited<ReturnType<typeof open>>
type Writing = Extract<Step, { kinds: string[] }>

async function apply({ store, file, kept }: Open, now: Step): Promise<void> {
  const { journal, ledger, evidence, archive } = store
  if (now.do === 'score') {
    const [last] = await evidence.events({ limit: 1, newest: true })
    const changes = [{ kind: 'score', event: cleaned(last?.id ?? 'none'), significance: 0.7 } as Change]
    await journal.commit({ changes })
  } else if (now.do === 'forget') {
    const events = await evidence.events({ limit: 100, newest: true })
    const [one, id] = [SESSIONS[now.n % SESSIONS.length], events[now.n % Math.max(events.length, 1)]?.id]
    if (now.what === 'session') await ledger.forget({ session: one }, moment)
    else if (now.what === 'project') await ledger.forget({ project: 'p1' }, moment)
    else if (id !== undefined) {
      await ledger.forget({ ids: [id], step: 'mark' }, moment)
      await ledger.forget({ ids: [id], step: 'erase' }, moment)
    }
  } else if (now.do === 'pause') await ledger.pause(cleaned({ session: now.session, from: moment }))
  else if (now.do === 'resume') await ledger.resume({ session: now.session }, moment)
  else if (now.do === 'unite') await evidence.unite(P0, P1)
  else if (now.do === 'part') await evidence.part(P0, 'p1')
  else if (now.do === 'claim') await kept.claims.take({ session: now.session, project: 'p1' }, now.path)
  else if (now.do === 'recover') await damage(store, file)
  else {
    const given = now as Writing
    // This process knows what was decided about projects, others may not
    const own = given.session === 's2' ? 'p1' : 'p0'
    const project = countedAs(own, await evidence.decided())?.id ?? own
    const here = now.do === 'commit' || now.do === 'absorb' ? { ...given, project } : { ...given, project: own }
    const changes = await redactDeep(changesOf(here), async () => [])
    const once = changes.flatMap((one) => (one.kind === 'event' ? [one.record.id] : []))[0]
    const commits = [{ changes: changes as readonly Change[], ...(once && { once }) }]
    if (now.do === 'commit') await journal.commit(commits[0] as never)
    if (now.do === 'absorb') await journal.commitAll(commits as never, MARK)
    if (now.do === 'import') await journal.commitPacked(new Uint8Array(pack(commits as never, MARK)).buffer)
    if (now.do === 'restore') await archive.restore(restorable(changes) as never, moment, true)
  }
}

const changesOf = ({ kinds, session, project, path }: Writing & { readonly project: string }): Plain[] =>
  [...new Set([...kinds, 'seen'])].map((kind) => {
    moment += 2
    return (WRITTEN[kind] as (at: At) => Plain)({ id: String(moment), at: moment, session, project, path })
  })

/** Records as an archive has them. */
const restorable = (changes: readonly object[]): object[] =>
  (changes as Change[]).flatMap((one): object[] => {
    if (one.kind === 'session')
      return [{ kind: 'session', record: { ...one.change, startedAt: one.change.lastSeenAt, endedAt: undefined } }]
    if (one.kind === 'prompt') return [{ kind: 'prompt', record: { ...one.record, number: 1 } }]
    return 'record' in one ? [one] : []
  })

const MARK = cleaned<SourceMark>({
  cursor: Object.assign(
    { path: '/t', seal: '', offset: 1, line: 1, sessions: [], state: { at: 1 } },
    { skipped: 0, kinds: {}, errors: [] },
  ),
  lines: [],
})

/** Damages the file, and lets a check find it: the store is then as it was when it was backed up, or empty. */
async function damage(store: Store, file: string): Promise<void> {
  const raw = await openRaw(file)
  raw.exec('DROP TRIGGER vectors_owed')
  raw.close()
  await store.health.examine()
}

/** A question to each of them that can differ with the store. */
const PROBES: { readonly [K in keyof InMemory]: (kept: InMemory, store: Store) => unknown } = {
  silences: ({ silences }, { ledger }) =>
    each((session, project) => silences.over(ledger).silences({ session, project })),
  files: ({ files }) => perProject(async (project) => [...(await files.of(project))].sort()),
  lessons: ({ lessons }) => lessons.all(Number.POSITIVE_INFINITY),
  experiences: ({ experiences }) => perProject((project) => experiences.inProject(project, moment + 1)),
  recipes: ({ recipes }) => perProject((project) => recipes.asOf(project, moment + 1)),
  tasks: ({ tasks }) => Promise.all(SESSIONS.map((each) => tasks.of(each))),
  runs: async ({ runs: kept }) => [
    PROJECTS.map((project) => kept.isOpenIn(project)),
    await Promise.all(SESSIONS.map(async (each) => (await kept.progress(each, moment + 1))?.run)),
  ],
  notes: ({ notes }) =>
    each((session, project) => Promise.resolve(notes.waiting({ session, project, startedAt: 0 }, moment + 1))),
  events: ({ events }) =>
    Promise.all(SESSIONS.map((session) => events.of({ session, by: 'new', asOf: moment + 1, limit: 1_000 }))),
  presence: ({ presence }) =>
    [...SESSIONS, VISITOR].map((id) => {
      const { project, lastSeenAt } = presence.live(id) ?? {}
      return [id, project, lastSeenAt]
    }),
  activity: async ({ activity, presence }) => {
    await activity.loaded()
    const isHere = ({ session }: { readonly session: string }) => presence.isLive(session)
    return PROJECTS.map((project) =>
      FILES.map((path) =>
        activity
          .changes(project, path)
          .filter(isHere)
          .map(({ event }) => event),
      ),
    )
  },
  claims: ({ claims }) =>
    claims
      .others(undefined, '')
      .map(({ path, session }) => [path, session])
      .sort(),
  calls: async ({ calls, experiences }) => {
    const open = await experiences.openAt(moment + 1)
    const newest = new Map(open.toSorted((a, b) => a.at - b.at).map((one) => [holderOf(one), one]))
    const at = { id: 'imagined', at: moment + 1 }
    return Promise.all([...newest.values()].map(async (one) => [one.id, await calls.since(one, at)]))
  },
}

const perProject = <T>(ask: (project: string) => Promise<T>) => Promise.all(PROJECTS.map(ask))
const each = <T>(ask: (session: string, project: string) => Promise<T>) =>
  Promise.all(SESSIONS.flatMap((session) => PROJECTS.map((project) => ask(session, project))))

const answersOf = async (kept: InMemory, store: Store) => {
  const answers: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries(PROBES)) answers[name] = await ask(kept, store)
  return JSON.parse(JSON.stringify(answers))
}

async function load({ lessons, experiences, presence, runs: open, notes, claims, activity }: InMemory) {
  await Promise.all([lessons, experiences, presence, open, notes, claims].map((one) => one.load()))
  await activity.load()
}

async function open() {
  const file = join(scratch(), 'hindcast.db')
  const log = { info() {}, warn() {}, error() {} }
  const store = await openStore({ file, readers: 1, workerUrl, recovery: { isExpected: false, log } })
  const ports = portsOf(store, [])
  const kept = keptInMemory(ports)
  onTestFinished(() => store.close())
  await store.health.backUp()
  await load(kept)
  return { file, store, ports, kept }
}

test('whatever happens to the store, by whichever process, all that is kept in memory answers as the store does', async () => {
  const here = await open()
  const { store, ports, kept } = here
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const now of steps) {
        await apply(here, now)
        const cold = keptInMemory({ ...ports, changes: { follow: () => () => {} } })
        await load(cold)
        expect(await answersOf(kept, store), JSON.stringify(now)).toEqual(await answersOf(cold, store))
      }
    }),
    // What happened before is in the store, so that fewer steps would be another case
    { numRuns: runs(12), endOnFailure: true },
  )
})
