const DAY_LENGTH = 10
const isoOf = (at: number): string => new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString()

/** `2026-01-09`, in UTC; times beyond all dates are the nearest one. */
export const dayOf = (at: number): string => isoOf(at).slice(0, DAY_LENGTH)
/** `14:05`, in UTC. */
export const timeOf = (at: number): string => isoOf(at).slice(11, 16)

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
]

/** How long ago, in its largest unit: `3d ago`. */
export function age(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [1, '']
  return unit === '' ? 'just now' : `${Math.floor(ms / size)}${unit} ago`
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
