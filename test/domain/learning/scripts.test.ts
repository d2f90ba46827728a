import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lessonsFrom } from '../../../src/domain/learning/lessons.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import type { Scripts } from '../../../src/domain/settings.ts'
import { aSignal } from './taught.ts'

const DAY = 86_400_000
let made = 0
const said = (over: Partial<Signal> = {}): Signal => {
  made += 1
  return aSignal({ id: `g_${made}`, at: made * 1000, type: 'directive', hasHorizon: true, confidence: 0.95, ...over })
}
const byScript = (over: Partial<Signal> = {}): Signal => said({ by: 'script', session: `run ${made}`, ...over })

const learn = (signals: readonly Signal[], scripts: Scripts = 'propose', known: readonly Lesson[] = []) => {
  const changed = lessonsFrom(signals, known, { sessions: 2, confidence: 0.9, scripts }, DAY)
  return [...known.filter(({ id }) => !changed.some((each) => each.id === id)), ...changed]
}

describe('what a script says', () => {
  const daily = [byScript(), byScript(), byScript({ project: 'p1' })]

  test('is proposed once, however often it repeats it', () => {
    expect(learn(daily)).toMatchObject([{ state: 'candidate', support: 1, sessions: 1, evidence: [daily[0]?.id] }])
    expect(learn([...daily, byScript()], 'propose', learn(daily))).toEqual(learn(daily))
  })

  test('teaches like a typed prompt, or nothing, if the person wants it so', () => {
    expect(learn(daily, 'person')).toMatchObject([{ state: 'active', support: 3, sessions: 3 }])
    expect(learn(daily, 'off')).toEqual([])
  })

  test('stays rejected, approved or retired, whatever the script goes on saying', () => {
    for (const state of ['rejected', 'active', 'retired'] as const) {
      const decided = learn(daily).map((lesson): Lesson => ({ ...lesson, state, decidedBy: 'person' }))
      expect(learn([...daily, byScript()], 'propose', decided)).toEqual(decided)
    }
  })

  test('becomes the rule of a person who says it, under the same id', () => {
    const [proposed] = learn(daily)
    const [lesson] = learn([...daily, said()], 'propose', learn(daily))
    expect(lesson).toMatchObject({ id: proposed?.id, state: 'active', support: 1 })
  })

  test('takes no rule of a person back', () => {
    const rule = said()
    const back = byScript({ type: 'retraction', subject: 'pip', object: undefined, polarity: 'do' })
    expect(learn([rule, back])).toMatchObject([{ state: 'active' }])
    expect(learn([rule, { ...back, by: 'person' }])).toMatchObject([{ state: 'retired' }])
  })

  test('does not make a rule of a project hold everywhere', () => {
    const spread = [said(), byScript({ project: 'p2' }), byScript({ project: 'p3', reach: 'everywhere' })]
    const [own, ...others] = learn(spread)
    expect(own).toMatchObject({ state: 'active', scope: 'project', project: 'p1' })
    expect(others.map(({ state }) => state)).toEqual(['candidate', 'candidate'])
  })
})

const mixed = fc.array(
  fc.record({
    session: fc.constantFrom('s1', 's2', 's3'),
    project: fc.constantFrom('p1', 'p2', 'p3'),
    subject: fc.constantFrom('pnpm', 'npm', 'tabs'),
    object: fc.constantFrom('npm', 'pnpm', 'spaces', undefined),
    polarity: fc.constantFrom('do' as const, 'avoid' as const),
    type: fc.constantFrom('directive' as const, 'correction' as const, 'retraction' as const, 'drift' as const),
    reach: fc.constantFrom('unsaid' as const, 'everywhere' as const, 'until' as const),
    hasHorizon: fc.boolean(),
    by: fc.constantFrom('person' as const, 'script' as const),
    confidence: fc.double({ min: 0.5, max: 1, noNaN: true }),
  }),
  { maxLength: 14 },
)

test('what applies is the same with and without what scripts said', () => {
  fc.assert(
    fc.property(mixed, (drafts) => {
      const all = drafts.map((draft, n) => aSignal({ ...draft, id: `g_${n}`, at: (n + 1) * 1000 }))
      const inForce = (signals: readonly Signal[]) =>
        learn(signals)
          .filter(({ state }) => state === 'active')
          .map(({ contra: _, ...lesson }) => lesson)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(inForce(all)).toEqual(inForce(all.filter(({ by }) => by === 'person')))
    }),
  )
})
