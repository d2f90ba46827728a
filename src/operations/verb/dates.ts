import { type ParsedResult, parse } from 'chrono-node'
import * as z from 'zod'

/** A span of time in epoch milliseconds, both ends included. */
interface Span {
  readonly from: number
  readonly until: number
}

/** `--since`: the first millisecond of the day, month or year that is named, or the time. Numbers are epoch milliseconds. */
export const since = dated(({ from }) => from)

/** `--until`: the last millisecond of the day, month or year that is named, or the time. Numbers are epoch milliseconds. */
export const until = dated((span) => span.until)

function dated(endOf: (span: Span) => number) {
  return z.union([z.string(), z.number()]).transform((given, context) => {
    if (typeof given === 'number') return given
    const span = spanOf(given, new Date())
    if (span !== undefined) return endOf(span)
    context.addIssue(`'${given}' is not a date or time (try 2026-01-31, yesterday or "2 weeks ago")`)
    return z.NEVER
  })
}

/** `2026` and `2026-11`, which chrono-node does not read. */
const YEAR_OR_MONTH = /^\s*((?:19|20)\d\d)(?:-(0[1-9]|1[0-2]))?\s*$/

/**
 * The local day, month or year that a text names, whole, or the time where it names one; undefined if it names neither.
 * A date without a year, or a weekday, is the last one before `now`: records are in the past.
 */
export function spanOf(text: string, now: Date): Span | undefined {
  const [, year, month] = YEAR_OR_MONTH.exec(text) ?? []
  if (year !== undefined) return month === undefined ? yearOf(Number(year)) : monthOf(Number(year), Number(month) - 1)
  const [found] = parse(text, now)
  return found && spanSaid(past(found, now), found)
}

type Known = Parameters<ParsedResult['start']['isCertain']>[0]

function spanSaid(at: Date, { start }: ParsedResult): Span {
  const says = (...parts: readonly Known[]) => parts.some((part) => start.isCertain(part))
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()]
  if (says('hour')) return { from: at.getTime(), until: at.getTime() }
  if (says('day', 'weekday')) return between(new Date(year, month, day), new Date(year, month, day + 1))
  if (says('month')) return monthOf(year, month)
  return says('year') ? yearOf(year) : between(new Date(year, month, day), new Date(year, month, day + 1))
}

function past({ start }: ParsedResult, now: Date): Date {
  const at = start.date()
  if (at <= now || start.isCertain('year')) return at
  const isWeekday = start.isCertain('weekday') && !start.isCertain('day')
  if (isWeekday) at.setDate(at.getDate() - 7)
  else if (start.isCertain('month')) at.setFullYear(at.getFullYear() - 1)
  return at
}

const yearOf = (year: number): Span => between(new Date(year, 0), new Date(year + 1, 0))
const monthOf = (year: number, month: number): Span => between(new Date(year, month), new Date(year, month + 1))
const between = (from: Date, next: Date): Span => ({ from: from.getTime(), until: next.getTime() - 1 })
