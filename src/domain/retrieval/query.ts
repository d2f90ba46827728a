import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { compounds, indexSpelling, parts, words } from '@hindcast/text/words.ts'

/** A parsed search query: its terms, best first. Any text is valid; there are no syntax errors. */
export interface MatchQuery {
  readonly text: string
  /** Lower-case words as `indexSpelling`, without stop words; empty means that there is nothing to search for. */
  readonly terms: readonly string[]
  /** Phrases that rank higher if found together: quoted ones, otherwise the whole text if it is short. */
  readonly phrases: readonly string[]
}

/** A pasted plan has hundreds of words: on 140 real ones, 64 terms find related sessions better than 32 or 128. */
const MAX_TERMS = 64
/** Nobody asks a question with more terms. */
const QUESTION_TERMS = 12
const MAX_PHRASES = 4
const MAX_PHRASE_WORDS = 12
const SHORT_WORDS = 6
const MAX_WORD = 64
/** A compound with more parts is not a name; its parts are still searched for. */
const MAX_PARTS = 10

/**
 * Whether the query is long enough to be a description of work, such as a pasted plan, rather than a search for one
 * record: then it looks for sessions, and may take longer.
 */
export const isDescription = ({ terms }: MatchQuery): boolean => terms.length > QUESTION_TERMS

/** Extracts a query from any text: Unicode words, identifiers and paths, whole and in parts. */
export const parseQuery = (text: string): MatchQuery => queryOf(text, ({ term }) => !STOP_WORDS.has(term))

/** The same for words typed as a search: if all of them are stop words, they are searched for. */
export function parseSearch(text: string): MatchQuery {
  const query = parseQuery(text)
  return query.terms.length > 0 ? query : queryOf(text, () => true)
}

function queryOf(text: string, isWanted: (term: Term) => boolean): MatchQuery {
  const found = new Map<string, number>()
  const own = indexSpelling(text)
  for (const { term, weight } of compounds(own).flatMap(termsOf).filter(isWanted))
    found.set(term, Math.max(weight, found.get(term) ?? 0))
  const ranked = [...found].sort(([, a], [, b]) => b - a)
  return { text, terms: ranked.slice(0, MAX_TERMS).map(([term]) => term), phrases: phrases(own) }
}

interface Term {
  readonly term: string
  readonly weight: number
}

/** Identifiers come first, then long words, because they are the rarest. */
function termsOf(compound: string): Term[] {
  const pieces = words(compound)
  const whole = pieces.length > 1 && pieces.length <= MAX_PARTS ? [{ term: compound.toLowerCase(), weight: 100 }] : []
  const inner = pieces.flatMap((piece) => {
    const humps = parts(piece)
    const own = humps.length > 1 ? 90 : piece.length
    return [{ term: piece.toLowerCase(), weight: own }, ...humps.map((hump) => weighedTerm(hump.toLowerCase()))]
  })
  return [...whole, ...inner].filter(({ term }) => isTerm(term))
}

const weighedTerm = (term: string) => ({ term, weight: term.length })

const isTerm = (term: string): boolean => term.length <= MAX_WORD && !/^[\0-\x7f]?$/.test(term)

function phrases(text: string): string[] {
  const quoted = [...text.matchAll(/"([^"]+)"/g)].map((match) => words(match[1] ?? ''))
  const all = quoted.length > 0 ? [] : words(text.slice(0, SHORT_WORDS * (MAX_WORD + 1)))
  const runs = [...quoted, ...(all.length <= SHORT_WORDS ? [all] : [])]
  const kept = runs.filter((run) => run.length > 1 && run.length <= MAX_PHRASE_WORDS)
  return [...new Set(kept.map((run) => run.join(' ').toLowerCase()))].slice(0, MAX_PHRASES)
}
