import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckOutcome } from '../../../src/domain/checks/outcome.ts'
import { type CheckedRun, capturesOf } from '../../../src/domain/experience/captured.ts'
import type { Entry } from '../../../src/domain/experience/entry.ts'
import type { Experience } from '../../../src/domain/experience/experience.ts'
import { experienceOf, withJournalEntry } from '../../../src/domain/experience/journal.ts'

const start: Entry = {
  ...{ kind: 'start', by: 'agent', at: 1000, session: 's1', project: 'p1', domain: 'testing' },
  ...{ strategy: 'read-the-error', goal: 'g', hypothesis: 'h', action: 'a', prediction: 'p' },
}
const opened = (expected?: string): Experience =>
  experienceOf('x_1', [{ ...start, ...(expected && { expect: expected }) }]) ?? expect.fail()

const run = (more: Partial<CheckOutcome> = {}, output = ''): CheckedRun & { readonly output: string } => ({
  id: `e_${JSON.stringify(more)}`,
  outcome: { check: 'test', runner: 'pytest', command: 'pytest test_cache.py', status: 'pass', ...more },
  output,
})
const failing = (...names: readonly string[]) => run({ status: 'fail', failing: names })

/** What is captured of these runs, one after the other. */
function said(experience: Experience, ...runs: readonly ReturnType<typeof run>[]) {
  let [now, at] = [experience, experience.at]
  return runs.flatMap((each) => {
    at += 1000
    const captures = capturesOf(now, [each], each.output, at)
    now = captures.reduce(withJournalEntry, now)
    return captures.map((one) => [one.verdict, one.said])
  })
}

describe('the result of a run', () => {
  test('is held against what the agent expects of this run', () => {
    const experience = opened('pytest test_cache.py passes')
    expect(said(experience, failing('test_a'))).toEqual([['mismatch', 'pytest failed: test_a']])
    expect(said(experience, run())).toEqual([['match', 'pytest passed: pytest test_cache.py']])
    expect(said(experience, run({ command: 'pytest test_other.py' }))).toEqual([])
  })

  test('is kept without a verdict if nothing is expected in checkable form', () => {
    expect(said(opened(), failing('test_a'))).toEqual([[undefined, 'pytest failed: test_a']])
  })

  test('is compared with the text that was printed, colours aside', () => {
    const red = run({ status: 'fail' }, 'E  \u001b[31mKeyError\u001b[0m: 3')
    expect(said(opened('pytest fails contains "KeyError: 3"'), red).map(([verdict]) => verdict)).toEqual(['match'])
  })

  test('is not news if the same tests fail again, or it passes again', () => {
    const experience = opened('pytest passes')
    expect(said(experience, failing('test_a'), failing('test_a'))).toHaveLength(1)
    expect(said(experience, failing('test_a'), failing('test_a', 'test_b'))).toHaveLength(2)
    expect(said(experience, run(), run())).toHaveLength(1)
  })

  test('is news if it ended in another way in between', () => {
    expect(said(opened('pytest passes'), failing('test_a'), run(), failing('test_a'))).toHaveLength(3)
  })

  test('is not news if only the numbers in an error differ, and is if the error is another one', () => {
    const error = (text: string) => run({ check: 'types', runner: 'tsc', status: 'fail', error: text })
    const [one, again, other] = ['src/a.ts(3,4): no x', 'src/a.ts(13,4): no x', 'src/a.ts(13,4): cannot find y']
    expect(said(opened(), error(one), error(again), error(other)).map(([, text]) => text)).toEqual([
      `tsc failed: ${one}`,
      `tsc failed: ${other}`,
    ])
  })

  test('is news again after the agent has changed its mind', () => {
    const first = opened()
    const [capture] = capturesOf(first, [failing('test_a')], '', 2000)
    const update: Entry = { kind: 'update', at: 3000, hypothesis: 'another' }
    const now = withJournalEntry(withJournalEntry(first, capture ?? expect.fail()), update)
    expect(said(now, failing('test_a'))).toHaveLength(1)
  })

  test('that is unknown decides nothing', () => {
    expect(said(opened(), run({ status: 'unknown' }))).toEqual([])
  })

  test('is captured at most once, however often the run is repeated', () => {
    const outcome = fc.record({
      status: fc.constantFrom('pass' as const, 'fail' as const, 'error' as const, 'unknown' as const),
      failing: fc.option(fc.array(fc.string(), { maxLength: 30 }), { nil: undefined }),
      error: fc.option(fc.string(), { nil: undefined }),
    })
    fc.assert(
      fc.property(outcome, fc.option(fc.constantFrom('pytest passes', 'fails'), { nil: undefined }), (more, text) => {
        expect(said(opened(text), run(more), run(more), run(more)).length).toBeLessThan(2)
      }),
    )
  })
})
