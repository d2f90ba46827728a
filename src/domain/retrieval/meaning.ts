import { isSameLane } from './numbering.ts'

/** What a text means, as a direction in a space where texts alike in meaning lie close: one byte a dimension. */
export type Meaning = Int8Array

/** Of the text before it, which often says what it is about. */
const BEFORE = 300
const OWN = 600

/** What is embedded of a text that was said after another. */
export const windowOf = (before: string, own: string): string =>
  [before.slice(0, BEFORE), own.slice(0, OWN)].join(' ').trim()

/** A vector by its largest value, so that a byte holds each. */
export function meaningOf(vector: Float32Array): Meaning {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), Number.MIN_VALUE)
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127))
}

/** Cosine, -1 to 1; 0 where one of them is nothing or of another length. */
export function likeness(a: Meaning, b: Meaning): number {
  if (a.length !== b.length) return 0
  let [product, ofA, ofB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] as number, b[at] as number]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return product === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}

/** What the text that follows means, beside the text's own. */
const NEXT = 0.7
/** What meaning weighs beside words, where all is known by its meaning. */
const WEIGHT = 0.5

/**
 * Lifts what fits a search by its words, by how like in meaning it is: nothing for the mean of all and less, WEIGHT for
 * the most like. Among much that is known by its words alone it says less. A window holds the text before, so that a text
 * is in its own and in the next. `likeness` by number.
 */
export function lifted<T extends { readonly id?: unknown; readonly score: number }>(
  found: readonly T[],
  likeness: ReadonlyMap<number, number>,
): T[] {
  const likely = found.map(({ id }) => withNext(Number(id), likeness))
  const known = likely.filter((value) => value !== undefined)
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const range = Math.max(...known) - mean
  const weight = (WEIGHT * known.length) / found.length
  return found.map((each, at) => {
    const above = Math.max(0, (likely[at] ?? mean) - mean)
    return range > 0 ? { ...each, score: each.score + (weight * above) / range } : each
  })
}

function withNext(id: number, likeness: ReadonlyMap<number, number>): number | undefined {
  const [own, next] = [likeness.get(id), isSameLane(id, id + 1) ? likeness.get(id + 1) : undefined]
  return own === undefined || next === undefined ? own : (own + NEXT * next) / (1 + NEXT)
}
