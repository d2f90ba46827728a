import { quantity } from '@hindcast/text/phrases.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** From here on a date is clearer than a number of weeks. */
const DATED = 8 * 7 * DAY
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** When something happened, as people say it: `2 hours ago`, `yesterday`, `3 weeks ago`, `Jan 9, 2026` (in UTC). */
export function when(at: number, now: number): string {
  const ms = now - at
  if (ms < 60_000) return 'just now'
  if (ms < HOUR) return unitsAgo(ms / 60_000, 'minute')
  if (ms < DAY) return unitsAgo(ms / HOUR, 'hour')
  if (ms < 2 * DAY) return 'yesterday'
  if (ms < 14 * DAY) return unitsAgo(ms / DAY, 'day')
  if (ms < DATED) return unitsAgo(ms / (7 * DAY), 'week')
  return dayUtc(at)
}

/** A date: `Jan 9, 2026` (in UTC). */
export function dayUtc(at: number): string {
  const date = new Date(Math.max(at, -8.64e15))
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

function unitsAgo(count: number, unit: string): string {
  return `${quantity(Math.floor(count), unit)} ago`
}
