import { expect, test } from 'vitest'
import { clockOf, count, dayOf, momentOf, spanOf } from '../../viewer/words.ts'

const at = (month: number, day: number, hour = 12): number => new Date(2026, month - 1, day, hour, 5).getTime()

test('a day is called by its name, but today and yesterday', () => {
  const now = at(3, 1, 0)
  expect([at(3, 1, 23), at(2, 28, 1), at(2, 27, 23), at(1, 15)].map((day) => dayOf(day, now))).toEqual([
    'Today',
    'Yesterday',
    'Friday 27 February 2026',
    'Thursday 15 January 2026',
  ])
})

test('a moment, a clock, a span and a count are read at a glance', () => {
  expect([momentOf(at(12, 3, 9)), clockOf(at(12, 3, 9))]).toEqual(['3 Dec 2026, 09:05', '09:05'])
  const spans = [400, 59_000, 61_000, 3_600_000, 7_500_000, 200_000_000]
  expect(spans.map(spanOf)).toEqual(['0 s', '59 s', '1 min', '1 h', '2 h 5 min', '2 d'])
  expect([0, 1, 999, 1_000, 1_234_567].map((n) => count(n, 'call'))).toEqual([
    '0 calls',
    '1 call',
    '999 calls',
    '1,000 calls',
    '1,234,567 calls',
  ])
})
