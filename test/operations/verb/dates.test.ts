import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { since, spanOf, until } from '../../../src/operations/verb/dates.ts'

const NOW = new Date(2026, 10, 27, 9, 30)
const local = (...parts: [number, number, number?, number?, number?]) =>
  new Date(...(parts as [number, number])).getTime()
const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' }

describe('a date is a day of local time, from its first to its last millisecond', () => {
  test.each([
    ['2026-11-18', local(2026, 10, 18), local(2026, 10, 19)],
    ['18 Nov 2026', local(2026, 10, 18), local(2026, 10, 19)],
    ['today', local(2026, 10, 27), local(2026, 10, 28)],
    ['yesterday', local(2026, 10, 26), local(2026, 10, 27)],
    ['2 weeks ago', local(2026, 10, 13), local(2026, 10, 14)],
    ['2026-11', local(2026, 10), local(2026, 11)],
    ['last month', local(2026, 9), local(2026, 10)],
    ['2025', local(2025, 0), local(2026, 0)],
    ['last year', local(2025, 0), local(2026, 0)],
  ])('%s', (text, from, next) => expect(spanOf(text, NOW)).toEqual({ from, until: next - 1 }))

  test('what is named without a year, or by weekday, is the last one, not the next', () => {
    expect(spanOf('monday', NOW)?.from).toBe(local(2026, 10, 23))
    expect(spanOf('20 December', NOW)?.from).toBe(local(2025, 11, 20))
    expect(spanOf('December', NOW)).toEqual({ from: local(2025, 11), until: local(2026, 0) - 1 })
  })

  test('every day of ten years contains its own noon, begins at 0:00 and ends before the next', () => {
    const noons = fc.integer({ min: 0, max: 3_650 }).map((days) => new Date(2020, 0, 1 + days, 12))
    fc.assert(
      fc.property(noons, (noon) => {
        const [year, month, day] = [noon.getFullYear(), noon.getMonth() + 1, noon.getDate()]
        const span = spanOf(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`, NOW)
        if (span === undefined) throw new Error('not read')
        const [first, last] = [span.from, span.until].map((at) => new Date(at).toLocaleDateString('en', DAY))
        expect(first).toBe(last)
        expect(span.from).toBeLessThan(noon.getTime())
        expect(new Date(span.from).getHours()).toBe(0)
        expect(new Date(span.until + 1).getHours()).toBe(0)
      }),
    )
  })
})

test('a time is that time for both options, and so is a number', () => {
  const at = Date.UTC(2026, 10, 18, 10)
  for (const option of [since, until]) {
    expect(option.parse('2026-11-18T10:00:00Z')).toBe(at)
    expect(option.parse(at)).toBe(at)
  }
  expect(spanOf('2 hours ago', NOW)).toMatchObject({
    from: local(2026, 10, 27, 7, 30),
    until: local(2026, 10, 27, 7, 30),
  })
})

test('both prompts of a day are between that day and that day', () => {
  const prompts = ['2026-11-18T10:00:00', '2026-11-18T15:00:00'].map((at) => new Date(at).getTime())
  const [first, last] = [since.parse('2026-11-18'), until.parse('2026-11-18')]
  expect(prompts.filter((at) => at >= first && at <= last)).toEqual(prompts)
})

test('what names no time is refused with examples', () => {
  expect(since.safeParse('gobbledygook').error?.issues[0]?.message).toMatch(/not a date or time .*2026-01-31/)
})
