import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckOutcome } from '../../../src/domain/checks/outcome.ts'
import { expectationIn, expectationVerdict } from '../../../src/domain/experience/expect.ts'

const run = (more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  ...{ check: 'test', runner: 'pytest', command: 'pytest tests/test_cache.py -q', status: 'pass', ...more },
})
const verdict = (text: string, outcome = run(), output = '') => {
  const expectation = expectationIn(text)
  return expectation && expectationVerdict(expectation, outcome, output)
}

describe('an expectation', () => {
  test.each([
    ['pytest passes', 'match'],
    ['pytest test_cache.py passes', 'match'],
    ['pytest tests/test_cache.py pass', 'match'],
    ['pytest fails', 'mismatch'],
    ['test passes', 'match'],
    ['passes', 'match'],
    ['npm test passes', undefined],
    ['pytest test_other.py passes', undefined],
    ['build passes', undefined],
  ])('%s, of a run of pytest that passed: %s', (text, said) => {
    expect(verdict(text)).toBe(said)
  })

  test.each([
    ['pytest passes, passed = 12', 'match'],
    ['pytest passes and passed >= 13', 'mismatch'],
    ['passed > 10, failed = 0', 'match'],
    ['pytest passes, errors = 0', undefined],
  ])('%s, of a run with 12 passed and 0 failed: %s', (text, said) => {
    expect(verdict(text, run({ passed: 12, failed: 0 }))).toBe(said)
  })

  test('holds of a failure with the words that it names', () => {
    const failed = run({ status: 'fail' })
    expect(verdict('pytest fails contains "KeyError: 3"', failed, 'E   KeyError: 3')).toBe('match')
    expect(verdict('pytest fails contains "KeyError: 3"', failed, 'E   ValueError')).toBe('mismatch')
  })

  test('decides nothing by a run whose result is unknown', () => {
    expect(verdict('pytest passes', run({ status: 'unknown' }))).toBeUndefined()
  })

  test('decides nothing by a check that could not run, unless its error was expected', () => {
    const broken = run({ status: 'error' })
    for (const text of ['pytest passes', 'pytest fails', 'pytest fails, failed = 0'])
      expect(verdict(text, broken)).toBeUndefined()
    const [names, other] = ['ModuleNotFoundError: x', 'usage: pytest']
    expect(verdict('pytest fails contains "ModuleNotFoundError"', broken, names)).toBe('match')
    expect(verdict('pytest fails contains "ModuleNotFoundError"', broken, other)).toBeUndefined()
  })

  test('is not read into prose', () => {
    for (const text of ['the tests should go green', '', 'pytest', 'it passes if the cache passes it on'])
      expect(expectationIn(text)).toBeUndefined()
  })

  test('is read from any text without an error, and never both holds and fails', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [passed, failed] = [verdict(`${text} passes`), verdict(`${text} fails`)]
        expect(passed === 'match' && failed === 'match').toBe(false)
      }),
    )
  })
})
