const HOUR = 3_600_000
const DAY = 24 * HOUR
/** From here on a date is clearer than a number of weeks. */
const DATED = 8 * 7 * DAY
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** When something happened, as people say it: `2 hours ago`, `yesterday`, `3 weeks ago`, `Jan 9, 2026` (in UTC). */
export function when(at: number, now: number): string {
  const ms = now - at
  if (ms < 60_000) return 'just now'
  if (ms < HOUR) return ago(ms / 60_000, 'minute')
  if (ms < DAY) return ago(ms / HOUR, 'hour')
  if (ms < 2 * DAY) return 'yesterday'
  if (ms < 14 * DAY) return ago(ms / DAY, 'day')
  if (ms < DATED) return ago(ms / (7 * DAY), 'week')
  return day(at)
}

/** A date: `Jan 9, 2026` (in UTC). */
export function day(at: number): string {
  const date = new Date(Math.max(at, -8.64e15))
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

function ago(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
