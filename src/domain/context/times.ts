const DAY_MS = 86_400_000

const UNITS: readonly (readonly [number, string])[] = [
  [7 * DAY_MS, 'week'],
  [DAY_MS, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]

/** How long ago, as people say it: `just now`, `5 minutes ago`, `yesterday`, `3 weeks ago`. */
export function age(ms: number): string {
  if (ms >= DAY_MS && ms < 2 * DAY_MS) return 'yesterday'
  const [size, unit] = UNITS.find(([each, name]) => ms >= (name === 'week' ? 2 : 1) * each) ?? [1, '']
  const count = Math.floor(ms / size)
  return unit === '' ? 'just now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** Older than this, a date says more. */
const DATED_MS = 60 * DAY_MS

/** When something was, for whoever reads it at `now` (epoch milliseconds): its age, or past two months its date in UTC: `Jan 9 2026`. */
export function whenOf(at: number, now: number): string {
  if (now - at < DATED_MS) return age(now - at)
  const date = new Date(Math.max(at, -8.64e15))
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()} ${date.getUTCFullYear()}`
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Where counting weeks ends, and a date says more. */
const DATED = 8 * 7 * DAY
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** When something was, as people say it: `2 hours ago`, `yesterday`, `3 weeks ago`, `Jan 9 2026` (in UTC). */
export function when(at: number, now: number): string {
  const ms = now - at
  if (ms < 60_000) return 'just now'
  if (ms < HOUR) return ago(ms / 60_000, 'minute')
  if (ms < DAY) return ago(ms / HOUR, 'hour')
  if (ms < 2 * DAY) return 'yesterday'
  if (ms < 14 * DAY) return ago(ms / DAY, 'day')
  if (ms < DATED) return ago(ms / (7 * DAY), 'week')
  const [year, month, day] = dayOf(at).split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]} ${day} ${year}`
}

function ago(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
