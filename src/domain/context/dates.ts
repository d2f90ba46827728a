const DAY_LENGTH = 10
const isoOf = (at: number): string => new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString()

/** `2026-01-09`, in UTC; times beyond all dates are the nearest one. */
export const dayOf = (at: number): string => isoOf(at).slice(0, DAY_LENGTH)
/** `14:05`, in UTC. */
export const timeOf = (at: number): string => isoOf(at).slice(11, 16)
