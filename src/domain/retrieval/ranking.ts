/** What a kind of record weighs against another that matches as well: what was concluded before what merely happened. */
export const KIND_WEIGHT = { observation: 2, summary: 1.8, prompt: 1.7, event: 1 } as const

/** What a match weighs by the column it stands in. */
export const COLUMN_WEIGHT = { title: 4, body: 1, files: 2 } as const

/** How much the preferred project's records weigh more: a better match from elsewhere can still win. */
export const PREFERRED = 1.6

const ALL_TERMS = 1.4
const SUPERSEDED = 0.4
/** The text of machines says what happened, not what was wanted. */
const MACHINE = 0.6
const RECENCY = 0.08
const HALF_LIFE_MS = 30 * 24 * 3_600_000

/** What the full-text index found, before what is known of the record is weighed in. */
export interface Match {
  readonly relevance: number
  readonly at: number
  readonly allTerms: boolean
  readonly superseded: boolean
  readonly machine: boolean
}

/** A match's rank, higher is better; age is a tie-break of at most 8 %. */
export function rank({ relevance, at, allTerms, superseded, machine }: Match, now: number): number {
  const recency = 1 + RECENCY * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS)
  return relevance * recency * (allTerms ? ALL_TERMS : 1) * (superseded ? SUPERSEDED : 1) * (machine ? MACHINE : 1)
}
