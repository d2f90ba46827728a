import { formsOf } from '@hindcast/text/vocabulary.ts'
import { words } from '@hindcast/text/words.ts'
import { isDescription, type MatchQuery } from './query.ts'

/** One spelling of a word (or of a phrase); `isPrefix`: also matches longer words that begin with it. */
export interface Form {
  readonly text: string
  readonly isPrefix: boolean
  /** How many texts contain it, counted up to a limit. */
  readonly rows: number
  /** The weight of a match of this form relative to a match of the term itself. */
  readonly weight: number
}

/** A search term: a word in all its forms, or a phrase. */
export interface Word {
  readonly forms: readonly Form[]
  readonly rows: number
}

/** Counts the matching texts, up to `most`. */
export type Count = (form: Pick<Form, 'text' | 'isPrefix'>, most: number) => number

/** How a search is carried out at a bounded cost, however large the index is. */
export interface SearchPlan {
  /** Matched and scored by the index, rarest first. */
  readonly scored: readonly Word[]
  /** Too common to score: only texts that contain a scored term are checked for these. Rarest first. */
  readonly joined: readonly Word[]
  /** Too common to score: their newest texts within the given project or period are matched instead. */
  readonly newestInPlace: readonly Word[]
  /** If few texts contain a scored term and no project is given: the newest texts that contain the other terms. */
  readonly newest?: { readonly terms: readonly Word[]; readonly phrases: readonly Word[] }
  /** Some terms were not scored. */
  readonly isPartial: boolean
}

/**
 * Bounds on the rows that one search reads, so that it takes about ten milliseconds in an index of a million texts
 * (`bench -- search`). `common`: a term with more rows is not scored; `scored`: rows scored if there are several terms;
 * `widened`: the same if that found nothing, or if the query describes work, which may take longer anyway; `shortlist`:
 * texts checked for each term individually; `newest`: the newest texts of a common term; `inPlace`: the same within a
 * project or period.
 */
export const ROW_LIMITS = {
  common: 6_000,
  scored: 4_000,
  widened: 20_000,
  shortlist: 500,
  newest: 4_000,
  inPlace: 2_000,
} as const

/** Longer words are counted only for a rarer term, since the cost grows with all texts that contain any of them. */
const RARE = 500
/** A prefix that matches more texts than this is not treated as a form of the word. */
const MAX_PREFIX_ROWS = 1_500
const PREFIX_WEIGHT = 0.4
const MIN_PREFIX = 5
/** Counting a phrase costs as much as its rarest word has texts; above this, it is skipped. */
const MAX_PHRASE_ROWS = 500
/**
 * The maximum number of joined terms: each is a pass over the scored terms' texts, which takes a millisecond or two at
 * 100,000 texts.
 */
const MAX_JOINED = 2
/** The same if the query describes work. */
const MAX_JOINED_WIDE = 24
/** If fewer texts than this contain the scored terms, texts with only the other terms are searched, too. */
const FEW = 50

/**
 * Plans a search. A very common term says little and costs the most, so only the rarest terms are scored, as many as
 * the limit allows. The others still help to rank those texts; and within a given project, or if the rare terms find
 * little, their newest texts are matched as well.
 */
export function planSearch(query: MatchQuery, count: Count, hasProject: boolean): SearchPlan {
  const { terms, phrases } = query
  const [most, mostJoined] = isDescription(query)
    ? [ROW_LIMITS.widened, MAX_JOINED_WIDE]
    : [ROW_LIMITS.scored, MAX_JOINED]
  const asked = terms.map((term) => plannedWord(count, term))
  const together = phrases.map((phrase) => phraseOf(count, phrase))
  // The exact count of a common term is unknown
  const known = [...asked, ...together].filter((word) => isHeld(word) && !isCommon(word))
  const scored = affordable(known.sort(byRarity), most)
  const isLeft = (word: Word) => isHeld(word) && !scored.includes(word)
  const left = asked.filter(isLeft).sort(byRarity)
  const newestInPlace = hasProject ? left.filter(isCommon) : []
  const isFew = scored.reduce((sum, { rows }) => sum + rows, 0) < FEW
  const joined = left.filter((word) => !newestInPlace.includes(word)).slice(0, scored.length === 0 ? 0 : mostJoined)
  const plan = { scored, joined, newestInPlace, isPartial: left.length > 0 }
  return isFew && plan.isPartial && !hasProject
    ? { ...plan, newest: { terms: left, phrases: together.filter(isLeft) } }
    : plan
}

/** Plans the same search with more rows, for when the first plan was partial and found nothing. */
export function planWider({ terms }: MatchQuery, count: Count): SearchPlan {
  const asked = terms.map((term) => phraseOf(count, term)).filter(isHeld)
  const rarer = asked.filter((word) => !isCommon(word))
  const scored = affordable(rarer, ROW_LIMITS.widened)
  const newestInPlace = asked.filter((word) => !scored.includes(word))
  return { scored, joined: [], newestInPlace, isPartial: newestInPlace.length > 0 }
}

const isHeld = ({ rows }: Word): boolean => rows > 0
const isCommon = ({ rows }: Word): boolean => rows > ROW_LIMITS.common
const byRarity = (a: Word, b: Word): number => a.rows - b.rows

/**
 * The first word, and each later one as long as the total of their rows stays within a limit; skipped words count
 * towards it.
 */
function affordable(known: readonly Word[], most: number): Word[] {
  let total = 0
  return known.filter(({ rows }, at) => {
    total += rows
    return at === 0 || total <= most
  })
}

function plannedWord(count: Count, term: string): Word {
  const exact = formsOf(term).map((form) => formOf(count, form))
  const longer = (exact[0]?.rows ?? 0) > RARE ? undefined : prefixOf(count, term)
  const forms = [...exact, ...(longer === undefined ? [] : [longer])].filter(({ rows }) => rows > 0)
  return { forms, rows: forms.reduce((sum, { rows }) => sum + rows, 0) }
}

function phraseOf(count: Count, text: string): Word {
  const form = formOf(count, text)
  return { forms: [form], rows: form.rows }
}

/** A phrase that would be too expensive to count is treated as common. */
function formOf(count: Count, text: string): Form {
  const exact = (each: string) => count({ text: each, isPrefix: false }, ROW_LIMITS.common + 1)
  const pieces = words(text).map(exact)
  const hasCommon = pieces.some((rows) => rows > ROW_LIMITS.common)
  const isDear = pieces.length > 1 && hasCommon && Math.min(...pieces) > MAX_PHRASE_ROWS
  return { text, isPrefix: false, weight: 1, rows: isDear ? ROW_LIMITS.common + 1 : exact(text) }
}

function prefixOf(count: Count, term: string): Form | undefined {
  if (term.length < MIN_PREFIX || !/^\p{L}+$/u.test(term)) return undefined
  const rows = count({ text: term, isPrefix: true }, MAX_PREFIX_ROWS + 1)
  return rows > MAX_PREFIX_ROWS ? undefined : { text: term, isPrefix: true, rows, weight: PREFIX_WEIGHT }
}
