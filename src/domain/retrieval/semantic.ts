import type { Embedding } from '@hindcast/text/similarity.ts'
import { isSameLane } from './numbering.ts'

/**
 * How much of a text is embedded, and of what stands before it. With less before short texts (100 to 260 characters), turns of
 * the three development conversations lost 1.9, 3.0 and .8 points of R@10 (`bench -- retrieval locomo`).
 */
const OWN = 200
const BEFORE = 300

/** The text to embed for one that follows another. */
export function embeddingWindow(before: string, own: string): string {
  const said = own.slice(0, OWN)
  return [before.slice(0, BEFORE), said].join(' ').trim()
}

/** Scales a vector by its largest value so that each dimension fits in a byte. */
export function quantize(vector: Float32Array): Embedding {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), Number.MIN_VALUE)
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127))
}

/** The weight of the following text's meaning relative to the text's own. */
const NEXT = 0.7
/** The weight of meaning relative to words, if every candidate's embedding is known. */
const WEIGHT = 0.5

/** The numbers of the texts whose embeddings `semanticBoost` looks at. */
export const embeddedAround = (ids: readonly number[]): number[] => ids.flatMap((id) => [id, id + 1])

/**
 * Boosts search candidates by similarity in meaning: by nothing at or below the mean similarity, by WEIGHT for the most
 * similar. If few embeddings are known, the boost is smaller. An embedding includes the text before, so each text is
 * covered by its own and the next one. `similarities`: by text number.
 */
export function semanticBoost<C extends { readonly id: number; readonly score: number }>(
  candidates: readonly C[],
  similarities: ReadonlyMap<number, number>,
): C[] {
  const similar = candidates.map(({ id }) => withNext(id, similarities))
  const known = similar.filter((value) => value !== undefined)
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const range = Math.max(...known) - mean
  const weight = (WEIGHT * known.length) / candidates.length
  return candidates.map((each, at) => {
    const above = Math.max(0, (similar[at] ?? mean) - mean)
    return range > 0 ? { ...each, score: each.score + (weight * above) / range } : each
  })
}

function withNext(id: number, similarities: ReadonlyMap<number, number>): number | undefined {
  const [own, next] = [similarities.get(id), isSameLane(id, id + 1) ? similarities.get(id + 1) : undefined]
  return own === undefined || next === undefined ? own : (own + NEXT * next) / (1 + NEXT)
}
