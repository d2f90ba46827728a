const RESAMPLES = 2_000

/** A mean with the bounds of its 95 % interval, by resampling (percentile bootstrap, seeded). */
export interface Mean {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** The mean of at least one value. */
export function meanOf(values: readonly number[]): Mean {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
  const random = seeded(7)
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] as number)),
  ).sort((a, b) => a - b)
  return { mean: mean(values), low: means[RESAMPLES * 0.025] as number, high: means[RESAMPLES * 0.975] as number }
}

/** A share of `n` with the bounds of its 95 % interval (Wilson 1927); 0 of 0 is 0 to 1. */
export function shareOf(hits: number, n: number): Mean {
  if (n === 0) return { mean: 0, low: 0, high: 1 }
  const share = hits / n
  const middle = share + Z ** 2 / (2 * n)
  const half = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  const whole = 1 + Z ** 2 / n
  return { mean: share, low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}

/** Of the normal distribution, for 95 %. */
const Z = 1.96

/** `66.0 [62.1, 69.8]`, in percent. */
export const percent = ({ mean, low, high }: Mean): string => `${hundred(mean)} [${hundred(low)}, ${hundred(high)}]`

/** One decimal, in percent. */
export const hundred = (share: number): string => (share * 100).toFixed(1)

/** The value below which a share of all lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

/** Rows as a Markdown table, padded so that it reads in a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}

/** Random numbers from 0 to 1 that are the same in every run (Mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
