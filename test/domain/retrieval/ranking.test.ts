import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NumberLane, numbersOf } from '../../../src/domain/retrieval/numbering.ts'
import {
  candidatesAmong,
  firstDistinct,
  rankCandidates,
  rankOf,
  type SearchCandidate,
  spreadBySession,
  spreadRanks,
} from '../../../src/domain/retrieval/ranking.ts'

const DAY = 86_400_000
const NOBODY: ReadonlySet<string> = new Set()
const at = (place: number, lane: NumberLane = 'said', session = 1) => numbersOf(session, lane)[0] + place
const candidate = (fields: Partial<SearchCandidate> = {}): SearchCandidate => ({
  ...{ id: at(1), record: 'p_1', kind: 'prompt', type: 'person', project: 'a', session: 's', at: 0 },
  ...{ score: 1, share: 1 },
  ...fields,
})
const rank = (fields: Partial<SearchCandidate>, { now = 0, superseded = NOBODY, prefer = 'none' } = {}) =>
  rankOf(candidate(fields), { now, superseded, prefer })

test('being superseded or machine text lowers a candidate', () => {
  const plain = rank({})
  expect(rank({}, { superseded: new Set(['p_1']) })).toBeLessThan(plain)
  expect(rank({ type: 'machine' })).toBeLessThan(plain)
})

test('the current project wins among similar matches, and loses to a clearly better match elsewhere', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (score) => {
      const preferred = rank({ project: 'here', score }, { prefer: 'here' })
      expect(preferred).toBeGreaterThan(rank({ score: score * 1.05 }))
      expect(rank({ score: score * 1.2 })).toBeGreaterThan(preferred)
    }),
  )
})

test('a conclusion outranks what was said, which outranks what a tool did', () => {
  const concluded = rank({ kind: 'observation', type: 'bugfix', id: at(1, 'made') })
  const done = rank({ kind: 'event', type: 'Bash', id: at(1, 'done') })
  expect(concluded).toBeGreaterThan(rank({}))
  expect(rank({})).toBeGreaterThan(done)
})

test('among equal candidates the newer ranks higher, and age never outweighs a tenth of relevance', () => {
  const age = fc.integer({ min: 0, max: 3_650 })
  fc.assert(
    fc.property(age, age, (a, b) => {
      const now = 4_000 * DAY
      const [young = 0, old = 0] = [Math.min(a, b), Math.max(a, b)].map((days) => now - days * DAY)
      expect(rank({ at: young }, { now })).toBeGreaterThanOrEqual(rank({ at: old }, { now }))
      expect(rank({ at: old, score: 1.1 }, { now })).toBeGreaterThan(rank({ at: young }, { now }))
    }),
  )
})

const scores = fc.array(
  fc.integer({ min: 0, max: 100 }).map((score) => score / 100),
  { maxLength: 60, size: 'max' },
)
const anyCandidates = fc
  .array(
    fc.record({
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      session: fc.constantFrom<string>('a', 'b', 'c'),
      project: fc.constantFrom<string>('here', 'there'),
      kind: fc.constantFrom<string>('prompt', 'observation'),
      at: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 40, size: 'max' },
  )
  .map((all) =>
    all.map((each, place) => {
      const lane = each.kind === 'prompt' ? 'said' : 'made'
      return candidate({ ...each, id: at(place, lane), record: `r_${place}` })
    }),
  )

test('the order of candidates does not matter, and equal input gives equal output', () => {
  fc.assert(
    fc.property(
      anyCandidates.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const context = { now: 9, prefer: 'here', superseded: new Set(['r_3']) }
        for (const isDescription of [true, false])
          expect(rankCandidates(shuffled, { ...context, isDescription })).toEqual(
            rankCandidates(all, { ...context, isDescription }),
          )
      },
    ),
  )
})

test('the candidates are the best texts, as many as the limit asks for, the newest of equals first', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 5 }), fc.boolean(), (all, limit, isSemantic) => {
      const texts = new Map(all.map((score, place) => [at(place), { score, share: 1 }]))
      const found = candidatesAmong(texts, { limit, isSemantic })
      const best = [...texts].sort(([a, x], [b, y]) => y.score - x.score || b - a).map(([id]) => id)
      expect(found).toEqual(best.slice(0, found.length))
    }),
  )
  const many = new Map(Array.from({ length: 2_000 }, (_, place) => [at(place), { score: 1, share: 1 }]))
  const size = (limit: number, isSemantic: boolean) => candidatesAmong(many, { limit, isSemantic }).length
  expect([size(1, false), size(20, false), size(1, true), size(1_000, false)]).toEqual([124, 200, 400, 2_000])
})

test('no more documents are read than the limit needs, and repeated text in a project is shown once', () => {
  const ranked = ['same', 'same', 'other', 'last'].map((record, place) => ({
    ...candidate({ record, id: at(place), project: place === 1 ? 'b' : 'a' }),
    rank: 1,
  }))
  const read: string[] = []
  const document = ({ record, project }: SearchCandidate) => {
    read.push(`${record} of ${project}`)
    return { type: 'person', title: '', body: record, files: [] }
  }
  const shown = firstDistinct([...ranked, ...ranked], { limit: 3 }, document)
  expect(shown.map(({ record, project }) => `${record} of ${project}`)).toEqual([
    'same of a',
    'same of b',
    'other of a',
  ])
  expect(read).toHaveLength(3)
  expect(firstDistinct([...ranked, ...ranked], { limit: 9 }, document)).toHaveLength(4)
})

test.each([
  ['main.ts', true],
  ['./src/main.ts', true],
  ['/code/src/', true],
  ['src', true],
  ['/src', false],
  ['ain.ts', false],
  ['/', false],
])('a document of /code/src/main.ts names %s: %s', (file, expected) => {
  const document = { type: '', title: '', body: '', files: ['/code/src/main.ts'] }
  const hit = { ...candidate(), rank: 1 }
  expect(firstDistinct([hit], { limit: 1, file }, () => document)).toHaveLength(expected ? 1 : 0)
})

test('if work is described, a session with more matches ranks above the one with the best text', () => {
  const [best, ...several] = [0.9, 0.8, 0.7, 0.6].map((score, place) =>
    candidate({ score, id: at(place), record: `p_${place}`, session: place === 0 ? 'one' : 'several' }),
  ) as [SearchCandidate, ...SearchCandidate[]]
  const context = { now: 0, superseded: NOBODY }
  const sessions = (isDescription: boolean) =>
    rankCandidates([best, ...several], { ...context, isDescription }).map(({ session }) => session)
  expect(sessions(false)[0]).toBe('one')
  expect(sessions(true)[0]).toBe('several')
})

test("by session, no text is lost, the best rank stays, ranks descend, and a session's texts keep their order", () => {
  fc.assert(
    fc.property(anyCandidates, (all) => {
      const rounded = all.map((each) => ({ ...each, rank: Math.round(each.score * 1_000) / 1_000 }))
      const ranked = rounded.sort((a, b) => b.rank - a.rank || b.id - a.id)
      const found = spreadBySession(ranked)
      const records = (of: typeof ranked, session: string) =>
        of.filter((text) => text.session === session && text.rank > 0).map(({ record }) => record)
      expect(found.map(({ record }) => record).toSorted()).toEqual(ranked.map(({ record }) => record).toSorted())
      expect(found[0]?.rank ?? 0).toBeCloseTo(ranked[0]?.rank ?? 0, 9)
      expect(found.map(({ rank }) => rank)).toEqual(found.map(({ rank }) => rank).toSorted((a, b) => b - a))
      for (const session of ['a', 'b', 'c']) {
        const before = records(ranked, session)
        if (new Set(ranked.map(({ rank }) => rank)).size === ranked.length)
          expect(records(found, session)).toEqual(before)
      }
    }),
  )
})

const text = (session: string, rank: number) => ({ session, rank })
const anyText = fc.record({
  session: fc.constantFrom<string>('a', 'b', 'c'),
  rank: fc.double({ min: 0, max: 1, noNaN: true }),
})
const descending = fc
  .array(anyText, { maxLength: 40, size: 'max' })
  .map((texts) => texts.toSorted((a, b) => b.rank - a.rank))

test('after the first ten, a session with many hits gives way to one about as relevant', () => {
  const texts = [...Array.from({ length: 12 }, (_, at) => text('long', 0.9 - at / 100)), text('other', 0.7)]
  expect(spreadRanks(texts).map(({ session }) => session)).toEqual([...Array(10).fill('long'), 'other', 'long', 'long'])
})

test('the first ten stay, nothing is lost, ranks descend, and sessions keep the order of their best texts', () => {
  fc.assert(
    fc.property(descending, (texts) => {
      const found = spreadRanks(texts)
      expect(found.slice(0, 10)).toEqual(texts.slice(0, 10))
      const sessions = (of: typeof texts) => of.map(({ session }) => session)
      expect(sessions(found).toSorted()).toEqual(sessions(texts).toSorted())
      expect([...new Set(sessions(found))]).toEqual([...new Set(sessions(texts))])
      expect(found.map(({ rank }) => rank)).toEqual(found.map(({ rank }) => rank).toSorted((a, b) => b - a))
    }),
  )
})
