import { expect, test } from 'vitest'
import { beginningOf, clockOf, count, dayOf, headingOf, momentOf, oneLine, spanOf } from '../../viewer/words.ts'

const at = (month: number, day: number, hour = 12): number => new Date(2026, month - 1, day, hour, 5).getTime()

test('a day is named with its weekday and date, except today and yesterday', () => {
  const now = at(3, 1, 0)
  expect([at(3, 1, 23), at(2, 28, 1), at(2, 27, 23), at(1, 15)].map((day) => dayOf(day, now))).toEqual([
    'Today',
    'Yesterday',
    'Friday, Feb 27, 2026',
    'Thursday, Jan 15, 2026',
  ])
})

test('times, durations and counts are short and grouped', () => {
  const now = at(3, 1, 0)
  expect([at(3, 1, 9), at(2, 28, 23), at(12, 3, 9)].map((moment) => momentOf(moment, now))).toEqual([
    'today 09:05',
    'yesterday 23:05',
    'Dec 3, 2026, 09:05',
  ])
  expect(clockOf(at(12, 3, 9))).toBe('09:05')
  const spans = [400, 59_000, 61_000, 3_600_000, 7_500_000, 200_000_000]
  expect(spans.map(spanOf)).toEqual(['0 s', '59 s', '1 min', '1 h', '2 h 5 min', '2 days'])
  expect([0, 1, 999, 1_000, 1_234_567].map((n) => count(n, 'call'))).toEqual([
    '0 calls',
    '1 call',
    '999 calls',
    '1,000 calls',
    '1,234,567 calls',
  ])
})

test('a title is one line without Markdown, cut at its limit', () => {
  expect(oneLine('## Fix `cart.mjs`\n\n**Round** each line')).toBe('Fix cart.mjs Round each line')
  expect(oneLine('a'.repeat(200))).toBe(`${'a'.repeat(159)}…`)
  expect(oneLine('closes #1')).toBe('closes #1')
  expect(oneLine('Do this: # Plan: round once ## Context It rounds')).toBe(
    'Do this: Plan: round once · Context It rounds',
  )
})

test('a record is called by the first line of prose in it, not by a table, a rule or code', () => {
  expect(headingOf('| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n- **Two** rows of `a`\n\nMore')).toBe('Two rows of a')
  expect(headingOf('```ts\nconst a = 1\n```\n\n## Round once\n\nText')).toBe('Round once')
  expect(headingOf('```ts\nconst a = 1')).toBe('')
  expect(headingOf('3 tests fail')).toBe('3 tests fail')
  expect(headingOf('Carry this out:\n\n# Plan: round once\n\nText')).toBe('Carry this out: Plan: round once')
})

test('a long text is cut after a paragraph if that keeps enough of it, otherwise after a word', () => {
  expect(beginningOf('short', 10)).toBe('short')
  expect(beginningOf('one two\n\nthree four', 12)).toBe('one two')
  expect(beginningOf('one two three four', 12)).toBe('one two …')
})
