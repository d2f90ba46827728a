import { PACKED } from './weights.data.ts'

/** What is judged of a sentence: that it states a rule, that it corrects the agent, that it states a rule for good. */
export const HEADS = ['directive', 'correction', 'lasting'] as const
export type Head = (typeof HEADS)[number]
/** Log-odds, in the order of `HEADS`. */
export type Odds = readonly [number, number, number]

/** Weights by feature: logistic regression over `bench/learning/prompts`. A sentence's log-odds are the bias and its features' sum by the root of their number. */
export interface Weights {
  readonly bias: Odds
  readonly of: ReadonlyMap<string, Odds>
}

/** Reads one feature a line: its weights in tenths, then the feature; the first line is the bias. */
export function unpackedWeights(packed: string): Weights {
  const rows = packed.split('\n').map((line): readonly [string, Odds] => {
    const [directive, correction, lasting, ...feature] = line.split(' ')
    const odds = [directive, correction, lasting].map((whole) => Number(whole) / 10)
    return [feature.join(' '), odds as unknown as Odds]
  })
  const [[, bias] = ['', [0, 0, 0] as Odds] as const, ...rest] = rows
  return { bias, of: new Map(rest) }
}

let learned: Weights | undefined

/** The weights that `npm run bench -- learning --write` found; unpacked when they are first asked for, since that takes 20 ms. */
export const learnedWeights = (): Weights => (learned ??= unpackedWeights(PACKED))
