import { searchWords } from './search-words.ts'
import { type CodeCandidate, lastName } from './view.ts'

/** A candidate with its score, and what decided it. */
interface Ranked {
  readonly candidate: CodeCandidate
  readonly score: number
  readonly why: 'name' | 'doc' | 'body'
}

/**
 * Ranks candidates: a name that is the query, a name with all its words, then with some; documentation and body add to
 * that, but never as much as a word of the name. Words that few candidates have in their names count for more. `weight`: what a
 * score is multiplied with.
 */
export function rankCode(
  query: string,
  words: readonly string[],
  candidates: readonly CodeCandidate[],
  weight: (candidate: CodeCandidate) => number,
): readonly Ranked[] {
  const names = candidates.map(({ entity }) => searchWords(entity.name))
  const rarity = new Map(words.map((word) => [word, rarityOf(word, names)]))
  const total = [...rarity.values()].reduce((sum, each) => sum + each, 0)
  return candidates
    .map((candidate, at) => {
      const own = ownScore(query, candidate, names[at] ?? [], rarity) / total
      const around = (DOC * candidate.doc + BODY * candidate.body) / words.length
      const why = own > 0 ? ('name' as const) : candidate.doc > 0 ? ('doc' as const) : ('body' as const)
      return { candidate, score: (own + around) * weight(candidate), why }
    })
    .sort((a, b) => b.score - a.score || byPlace(a.candidate, b.candidate))
}

const DOC = 0.5
const BODY = 0.2

/** A word that is only the beginning of one in the name, or the other way round (`parse`, `parser`). */
const BEGINNING = 0.6
/** What a name is worth that has words besides. */
const LONGER = 0.15
/** A name that is the query itself, letter by letter. */
const EXACT = 2

const rarityOf = (word: string, names: readonly (readonly string[])[]): number =>
  Math.log(1 + names.length / (1 + names.filter((name) => name.includes(word)).length)) + 0.1

function ownScore(
  query: string,
  { entity }: CodeCandidate,
  name: readonly string[],
  rarity: ReadonlyMap<string, number>,
): number {
  const total = [...rarity.values()].reduce((sum, each) => sum + each, 0)
  const asked = query.trim().toLowerCase()
  if (asked === entity.name.toLowerCase() || asked === lastName(entity.name).toLowerCase()) return total * EXACT
  const last = new Set(searchWords(lastName(entity.name)))
  let score = 0
  for (const [word, rare] of rarity) score += rare * matchOf(word, name, last)
  const besides = [...last].filter((word) => !rarity.has(word)).length
  return score === 0 ? 0 : score * (1 - LONGER + LONGER / (1 + besides))
}

/** How well a word is in a name: best in its last part, less in what it is nested in. */
function matchOf(word: string, name: readonly string[], last: ReadonlySet<string>): number {
  if (last.has(word)) return 1
  if (name.includes(word)) return OUTER
  const isLike = (other: string) =>
    Math.min(word.length, other.length) >= LEAST && (other.startsWith(word) || word.startsWith(other))
  return name.some(isLike) ? BEGINNING : 0
}

const OUTER = 0.7
/** Fewer letters begin too many words. */
const LEAST = 3

const byPlace = (a: CodeCandidate, b: CodeCandidate): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.entity.line - b.entity.line
