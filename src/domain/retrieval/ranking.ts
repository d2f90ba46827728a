import type { Document } from './document.ts'

/** What a kind of record weighs against another that matches as well: what was concluded before what merely happened. */
export const KIND_WEIGHT = { observation: 2, summary: 1.8 } as const

/** The same by lane: what somebody said before what tools did. */
export const LANE_WEIGHT = { said: 1.7, done: 1, made: 2 } as const

/** What a match weighs by the column it stands in. */
export const COLUMN_WEIGHT = { title: 4, body: 1, files: 2 } as const

/** How much the preferred project's records weigh more: a better match from elsewhere can still win. */
export const PREFERRED = 1.6

const SUPERSEDED = 0.4
/** The text of machines says what happened, not what was wanted. */
const MACHINE = 0.6
const RECENCY = 0.02
const HALF_LIFE_MS = 30 * 24 * 3_600_000

/** How well a record fits, before what is known of it is weighed in. */
export interface Match {
  readonly relevance: number
  readonly at: number
  readonly superseded: boolean
  readonly machine: boolean
}

/** A match's rank, higher is better; age is a tie-break of at most 2 %: a session of last year is found as well as yesterday's. */
export function rank({ relevance, at, superseded, machine }: Match, now: number): number {
  const recency = 1 + RECENCY * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS)
  return relevance * recency * (superseded ? SUPERSEDED : 1) * (machine ? MACHINE : 1)
}

/** The first are those that fit best, wherever they are from; those after them are to tell of more sessions. */
const FIRST = 10
/** What is left of a text's worth for each better one of its session. */
const AGAIN = 0.9

/** Texts in the order of their rank, `rank` lowered where much of their session stands before them. */
export function spread<T extends { readonly rank: number }>(
  ranked: readonly T[],
  sessionOf: (text: T) => unknown,
): T[] {
  const before = new Map<unknown, number>()
  const lowered = ranked.map((text, at) => {
    const session = sessionOf(text)
    const better = before.get(session) ?? 0
    before.set(session, better + 1)
    return at < FIRST ? text : { ...text, rank: text.rank * AGAIN ** better }
  })
  return [...lowered.slice(0, FIRST), ...lowered.slice(FIRST).sort((a, b) => b.rank - a.rank)]
}

/** Of a text so much is compared. */
const COMPARED = 600

/** Whether two documents say the same, apart from blanks and case. */
export const isRepeated = (a: Document, b: Document): boolean =>
  a.type === b.type && a.body !== '' && a.body.length === b.body.length && spelled(a) === spelled(b)

const spelled = ({ title, body, files }: Document) =>
  [title, ...files, body.slice(0, COMPARED)].join(' ').toLowerCase().replace(/\s+/g, ' ')
