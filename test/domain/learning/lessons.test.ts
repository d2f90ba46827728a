import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lessonsFrom } from '../../../src/domain/learning/lessons.ts'
import { combinedConfidence } from '../../../src/domain/learning/strength.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'

const DAY = 86_400_000
const threshold = { sessions: 2, confidence: 0.9, scripts: 'propose' } as const
let made = 0

const signal = (over: Partial<Signal> = {}): Signal => ({
  id: `g_${made++}`,
  session: 's1',
  project: 'p1',
  at: made * 1_000,
  type: 'directive',
  quote: 'use pnpm, not npm',
  polarity: 'do',
  subject: 'pnpm',
  object: 'npm',
  reach: 'unsaid',
  hasHorizon: false,
  confidence: 0.9,
  by: 'person',
  evidence: ['p_1'],
  ...over,
})

const learn = (signals: readonly Signal[], known: readonly Lesson[] = [], now = 10 * DAY): readonly Lesson[] => {
  const changed = lessonsFrom(signals, known, threshold, now)
  return [...known.filter(({ id }) => !changed.some((each) => each.id === id)), ...changed]
}
const states = (lessons: readonly Lesson[]) => Object.fromEntries(lessons.map(({ subject, state }) => [subject, state]))

describe('a rule', () => {
  test('stated for good by a person is active at once', () => {
    expect(learn([signal({ hasHorizon: true })])).toMatchObject([{ state: 'active', support: 1, sessions: 1 }])
  })

  test('stated for good by a script stays a candidate', () => {
    expect(learn([signal({ hasHorizon: true, by: 'script' })])).toMatchObject([{ state: 'candidate' }])
  })

  test('stated without a horizon is a candidate until a second session', () => {
    const [first, second] = [signal(), signal({ session: 's2' })]
    expect(learn([first])).toMatchObject([{ state: 'candidate' }])
    expect(learn([first, signal()])).toMatchObject([{ state: 'candidate', support: 2, sessions: 1 }])
    expect(learn([first, second])).toMatchObject([{ state: 'active', sessions: 2 }])
  })

  test('keeps the words of its best evidence', () => {
    const plain = signal({ quote: 'pnpm, not npm', type: 'correction' })
    const order = signal({ session: 's2', quote: 'Use pnpm, not npm' })
    expect(learn([plain, order])).toMatchObject([{ text: 'Use pnpm, not npm', object: 'npm', support: 2 }])
  })

  test('is another than one of its halves, which says less', () => {
    const half = signal({ quote: "don't use npm", polarity: 'avoid', subject: 'use npm', object: undefined })
    expect(learn([half, signal({ session: 's2' })]).map(({ support }) => support)).toEqual([1, 1])
  })

  test('is given up after ninety days as a candidate, never once it is active', () => {
    const known = learn([signal(), signal({ subject: 'tabs', object: 'spaces', hasHorizon: true })])
    expect(states(learn([], known, 200 * DAY))).toEqual({ pnpm: 'retired', tabs: 'active' })
  })

  test('said in two sessions is not given up', () => {
    const known = learn([signal({ confidence: 0.5 }), signal({ session: 's2', confidence: 0.5 })])
    expect(states(learn([], known, 200 * DAY))).toEqual({ pnpm: 'candidate' })
  })

  test('from several projects holds in each of them separately', () => {
    const lessons = learn([signal({ hasHorizon: true }), signal({ project: 'p2', session: 's2', hasHorizon: true })])
    expect(lessons.map(({ project, scope }) => [project, scope])).toEqual([
      ['p1', 'project'],
      ['p2', 'project'],
    ])
  })

  test('holds everywhere only if the person says so, in however many projects it was taught', () => {
    expect(learn([signal({ reach: 'everywhere' })])).toMatchObject([{ scope: 'everywhere' }])
    const many = Array.from({ length: 9 }, (_, n) =>
      signal({ project: `p${n % 3}`, session: `s${n}`, hasHorizon: true }),
    )
    expect(learn(many).map(({ scope, support }) => [scope, support])).toEqual([1, 2, 3].map(() => ['project', 3]))
  })
})

describe('a contradiction', () => {
  const older = signal({ hasHorizon: true })
  const newer = signal({
    session: 's2',
    subject: 'npm',
    object: 'pnpm',
    quote: 'always npm, not pnpm',
    hasHorizon: true,
  })

  test('is won by the newer of two active rules', () => {
    const lessons = learn([older, newer])
    expect(states(lessons)).toEqual({ pnpm: 'superseded', npm: 'active' })
    expect(lessons.find(({ subject }) => subject === 'pnpm')?.supersededBy).toBe(
      lessons.find(({ subject }) => subject === 'npm')?.id,
    )
  })

  test('is won by the first again if it is repeated', () => {
    const again = signal({ session: 's3', hasHorizon: true })
    expect(states(learn([again], learn([older, newer])))).toMatchObject({ npm: 'superseded' })
    expect(states(learn([older, newer, again]))).toEqual({ pnpm: 'active', npm: 'superseded' })
  })

  test('is won by a pinned rule whatever comes later', () => {
    const pinned = learn([older]).map((lesson): Lesson => ({ ...lesson, isPinned: true, decidedBy: 'person' }))
    expect(states(learn([older, newer], pinned))).toEqual({ pnpm: 'active', npm: 'superseded' })
  })

  test('leaves a rule of another project alone', () => {
    expect(states(learn([older, { ...newer, project: 'p2' }]))).toEqual({ pnpm: 'active', npm: 'active' })
  })
})

test('what a person rejected stays rejected, however often it is said', () => {
  const rejected = learn([signal({ hasHorizon: true })]).map(
    (lesson): Lesson => ({ ...lesson, state: 'rejected', decidedBy: 'person' }),
  )
  const more = [signal({ session: 's2', hasHorizon: true }), signal({ session: 's3', hasHorizon: true })]
  expect(states(learn(more, rejected))).toEqual({ pnpm: 'rejected' })
})

test('a rule that applies goes on applying when its older signals are read no more', () => {
  const [first, second, third] = [signal(), signal({ session: 's2' }), signal({ session: 's3' })]
  const known = learn([first, second])
  const later = learn([second], known)
  expect(later).toEqual(known)
  expect(learn([second, third], later)).toMatchObject([{ state: 'active', support: 3, learnedAt: first.at }])
  expect(lessonsFrom([second, third], learn([second, third], later), threshold, 10 * DAY)).toEqual([])
})

test('a correction that names nothing teaches nothing', () => {
  const remark = signal({ type: 'correction', subject: '', object: undefined, quote: 'you broke the build' })
  expect(learn([remark, { ...remark, id: 'g_x', session: 's2' }])).toEqual([])
})

const signals = fc.array(
  fc.record({
    session: fc.constantFrom('s1', 's2', 's3'),
    project: fc.constantFrom('p1', 'p2'),
    subject: fc.constantFrom('pnpm', 'npm', 'tabs', 'add comments'),
    object: fc.constantFrom('npm', 'pnpm', 'spaces', undefined),
    polarity: fc.constantFrom('do' as const, 'avoid' as const),
    hasHorizon: fc.boolean(),
    at: fc.integer({ min: 1, max: 1_000_000 }),
    confidence: fc.double({ min: 0.5, max: 1, noNaN: true }),
  }),
  { maxLength: 12 },
)

test('the order in which signals are read makes no difference', () => {
  fc.assert(
    fc.property(signals, fc.integer(), (drafts, seed) => {
      const all = drafts.map((draft, n) => signal({ ...draft, id: `g_${n}`, at: draft.at * 20 + n }))
      const shuffled = all.toSorted((a, b) => ((a.at * 7919 + seed) % 101) - ((b.at * 7919 + seed) % 101))
      const sorted = (lessons: readonly Lesson[]) => lessons.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(sorted(learn(shuffled))).toEqual(sorted(learn(all)))
    }),
  )
})

test('learning again from the same signals changes nothing', () => {
  fc.assert(
    fc.property(signals, (drafts) => {
      const all = drafts.map((draft, n) => signal({ ...draft, id: `g_${n}` }))
      const once = learn(all)
      expect(lessonsFrom(all, once, threshold, 10 * DAY)).toEqual([])
    }),
  )
})

test('confidence grows with sessions, not with repetition in one', () => {
  const low = { confidence: 0.6 }
  expect(combinedConfidence([signal(low), signal(low)])).toBeCloseTo(0.6)
  expect(combinedConfidence([signal(low), signal({ ...low, session: 's2' })])).toBeCloseTo(0.84)
  expect(combinedConfidence([])).toBe(0)
})

test.each([
  [
    { polarity: 'avoid', subject: 'split the schema' },
    { polarity: 'avoid', subject: 'splitting the schema' },
  ],
  [
    { polarity: 'avoid', subject: 'throw strings' },
    { polarity: 'avoid', subject: 'threw strings' },
  ],
] as const)('says the same in two sessions: %o and %o', (one, other) => {
  const taught = learn([signal({ object: undefined, ...one }), signal({ session: 's2', object: undefined, ...other })])
  expect(taught).toMatchObject([{ state: 'active', sessions: 2 }])
})
