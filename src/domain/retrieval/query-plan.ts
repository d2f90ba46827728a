import { isDescription, type MatchQuery } from './query.ts'
import { formsOf } from './vocabulary.ts'
import { words } from './words.ts'

/** One way to write a word (or words that stand together); `isPrefix`: longer words that begin so match too. */
export interface Form {
  readonly text: string
  readonly isPrefix: boolean
  /** How many texts hold it, counted up to a limit. */
  readonly rows: number
  /** What a match of this form counts beside a match of the term itself. */
  readonly weight: number
}

/** What is searched for: a word in its forms, or a phrase. */
export interface Word {
  readonly forms: readonly Form[]
  readonly rows: number
}

/** Counts the texts that match, up to `most`. */
export type Count = (form: Pick<Form, 'text' | 'isPrefix'>, most: number) => number

/** How a search is carried out, so that its cost is bounded however large the index is. */
export interface SearchPlan {
  /** Matched and scored by the index, rarest first. */
  readonly scored: readonly Word[]
  /** Too many to score: of the texts that hold a scored term it is only asked whether they hold these, too. Rarest first. */
  readonly joined: readonly Word[]
  /** Too common to score: their newest texts within the project or time asked for are matched instead. */
  readonly newestInPlace: readonly Word[]
  /** Where few texts hold a scored term and no project is named: the newest texts that hold the other terms. */
  readonly newest?: { readonly terms: readonly Word[]; readonly phrases: readonly Word[] }
  /** Some terms were not scored. */
  readonly isPartial: boolean
}

/**
 * Bounds on the rows that one search reads, so that it takes some ten milliseconds in an index of a million texts
 * (`bench -- search`). `common`: a term of more rows is not scored; `scored`: rows that are scored where there are several
 * terms; `widened`: the same where nothing was found with that, or where work is described, which takes longer anyway;
 * `shortlist`: texts whose terms are looked at one by one; `newest`: texts of a common term, from the newest back;
 * `inPlace`: the same within a project or time.
 */
export const ROW_LIMITS = {
  common: 6_000,
  scored: 4_000,
  widened: 20_000,
  shortlist: 500,
  newest: 4_000,
  inPlace: 2_000,
} as const

/** Longer words are counted only for a rarer term: counting costs by all texts that hold any of them. */
const RARE = 500
/** A prefix that more texts match is no form of the word. */
const MAX_PREFIX_ROWS = 1_500
const PREFIX_WEIGHT = 0.4
const MIN_PREFIX = 5
/** A phrase with a very common word costs by the texts of its rarest word: up to so many. */
const MAX_PHRASE_ROWS = 500
/** Terms that are joined: each costs a walk through the texts of the scored ones, a millisecond or two at 100,000 texts. */
const MAX_JOINED = 2
/** The same where work is described. */
const MAX_JOINED_WIDE = 24
/** Where the scored terms stand in fewer texts, texts that hold only the other terms are found, too. */
const FEW = 50

/**
 * Plans a search. A term that very many texts hold says little and costs most: the rarest are scored, as many as the
 * limit admits. The others still tell which of their texts fit better; and in the project that is named, or where the
 * rare terms find little, their newest texts are matched as well.
 */
export function planSearch(query: MatchQuery, count: Count, hasProject: boolean): SearchPlan {
  const { terms, phrases } = query
  const [most, mostJoined] = isDescription(query)
    ? [ROW_LIMITS.widened, MAX_JOINED_WIDE]
    : [ROW_LIMITS.scored, MAX_JOINED]
  const asked = terms.map((term) => wordOf(count, term))
  const together = phrases.map((phrase) => phraseOf(count, phrase))
  // How common a common term is has not been counted to the end
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

/** Plans the same search with more rows, for where the first plan was partial and found nothing. */
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

/** The first, and those after it whose rows together stay within a limit, each counted even where it is left out. */
function affordable(known: readonly Word[], most: number): Word[] {
  let total = 0
  return known.filter(({ rows }, at) => {
    total += rows
    return at === 0 || total <= most
  })
}

function wordOf(count: Count, term: string): Word {
  const exact = formsOf(term).map((form) => formOf(count, form))
  const longer = (exact[0]?.rows ?? 0) > RARE ? undefined : prefixOf(count, term)
  const forms = [...exact, ...(longer === undefined ? [] : [longer])].filter(({ rows }) => rows > 0)
  return { forms, rows: forms.reduce((sum, { rows }) => sum + rows, 0) }
}

function phraseOf(count: Count, text: string): Word {
  const form = formOf(count, text)
  return { forms: [form], rows: form.rows }
}

/** A phrase is not counted where that would cost more than it tells: then it passes for common. */
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
