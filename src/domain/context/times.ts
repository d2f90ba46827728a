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
