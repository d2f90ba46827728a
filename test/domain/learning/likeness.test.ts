import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOrder, signalGroups } from '../../../src/domain/learning/grouping.ts'
import { lessonsFrom } from '../../../src/domain/learning/lessons.ts'
import { comparable, type Embeddings, repetitionsIn } from '../../../src/domain/learning/likeness.ts'
import { teachingsIn } from '../../../src/domain/learning/teaching.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'

const threshold = { sessions: 2, confidence: 0.9, scripts: 'propose' } as const
const NONE: Embeddings = new Map()

/** What people say, one prompt a session. */
const said = (...prompts: readonly string[]): Signal[] =>
  prompts.flatMap((prompt, n) =>
    teachingsIn(prompt).map((teaching, m): Signal => {
      const id = `g_${n}_${m}`
      return { ...teaching, id, session: `s${n}`, project: 'p1', at: n + 1, by: 'person', evidence: [id] }
    }),
  )

const links = (signals: readonly Signal[], embeddings = NONE) =>
  repetitionsIn(signals, signalGroups(inOrder(signals)).groups, embeddings)

/** As the behaviour does it. */
function learn(signals: readonly Signal[], embeddings = NONE, known: readonly Lesson[] = []): readonly Lesson[] {
  const all = [...signals, ...links(signals, embeddings)]
  const changed = lessonsFrom(all, known, threshold, 1000)
  return [...known.filter(({ id }) => !changed.some((each) => each.id === id)), ...changed]
}

/** All signals in the same direction: as alike as embeddings can be. */
const same = (signals: readonly Signal[]): Embeddings =>
  new Map([...comparable(signals).keys()].map((id) => [id, Int8Array.of(127, 1)]))

const CHANGELOG = [
  'You forgot the changelog again',
  "why didn't you update the changelog?",
  'you did not add a changelog entry',
]

describe('signals that are about the same, in words that the grammar does not bring together', () => {
  test('are one candidate, with all of them as its evidence', () => {
    const signals = said(...CHANGELOG)
    expect(signals).toHaveLength(3)
    const lessons = learn(signals, same(signals))
    expect(lessons).toMatchObject([
      {
        state: 'candidate',
        polarity: 'do',
        subject: expect.stringContaining('changelog'),
        support: 3,
        sessions: 3,
        scope: 'project',
      },
    ])
    expect(lessons[0]?.confidence).toBeGreaterThanOrEqual(0.5)
    expect(lessons[0]?.confidence).toBeLessThanOrEqual(0.7)
  })

  test('never become active by themselves, however often they are said', () => {
    const verbs = ['update', 'extend', 'amend', 'complete', 'maintain', 'write']
    const many = said(...verbs.map((verb) => `why didn't you ${verb} the changelog?`))
    const [lesson, ...others] = learn(many, same(many))
    expect(others).toEqual([])
    expect(lesson).toMatchObject({ state: 'candidate', support: 6, confidence: 0.7 })
  })

  test('teach nothing if there are two of them, or all are of one session', () => {
    const signals = said(...CHANGELOG)
    expect(links(signals.slice(0, 2))).toEqual([])
    expect(links(signals.map((signal) => ({ ...signal, session: 's0' })))).toEqual([])
  })

  test('of several projects or folders are not brought together', () => {
    const signals = said(...CHANGELOG)
    const project = (signal: Signal, n: number): Signal => ({ ...signal, project: `p${n}` })
    const folder = (signal: Signal, n: number): Signal => ({ ...signal, folder: n === 0 ? 'src' : undefined })
    expect(links(signals.map(project), same(signals))).toEqual([])
    expect(links(signals.map(folder), same(signals))).toEqual([])
  })

  test('add nothing to a rule in words, which says something else', () => {
    const rule = 'Update the changelog with each release, I told you'
    const signals = said('You forgot the changelog again', ...CHANGELOG, rule).map(
      (signal): Signal =>
        signal.quote === rule ? { ...signal, type: 'directive', hasHorizon: false, confidence: 0.9 } : signal,
    )
    expect(learn(signals, same(signals)).filter(({ text }) => text === rule)).toMatchObject([
      { state: 'candidate', support: 1, sessions: 1, confidence: 0.9 },
    ])
  })

  test('are not brought together if they hold in different cases', () => {
    const signals = said(
      ...['sql', 'html', 'json'].map((where) => `I told you: double quotes in ${where}, not single quotes`),
    )
    expect(signals).toHaveLength(3)
    expect(links(signals, same(signals))).toEqual([])
    expect(learn(signals, same(signals)).map(({ state, support }) => [state, support])).toEqual(
      signals.map(() => ['candidate', 1]),
    )
  })

  test('stay one lesson when more is said, and after a person rejected it', () => {
    const signals = said(...CHANGELOG)
    const before = learn(signals, same(signals))
    const rejected = before.map((lesson): Lesson => ({ ...lesson, state: 'rejected', decidedBy: 'person' }))
    const kept = [...signals, ...links(signals, same(signals))]
    const more = said(...CHANGELOG, 'you forgot to write the changelog').filter(({ session }) => session === 's3')
    const found = links([...kept, ...more], same([...signals, ...more]))
    expect(found.map(({ id, evidence }) => [id, evidence.length])).toEqual([[kept.at(-1)?.id, 4]])
    const all = [...kept.filter(({ type }) => type !== 'repetition'), ...more, ...found]
    expect(lessonsFrom(all, rejected, threshold, 1000)).toMatchObject([{ state: 'rejected', support: 4 }])
  })

  test('are taken back together', () => {
    const signals = [...said(...CHANGELOG, 'never mind about the changelog')]
    const [last] = signals.slice(-1)
    const retraction: Signal = {
      ...(last as Signal),
      ...{ id: 'g_r', type: 'retraction', subject: 'the changelog', polarity: 'avoid', at: 50, session: 's9' },
    }
    const all = [...said(...CHANGELOG), retraction]
    expect(learn(all, same(all))).toMatchObject([{ state: 'retired' }])
  })
})

test('opposites are never brought together, even if their embeddings are the same', () => {
  for (const [one, other] of [
    ["Why didn't you edit the changelog?", 'Why did you edit the changelog?'],
    ['You forgot to run the tests', 'You keep running the tests'],
    ['Use tabs for indentation, not spaces', 'Use spaces for indentation, not tabs'],
    ['I told you: pnpm, not npm', 'I told you: npm, not pnpm'],
  ] as const) {
    const signals = said(one, one, other, other)
    for (const link of links(signals, same(signals))) {
      const quotes = new Set(signals.flatMap(({ id, quote }) => (link.evidence.includes(id) ? [quote] : [])))
      expect([...quotes], `${one} / ${other}`).toHaveLength(1)
    }
  }
})

test('no signal is evidence for two lessons, and no link mixes polarities, projects or folders', () => {
  const any = fc.record({
    session: fc.constantFrom('s1', 's2', 's3'),
    project: fc.constantFrom('p1', 'p2'),
    type: fc.constantFrom('directive' as const, 'correction' as const, 'drift' as const),
    polarity: fc.constantFrom('do' as const, 'avoid' as const),
    subject: fc.constantFrom('the changelog', 'update the changelog', 'changelog entry', 'npm', 'pnpm', ''),
    object: fc.constantFrom(undefined, 'npm', 'pnpm'),
    folder: fc.constantFrom(undefined, 'src'),
    quote: fc.constantFrom('The changelog is missing', 'update the changelog', 'pnpm, not npm', 'no npm'),
    hasHorizon: fc.boolean(),
    confidence: fc.constantFrom(0.5, 0.7, 0.95),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 14 }), fc.boolean(), (made, isEmbedded) => {
      const signals = made.map(
        (each, n): Signal => ({ ...each, id: `g_${n}`, at: n, reach: 'unsaid', by: 'person', evidence: [] }),
      )
      const embeddings = isEmbedded ? same(signals) : NONE
      const byId = new Map(signals.map((signal) => [signal.id, signal]))
      for (const { evidence, polarity } of links(signals, embeddings)) {
        const members = evidence.map((id) => byId.get(id) as Signal)
        expect(new Set(members.map(({ project, folder }) => `${project} ${folder}`)).size).toBe(1)
        expect(members.filter(({ subject }) => subject !== '').every((each) => each.polarity === polarity)).toBe(true)
      }
      const lessons = learn(signals, embeddings)
      const evidence = lessons.flatMap((lesson) => lesson.evidence)
      expect(new Set(evidence).size).toBe(evidence.length)
      const again = lessonsFrom([...signals, ...links(signals, embeddings)], lessons, threshold, 1000)
      expect(again).toEqual([])
    }),
  )
})
