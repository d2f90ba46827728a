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

const CHANGELOG = ['You forgot the changelog again', 'The changelog is missing', "the changelog wasn't updated"]

describe('signals that are about the same, in words that the grammar does not bring together', () => {
  test('are one candidate, with all of them as its evidence', () => {
    const signals = said(...CHANGELOG)
    expect(signals).toHaveLength(3)
    const lessons = learn(signals)
    expect(lessons).toMatchObject([
      { state: 'candidate', polarity: 'do', subject: 'the changelog', support: 3, sessions: 3, scope: 'project' },
    ])
    expect(lessons[0]?.confidence).toBeGreaterThanOrEqual(0.5)
    expect(lessons[0]?.confidence).toBeLessThanOrEqual(0.7)
  })

  test('never become active by themselves, however often they are said', () => {
    const many = said(...CHANGELOG, ...CHANGELOG.slice(1), ...CHANGELOG.slice(1), ...CHANGELOG.slice(1))
    const [lesson, ...others] = learn(many)
    expect(others).toEqual([])
    expect(lesson).toMatchObject({ state: 'candidate', support: 9, confidence: 0.7 })
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

  test('strengthen a rule in words, whose words the lesson keeps', () => {
    const rule = 'Update the changelog with each release, I told you'
    const signals = said('Why did you not update the changelog?', ...CHANGELOG, rule).map(
      (signal): Signal =>
        signal.quote === rule ? { ...signal, type: 'directive', hasHorizon: false, confidence: 0.9 } : signal,
    )
    const lessons = learn(signals, same(signals)).filter(({ state }) => state !== 'superseded')
    expect(lessons).toMatchObject([{ state: 'active', text: rule }])
    expect(lessons[0]?.confidence).toBeGreaterThan(0.95)
  })

  test('stay one lesson when more is said, and after a person rejected it', () => {
    const signals = said(...CHANGELOG)
    const before = learn(signals)
    const rejected = before.map((lesson): Lesson => ({ ...lesson, state: 'rejected', decidedBy: 'person' }))
    const kept = [...signals, ...links(signals)]
    const more = said(...CHANGELOG, 'The changelog is missing').filter(({ session }) => session === 's3')
    const found = links([...kept, ...more])
    expect(found.map(({ id, evidence }) => [id, evidence.length])).toEqual([[links(signals)[0]?.id, 4]])
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
    expect(learn([...said(...CHANGELOG), retraction])).toMatchObject([{ state: 'retired' }])
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
