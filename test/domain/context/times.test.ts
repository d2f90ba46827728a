import { expect, test } from 'vitest'
import { dayUtc, when } from '../../../src/domain/context/times.ts'
import { T0 } from '../samples.ts'
import { NOW } from './page.ts'

test('time is told as people say it', () => {
  const told = [
    0, 59, 60, 119, 120, 3_599, 3_600, 7_200, 86_399, 86_400, 172_799, 172_800, 1_209_599, 1_209_600, 4_838_399,
  ]
  expect(told.map((seconds) => when(NOW - seconds * 1000, NOW))).toEqual(
    [
      [
        'just now',
        'just now',
        '1 minute ago',
        '1 minute ago',
        '2 minutes ago',
        '59 minutes ago',
        '1 hour ago',
        '2 hours ago',
      ],
      ['23 hours ago', 'yesterday', 'yesterday', '2 days ago', '13 days ago', '2 weeks ago', '7 weeks ago'],
    ].flat(),
  )
  expect(when(NOW - 4_838_400_000, NOW)).toBe('Nov 15, 2025')
  expect(when(NOW + 5000, NOW)).toBe('just now')
  expect([dayUtc(T0), dayUtc(0)]).toEqual(['Jan 9, 2026', 'Jan 1, 1970'])
})
