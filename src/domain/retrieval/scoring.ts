import { blockOf, isSameLane, laneAt } from './numbering.ts'

/** Where a term occurs: `strength` by text number, and the term's weight (inverse document frequency). */
export interface Posting {
  readonly rarity: number
  readonly strengths: ReadonlyMap<number, number>
}

/**
 * How well a text matches the query, with 1 for the best of all; `share`: the share of terms in the text itself, 0 for
 * a text found only because it follows a match.
 */
export interface Score {
  readonly score: number
  readonly share: number
}

/** The weight of a match by column. */
export const COLUMN_WEIGHT = { title: 4, body: 1, files: 2 } as const

/** Inverse document frequency, never negative: the weight of a term that `holding` of `all` texts contain. */
export const rarityOf = (holding: number, all: number): number =>
  Math.log(1 + (Math.max(all, holding) - holding + 0.5) / (holding + 0.5))

/** A form of a term, with the index's BM25 score of each text that contains it. */
export interface ScoredForm {
  readonly rows: number
  readonly weight: number
  readonly scores: readonly (readonly [text: number, bm25: number])[]
}

/**
 * Merges the forms of a term: exact forms add up, a prefix counts only if it scores higher. `records`: texts in the
 * index.
 */
export function postingOf(forms: readonly ScoredForm[], records: number): Posting {
  const strengths = new Map<number, number>()
  for (const { rows, weight, scores } of forms) {
    const highest = highestScore(rows, records)
    for (const [text, bm25] of scores) {
      const [before, strength] = [strengths.get(text) ?? 0, strengthFrom(bm25, highest)]
      strengths.set(text, weight === 1 ? before + strength : Math.max(before, weight * strength))
    }
  }
  const holding = Math.max(...forms.map(({ rows, weight }) => (weight === 1 ? rows : 0)), 1)
  return { rarity: rarityOf(holding, records), strengths }
}

/** A posting for texts of which only the match is known, as if each contained the term once. */
export const plainPosting = (texts: readonly number[], rarity: number): Posting => ({
  rarity,
  strengths: new Map(texts.map((text) => [text, ONCE])),
})

/** The strength of a word that occurs once in a text of average length: 1 / k1. */
const ONCE = 1 / 1.2

/**
 * Recovers BM25's frequency-to-length ratio from the index's score s = idf · f · 2.2 / (f + K), with K = 1.2 · (.25 +
 * .75 · length / average): f / K is x / (1 − x) with x = s / (2.2 · idf).
 */
function strengthFrom(bm25: number, highest: number): number {
  const x = Math.min(0.98, Math.max(0.02, bm25 / highest))
  return x / (1 - x)
}

function highestScore(rows: number, records: number): number {
  const idf = Math.log((records - rows + 0.5) / (rows + 0.5))
  return 2.2 * (idf > 0 ? idf : 1e-6)
}

/**
 * The weight of a word this many texts away, relative to one in the text itself: an answer comes after its question.
 */
const NEIGHBOURS = [
  [-2, 0.15],
  [-1, 0.6],
  [1, 0.2],
  [2, 0.15],
] as const
/**
 * The texts that follow this many of the best are considered too, since an answer may share no word with its question.
 */
const ANSWERED = 100
/** The value of a text with none of the words. */
const ANSWER = 0.5
/** The boost for a text that contains all terms over one that contains some. */
const COVERAGE = 2
/** A single word out of three or more, however rare, is hardly a match unless the others are nearby. */
const LONE = 0.5
const MIN_TERMS = 3
/** The weight of a session's relevance next to the text's own. */
const SESSION = 0.7
/** How often a session must contain a term for half of its full effect. */
const HALF = 0.5
/** The maximum number of texts with a term that are scored. */
const MAX_SCORED = 800

/** The given texts, and the neighbours whose words count for them. */
export function withNeighbours(texts: readonly number[]): number[] {
  const near = (text: number) => (laneAt(text) === 'done' ? [text] : [text, ...NEIGHBOURS.map(([away]) => text + away)])
  return [...new Set(texts.flatMap(near))]
}

/**
 * Scores texts by BM25F (Robertson, Zaragoza 2009) over each text and its neighbours, each with its own length; by how
 * many of the terms they contain (coordination level); and by their session as a whole, so that a session that covers
 * more of the query boosts its texts. `sessions`: their number; `limit`: the maximum number of texts with a term;
 * `answers`: whether to score the texts that follow them, too.
 */
export function scoreTexts(
  postings: readonly Posting[],
  { sessions, limit = MAX_SCORED, answers }: { sessions: number; limit?: number; answers: boolean },
): Map<number, Score> {
  const fitting = best(postings, limit)
  // One or two words are a look-up; only a longer question may be answered without using its words
  const isAsked = answers && postings.length >= MIN_TERMS
  const texts = (isAsked ? withAnswers(fitting) : fitting).map((text) => ({ text, ...ownScore(postings, text) }))
  const bySession = sessionScores(postings, sessions)
  const [mostOwn, mostSession] = [most(texts.map(({ own }) => own)), most([...bySession.values()])]
  const fused = texts.map(({ text, own, share }) => {
    const session = (bySession.get(blockOf(text)) ?? 0) / mostSession
    const score = (own / mostOwn + SESSION * session) / (1 + SESSION)
    return [text, { score: share === 0 ? ANSWER * score : score, share }] as const
  })
  return new Map(fused)
}

function ownScore(postings: readonly Posting[], text: number): { readonly own: number; readonly share: number } {
  const found = postings.map((each) => ({ rarity: each.rarity, strength: strengthNear(each, text) }))
  const sum = found.reduce((total, { rarity, strength }) => total + rarity * saturated(strength), 0)
  const share = postings.filter(({ strengths }) => strengths.has(text)).length / postings.length
  return { own: sum * (1 + COVERAGE * share) * (isLone(found) ? LONE : 1), share }
}

const isLone = (found: readonly { readonly strength: number }[]): boolean =>
  found.length >= MIN_TERMS && found.filter(({ strength }) => strength > 0).length === 1

/** The best texts by their own words, best first. */
function best(postings: readonly Posting[], limit: number): number[] {
  const sums = new Map<number, number>()
  for (const { rarity, strengths } of postings)
    for (const [text, strength] of strengths) sums.set(text, (sums.get(text) ?? 0) + rarity * saturated(strength))
  return [...sums]
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, limit)
    .map(([text]) => text)
}

/** May include numbers that no text has. */
function withAnswers(texts: readonly number[]): number[] {
  const said = texts.slice(0, ANSWERED).filter((text) => laneAt(text) === 'said' && isSameLane(text, text + 1))
  return [...new Set([...texts, ...said.map((text) => text + 1)])]
}

/** Tool calls are adjacent by chance, and a record of them is self-contained; a conversation is not. */
function strengthNear({ strengths }: Posting, text: number): number {
  const own = strengths.get(text) ?? 0
  if (laneAt(text) !== 'said') return own
  const near = (other: number) => (isSameLane(text, other) ? (strengths.get(other) ?? 0) : 0)
  return NEIGHBOURS.reduce((sum, [away, weight]) => sum + weight * near(text + away), own)
}

/** Each repetition of a word adds less. */
const saturated = (strength: number): number => strength / (1 + strength)

/** Treats every session as one text, in which each term counts at most once, however long the session is. */
function sessionScores(postings: readonly Posting[], sessions: number): Map<number, number> {
  const scores = new Map<number, number>()
  for (const { strengths } of postings) {
    const sums = new Map<number, number>()
    for (const [text, strength] of strengths) sums.set(blockOf(text), (sums.get(blockOf(text)) ?? 0) + strength)
    const rarity = rarityOf(sums.size, sessions)
    for (const [session, sum] of sums) scores.set(session, (scores.get(session) ?? 0) + rarity * (sum / (sum + HALF)))
  }
  return scores
}

/** Never 0, so it is safe to divide by. */
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.MIN_VALUE)
