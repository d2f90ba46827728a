import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../src/domain/experience/entry.ts'
import { DOMAINS, STATUSES, STRATEGIES } from '../../../src/domain/experience/experience.ts'
import { asOf, experienceOf, mergedExperience, withJournalEntry } from '../../../src/domain/experience/journal.ts'

const ID = 'x_0123456789abcdef'
const text = fc.constantFrom('the cache is stale', 'the clock is mocked', 'two tests share a file')
const at = fc.nat({ max: 200_000 })
const belief = { hypothesis: text, action: text, prediction: text }

const start = fc.record({
  kind: fc.constant('start' as const),
  by: fc.constantFrom('agent' as const, 'hindcast' as const),
  at,
  session: fc.constantFrom('one', 'two'),
  project: fc.constant('p'),
  domain: fc.constantFrom(...DOMAINS),
  strategy: fc.constantFrom(...STRATEGIES),
  goal: text,
  ...belief,
})
const change: fc.Arbitrary<Entry> = fc.oneof(
  start,
  fc.record({ kind: fc.constant('update' as const), at, ...belief }, { requiredKeys: ['kind', 'at'] }),
  fc.record({
    kind: fc.constant('capture' as const),
    at,
    run: fc.constantFrom('e_1', 'e_2'),
    verdict: fc.constantFrom('match' as const, 'mismatch' as const, undefined),
    said: text,
  }),
  fc.record({
    kind: fc.constant('resolve' as const),
    at,
    by: fc.constantFrom('agent' as const, 'hindcast' as const),
    status: fc.constantFrom(...STATUSES),
    result: text,
  }),
  fc.record({ kind: fc.constant('adopt' as const), at, session: fc.constantFrom('two', 'three') }),
)
const journal = fc.tuple(start, fc.array(change, { maxLength: 8 })).map(([first, rest]) => [first, ...rest])
const of = (changes: readonly Entry[]) => experienceOf(ID, changes) ?? expect.fail('no start')

const begun = (more: object = {}) => ({
  ...{
    kind: 'start' as const,
    by: 'agent' as const,
    at: 0,
    session: 'one',
    project: 'p',
    domain: 'debugging' as const,
  },
  ...{ strategy: 'read-the-error' as const, goal: 'fix the flaky cache test', hypothesis: 'the cache is stale' },
  ...{ action: 'clear it', prediction: 'the test passes', ...more },
})
const ended = (at: number, status: 'confirmed' | 'falsified' | 'abandoned', more: object = {}): Entry => ({
  ...{ kind: 'resolve', at, by: 'agent', status, result: 'seen', ...more },
})

describe('two versions of an experience', () => {
  test('merge to the same, whoever wrote last and however often', () => {
    fc.assert(
      fc.property(journal, fc.array(change, { maxLength: 6 }), fc.array(change, { maxLength: 6 }), (base, a, b) => {
        const [left, right] = [of([...base, ...a]), of([...base, ...b])]
        expect(mergedExperience(left, right)).toEqual(mergedExperience(right, left))
        expect(mergedExperience(left, left)).toEqual(left)
        expect(mergedExperience(mergedExperience(left, right), right)).toEqual(mergedExperience(left, right))
      }),
    )
  })

  test('keep every change of mind of both', () => {
    fc.assert(
      fc.property(journal, fc.array(change, { maxLength: 6 }), (base, more) => {
        const both = mergedExperience(of(base), of([...base, ...more]))
        expect(both).toEqual(of([...base, ...more]))
      }),
    )
  })
})

describe('whatever is written to it, an experience', () => {
  test('is open, or closed with a status, an end and a tier', () => {
    fc.assert(
      fc.property(journal, (changes) => {
        const { state, status, closedAt, tier, startedAt } = of(changes)
        const parts = [status, closedAt, tier].filter((each) => each !== undefined)
        expect(parts).toHaveLength(state === 'open' ? 0 : 3)
        expect(closedAt ?? startedAt).toBeGreaterThanOrEqual(startedAt)
      }),
    )
  })

  test('is not changed by anything after its end', () => {
    fc.assert(
      fc.property(journal, change, (changes, late) => {
        const before = of(changes)
        if (before.state === 'open' || late.at <= (before.closedAt ?? 0)) return
        const { journal: _, ...after } = withJournalEntry(before, late)
        const { journal: __, ...same } = before
        expect(after).toEqual(same)
      }),
    )
  })

  test('is abandoned in tier if and only if it is abandoned', () => {
    fc.assert(
      fc.property(journal, (changes) => {
        const { status, tier } = of(changes)
        expect(tier === 'abandoned').toBe(status === 'abandoned')
      }),
    )
  })

  test('is known at a time by what was written until then', () => {
    fc.assert(
      fc.property(journal, at, (changes, time) => {
        const then = asOf(of(changes), time)
        expect(then?.at ?? 0).toBeLessThanOrEqual(time)
      }),
    )
  })
})

describe('a change of mind', () => {
  test('counts as another iteration, and what is expected holds until another prediction is made', () => {
    const first = of([begun({ expect: 'pytest passes' })])
    const second = withJournalEntry(first, { kind: 'update', at: 10, hypothesis: 'two tests share a file' })
    expect([second.iterations, second.expect]).toEqual([2, 'pytest passes'])
    const third = withJournalEntry(second, { kind: 'update', at: 11, prediction: 'one test fails' })
    expect([third.iterations, third.expect]).toEqual([3, undefined])
  })

  test('that changes nothing, or only notes something, is no iteration', () => {
    const first = of([begun({ expect: 'pytest passes' })])
    const same = withJournalEntry(first, { kind: 'update', at: 10, hypothesis: first.hypothesis, note: 'seen twice' })
    expect([same.iterations, same.expect]).toEqual([1, 'pytest passes'])
  })
})

describe('what Hindcast opened at a failing test', () => {
  const provisional = of([begun({ by: 'hindcast', failing: ['test_cache'], failure: 'f1', evidence: ['e_1'] })])

  test("is taken over by the agent's own start, with the failure", () => {
    const taken = withJournalEntry(provisional, begun({ at: 5, goal: 'make the cache test stable' }))
    expect(taken).toMatchObject({ isProvisional: false, failing: ['test_cache'], failure: 'f1', evidence: ['e_1'] })
    expect(taken.startedAt).toBe(5)
  })

  test('closes by a later pass, on its own evidence: that is not gold', () => {
    const closed = withJournalEntry(provisional, ended(90_000, 'confirmed', { by: 'hindcast', evidence: ['e_2'] }))
    expect(closed).toMatchObject({ state: 'closed', status: 'confirmed', isAutoCaptured: true, tier: 'silver' })
  })
})

describe('the tier', () => {
  const run = (at: number, verdict?: 'match' | 'mismatch'): Entry => ({
    ...{ kind: 'capture', at, run: `e_${at}`, said: 'ran', ...(verdict && { verdict }) },
  })
  test.each([
    ['gold if a run decided it as predicted', [run(10, 'match'), ended(20, 'confirmed')], 'gold'],
    ['gold if a run refuted it', [run(10, 'mismatch'), ended(20, 'falsified')], 'gold'],
    ['not gold if the deciding run says otherwise', [run(10, 'mismatch'), ended(90_000, 'confirmed')], 'silver'],
    [
      'not gold if the last run says otherwise',
      [run(5, 'match'), run(9, 'mismatch'), ended(20, 'confirmed')],
      'bronze',
    ],
    ['silver with evidence', [ended(90_000, 'confirmed', { evidence: ['e_9'] })], 'silver'],
    ['bronze without', [ended(90_000, 'confirmed')], 'bronze'],
    ['bronze if opened less than a minute before', [ended(59_000, 'confirmed', { evidence: ['e_9'] })], 'bronze'],
    ['abandoned', [run(10, 'match'), ended(20, 'abandoned')], 'abandoned'],
  ] as const)('is %s', (_, changes, tier) => {
    expect(of([begun(), ...changes]).tier).toBe(tier)
  })
})
