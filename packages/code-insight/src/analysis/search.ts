import { likeWords } from './like-words.ts'
import { lastName } from './outline.ts'
import { searchWords } from './search-words.ts'
import type { CodeCandidate, Placed, SimilarEntity } from './view.ts'

/** A candidate with its score, and what decided it. */
interface Ranked {
  readonly candidate: CodeCandidate
  readonly score: number
  readonly why: 'name' | 'doc' | 'body' | 'meaning'
}

/**
 * Ranks candidates by how much of what is asked they cover: each word counts once, by the best place that has it (the name, the
 * documentation, the file's path, the body), also by another word for the same, and for more if few candidates have it. A name
 * that is the query comes first.
 * `weight`: what a score is multiplied with. `similar`: entities that are like the query in meaning, the most similar first.
 */
export function rankCode(
  query: string,
  words: readonly string[],
  candidates: readonly CodeCandidate[],
  weight: (candidate: CodeCandidate) => number,
  similar: readonly SimilarEntity[] = [],
): readonly Ranked[] {
  const rarity = raritiesOf(words, candidates)
  const boosts = boostsOf(similar)
  return withSimilar(candidates, similar)
    .map((candidate) => {
      const { score, why } = scoreOf(query, candidate, rarity)
      return { candidate, score: (score + (boosts.get(keyOf(candidate)) ?? 0)) * weight(candidate), why }
    })
    .sort((a, b) => b.score - a.score || byPlace(a.candidate, b.candidate))
}

/** What meaning is worth, relative to all words of the query in a name. */
const MEANING = 0.5

/** The most similar entity gets all that meaning is worth, the least similar of those found gets nothing. */
function boostsOf(similar: readonly SimilarEntity[]): ReadonlyMap<string, number> {
  const [most, least] = [similar[0]?.similarity ?? 0, similar.at(-1)?.similarity ?? 0]
  const share = (similarity: number) => (most > least ? (similarity - least) / (most - least) : 0)
  return new Map(similar.map((each) => [keyOf(each), MEANING * share(each.similarity)]))
}

/** Candidates by their words, then those that only mean what is asked. */
function withSimilar(candidates: readonly CodeCandidate[], similar: readonly SimilarEntity[]): CodeCandidate[] {
  const known = new Set(candidates.map(keyOf))
  const others = similar.filter((each) => !known.has(keyOf(each)))
  return [...candidates, ...others.map((each) => ({ ...each, doc: [], body: [] }))]
}

const keyOf = ({ file, entity }: Placed): string => `${file}:${entity.startLine}:${entity.name}`

/** What a word is worth by its place; in a name it is 1. */
const DOC = 0.7
const PATH = 0.4
const BODY = 0.3

/** Another word for the same. */
const LIKE = 0.6
/** How much of a score depends on how much of the query is there at all: several words in one place beat a rare one. */
const COVERAGE = 0.3

/** A word that is only the beginning of one in the name, or the other way round (`parse`, `parser`). */
const BEGINNING = 0.6
/** What a name is worth that has words besides. */
const LONGER = 0.15
/** A name that is the query itself, letter by letter. */
const EXACT = 2

/** Each word's share of the whole: the fewer candidates have it anywhere, the more. */
function raritiesOf(words: readonly string[], candidates: readonly CodeCandidate[]): ReadonlyMap<string, number> {
  const counts = new Map(words.map((word) => [word, 0]))
  for (const { entity, doc, body } of candidates)
    for (const word of new Set([...searchWords(entity.name), ...doc, ...body])) {
      const count = counts.get(word)
      if (count !== undefined) counts.set(word, count + 1)
    }
  const rarities = [...counts].map(
    ([word, count]) => [word, Math.log(1 + candidates.length / (1 + count)) + 0.1] as const,
  )
  const total = rarities.reduce((sum, [, rare]) => sum + rare, 0)
  return new Map(rarities.map(([word, rare]) => [word, rare / total]))
}

function scoreOf(query: string, candidate: CodeCandidate, rarity: ReadonlyMap<string, number>) {
  const { entity, doc, body } = candidate
  const asked = query.trim().toLowerCase()
  if (asked === entity.name.toLowerCase() || asked === lastName(entity.name).toLowerCase())
    return { score: EXACT, why: 'name' as const }
  const place = new PlacedWords(candidate, rarity)
  let [score, isNamed, covered] = [0, false, 0]
  for (const [word, rare] of rarity) {
    const own = place.named(word)
    const others = likeWords(word).map((each) => LIKE * Math.max(place.spelt(each), place.around(each)))
    const best = Math.max(own, place.around(word), ...others)
    if (own > 0) isNamed = true
    if (best > 0) covered += rare
    score += rare * best
  }
  const isFound = doc.length > 0 || body.length > 0
  const why = isNamed ? ('name' as const) : doc.length > 0 ? 'doc' : isFound ? 'body' : 'meaning'
  return { score: score * (1 - COVERAGE + COVERAGE * covered), why } as const
}

/** Where a candidate has words, and what that is worth. */
class PlacedWords {
  readonly #candidate: CodeCandidate
  readonly #name: readonly string[]
  readonly #last: ReadonlySet<string>
  readonly #path: ReadonlySet<string>
  /** What its name is worth by the words that it has besides. */
  readonly #whole: number

  constructor(candidate: CodeCandidate, asked: ReadonlyMap<string, number>) {
    const { file, entity } = candidate
    this.#candidate = candidate
    this.#name = searchWords(entity.name)
    this.#last = new Set(searchWords(lastName(entity.name)))
    this.#path = new Set(searchWords(file))
    const besides = [...this.#last].filter((word) => !asked.has(word)).length
    this.#whole = 1 - LONGER + LONGER / (1 + besides)
  }

  /** In its name, also as the beginning of another word there. */
  named(word: string): number {
    return Math.max(this.spelt(word), this.#name.some((other) => begins(word, other)) ? BEGINNING * this.#whole : 0)
  }

  /** In its name, as it is: best in its last part, less in what it is nested in. */
  spelt(word: string): number {
    return this.#whole * (this.#last.has(word) ? 1 : this.#name.includes(word) ? OUTER : 0)
  }

  /** In its documentation, its path or its body. */
  around(word: string): number {
    const { doc, body } = this.#candidate
    return doc.includes(word) ? DOC : this.#path.has(word) ? PATH : body.includes(word) ? BODY : 0
  }
}

const begins = (word: string, other: string): boolean =>
  Math.min(word.length, other.length) >= LEAST && (other.startsWith(word) || word.startsWith(other))

const OUTER = 0.7
/** Fewer letters begin too many words. */
const LEAST = 3

const byPlace = (a: CodeCandidate, b: CodeCandidate): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.entity.line - b.entity.line
