import { STOP_WORDS } from './vocabulary.ts'
import { compounds, parts, words } from './words.ts'

/** A search in plain words: the terms that any document may hold, best first, never a syntax error. */
export interface MatchQuery {
  readonly text: string
  /** Lower-case words without stop words; empty = nothing to search for. */
  readonly terms: readonly string[]
  /** Runs of words worth more when they stand together: quoted ones, else the whole text while it is short. */
  readonly phrases: readonly string[]
}

/** A pasted plan has hundreds of words: of 140 real ones, related sessions are found better by 64 of them than by 32 or 128. */
const MAX_TERMS = 64
/** In more terms nobody asks. */
const QUESTION_TERMS = 12
const MAX_PHRASES = 4
const MAX_PHRASE_WORDS = 12
const SHORT_WORDS = 6
const MAX_WORD = 64
/** A compound of more parts is no name; its parts are still searched for. */
const MAX_PARTS = 10

/**
 * Whether so much is said that it describes work, as a pasted plan does, rather than asks for a record: what is looked
 * for are then sessions, and their search may take longer.
 */
export const isDescription = ({ terms }: MatchQuery): boolean => terms.length > QUESTION_TERMS

/** Reads a query out of any text: Unicode words, identifiers and paths whole and in parts. */
export const parseQuery = (text: string): MatchQuery => queryOf(text, ({ term }) => !STOP_WORDS.has(term))

/** The same for words that were typed to be found: where all of them are stop words, they are what is meant. */
export function parseSearch(text: string): MatchQuery {
  const query = parseQuery(text)
  return query.terms.length > 0 ? query : queryOf(text, () => true)
}

function queryOf(text: string, isWanted: (term: Term) => boolean): MatchQuery {
  const found = new Map<string, number>()
  for (const { term, weight } of compounds(text).flatMap(termsOf).filter(isWanted))
    found.set(term, Math.max(weight, found.get(term) ?? 0))
  const ranked = [...found].sort(([, a], [, b]) => b - a)
  return { text, terms: ranked.slice(0, MAX_TERMS).map(([term]) => term), phrases: phrases(text) }
}

interface Term {
  readonly term: string
  readonly weight: number
}

/** Identifiers say most, then long words: they are the rare ones. */
function termsOf(compound: string): Term[] {
  const pieces = words(compound)
  const whole = pieces.length > 1 && pieces.length <= MAX_PARTS ? [{ term: compound.toLowerCase(), weight: 100 }] : []
  const inner = pieces.flatMap((piece) => {
    const humps = parts(piece)
    const own = humps.length > 1 ? 90 : piece.length
    return [{ term: piece.toLowerCase(), weight: own }, ...humps.map((hump) => plain(hump.toLowerCase()))]
  })
  return [...whole, ...inner].filter(({ term }) => isTerm(term))
}

const plain = (term: string) => ({ term, weight: term.length })

const isTerm = (term: string): boolean => term.length <= MAX_WORD && !/^[\0-\x7f]?$/.test(term)

function phrases(text: string): string[] {
  const quoted = [...text.matchAll(/"([^"]+)"/g)].map((match) => words(match[1] ?? ''))
  const all = quoted.length > 0 ? [] : words(text.slice(0, SHORT_WORDS * (MAX_WORD + 1)))
  const runs = [...quoted, ...(all.length <= SHORT_WORDS ? [all] : [])]
  const kept = runs.filter((run) => run.length > 1 && run.length <= MAX_PHRASE_WORDS)
  return [...new Set(kept.map((run) => run.join(' ').toLowerCase()))].slice(0, MAX_PHRASES)
}
