import { meanOf, quantile, table } from '../retrieval/figures.ts'

/** A measure: what was seen in each round, and what its upper bound may be. */
export interface Row {
  readonly measure: string
  readonly unit: 'ms' | 's'
  readonly rounds: readonly number[]
  readonly atMost?: number
}

/** A round's runs by arm. */
export type Round = Readonly<Record<string, number>>

/** What an arm took, round by round. */
export const taken = (rounds: readonly Round[], arm: string): number[] =>
  rounds.map((round) => round[arm] ?? Number.NaN)

/** What one arm took over another, round by round. */
export const over = (rounds: readonly Round[], arm: string, base: string): number[] =>
  rounds.map((round) => (round[arm] ?? Number.NaN) - (round[base] ?? Number.NaN))

/** The measures with their means, 95 % intervals and whether the upper bound is as asked. */
export function rowsAsTable(rows: readonly Row[]): string {
  return table(['measure', 'rounds', 'median', 'mean', '95 % interval', 'asked'], rows.map(cells))
}

function cells({ measure, unit, rounds, atMost }: Row): string[] {
  const { mean, low, high } = meanOf(rounds)
  const text = (value: number): string => value.toFixed(Math.abs(value) < 100 ? 2 : 0)
  const median = quantile(rounds, 0.5)
  const asked = atMost === undefined ? '' : `median ≤ ${atMost} ${unit}: ${median <= atMost ? 'holds' : 'MISSED'}`
  return [
    measure,
    String(rounds.length),
    `${text(median)} ${unit}`,
    `${text(mean)} ${unit}`,
    `[${text(low)}, ${text(high)}]`,
    asked,
  ]
}

/** Progress, for who waits. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`)
