import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodsIn } from '../../../src/domain/retrieval/dates.ts'

const OLDEST = Date.UTC(2022, 4, 1)
const NEWEST = Date.UTC(2023, 9, 20, 12)
const HALF_A_DAY = 43_200_000
const days = (text: string) =>
  periodsIn(text, OLDEST, NEWEST).map(({ from, until }) => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    return [day(from + HALF_A_DAY), day(until - HALF_A_DAY)]
  })

describe('times in words', () => {
  test.each([
    ['the talk on October 13, 2023', [['2023-10-13', '2023-10-14']]],
    ['what was said on 3 June, 2023?', [['2023-06-03', '2023-06-04']]],
    ['the 3rd of June 2023', [['2023-06-03', '2023-06-04']]],
    ['since 2023-06-03', [['2023-06-03', '2023-06-04']]],
    ['in August 2023', [['2023-08-01', '2023-09-01']]],
    ['Sept 2023', [['2023-09-01', '2023-10-01']]],
  ])('%s', (text, expected) => expect(days(text)).toEqual(expected))

  test('a month without a year matches every year of the store', () => {
    expect(days('the refactoring in May')).toEqual([
      ['2023-05-01', '2023-06-01'],
      ['2022-05-01', '2022-06-01'],
    ])
  })

  test('"two weeks ago", "yesterday" and "last month" count from the newest record', () => {
    for (const [text, at] of [
      ['what broke two weeks ago', NEWEST - 14 * 86_400_000],
      ['3 days ago', NEWEST - 3 * 86_400_000],
      ['yesterday', NEWEST - 86_400_000],
      ['last month', NEWEST - 30 * 86_400_000],
    ] as const) {
      const [period] = periodsIn(text, OLDEST, NEWEST)
      expect(period?.from, text).toBeLessThan(at)
      expect(period?.until, text).toBeGreaterThan(at)
    }
  })

  test('words that only look like dates are ignored', () => {
    for (const text of [
      'it may fail',
      'march on',
      'they sat down',
      'at 12:30 now',
      'separate 12 files',
      'the second decision',
      'port 2023',
      '1-2-3',
    ])
      expect(days(text), text).toEqual([])
  })

  test('no text is an error', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(periodsIn(text, OLDEST, NEWEST))))
  })
})
