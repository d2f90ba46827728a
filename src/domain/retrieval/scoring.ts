import { blockOf, isSameLane, laneAt } from './numbering.ts'

/** Where a term stands: `strength` by text number, and how much the term tells (inverse document frequency). */
export interface Posting {
  readonly rarity: number
  readonly strengths: ReadonlyMap<number, number>
}

/**
 * How well a text fits what was asked, 0 to 1 for the best of all; `share` of the terms that it holds itself: 0 for a
 * text that was only found because it follows one that holds some.
 */
export interface Score {
  readonly score: number
  readonly share: number
}

/** What a match weighs by the column it stands in. */
export const COLUMN_WEIGHT = { title: 4, body: 1, files: 2 } as const

/** Inverse document frequency, never negative: how much a term tells that `holding` of `all` texts have. */
export const rarityOf = (holding: number, all: number): number =>
  Math.log(1 + (Math.max(all, holding) - holding + 0.5) / (holding + 0.5))

/** A form of a term, with the index's own BM25 score of each text that holds it. */
export interface ScoredForm {
  readonly rows: number
  readonly weight: number
  readonly scores: readonly (readonly [text: number, bm25: number])[]
}

/** Merges the forms of a term: exact forms add up, a prefix counts only where it says more. `records`: texts in the index. */
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

/** A posting of texts that are known to match and nothing more, as if each held the term once. */
export const plainPosting = (texts: readonly number[], rarity: number): Posting => ({
  rarity,
  strengths: new Map(texts.map((text) => [text, ONCE])),
})

/** The strength of a word that stands once in a text of average length: 1 / k1. */
const ONCE = 1 / 1.2

/**
 * What BM25 makes of a word's count and the text's length, taken back out of the index's score s, which is
 * idf · f · 2.2 / (f + K), K = 1.2 · (.25 + .75 · length / average): f / K is x / (1 − x) with x = s / (2.2 · idf).
 */
function strengthFrom(bm25: number, highest: number): number {
  const x = Math.min(0.98, Math.max(0.02, bm25 / highest))
  return x / (1 - x)
}

function highestScore(rows: number, records: number): number {
  const idf = Math.log((records - rows + 0.5) / (rows + 0.5))
  return 2.2 * (idf > 0 ? idf : 1e-6)
}

/** A word's place so many texts away weighs this much of one in the text itself: an answer stands after its question. */
const NEIGHBOURS = [
  [-2, 0.15],
  [-1, 0.6],
  [1, 0.2],
  [2, 0.15],
] as const
/** The texts that follow so many of the best are looked at too: an answer may have no word of its question. */
const ANSWERED = 100
/** What a text without any of the words is worth. */
const ANSWER = 0.5
/** How much a text that holds all terms is boosted over one that holds some. */
const COVERAGE = 2
/** One word of three or more, even a rare one, is not what was asked for unless the rest stands near it. */
const LONE = 0.5
const MIN_TERMS = 3
/** What a session's relevance weighs beside the text's own. */
const SESSION = 0.7
/** How often a session has a term until that tells half of what it can. */
const HALF = 0.5
/** Texts with a term that are scored. */
const MAX_SCORED = 800

/** The texts given, with those beside them whose words count for them too. */
export function withNeighbours(texts: readonly number[]): number[] {
  const near = (text: number) => (laneAt(text) === 'done' ? [text] : [text, ...NEIGHBOURS.map(([away]) => text + away)])
  return [...new Set(texts.flatMap(near))]
}

/**
 * Scores texts by BM25F (Robertson, Zaragoza 2009) over the text and its neighbours, each of its own length, and by how
 * many of the terms it has (coordination level), then by their session, read as one text: a session that answers more of
 * what was asked boosts its texts. `sessions`: how many there are; `limit`: texts with a term that are scored; `answers`:
 * whether the texts that follow them are scored, too.
 */
export function scoreTexts(
  postings: readonly Posting[],
  { sessions, limit = MAX_SCORED, answers }: { sessions: number; limit?: number; answers: boolean },
): Map<number, Score> {
  const fitting = best(postings, limit)
  // One or two words are a look-up; what is asked in more words may be answered without them
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

/** The texts that fit best by themselves, best first. */
function best(postings: readonly Posting[], limit: number): number[] {
  const sums = new Map<number, number>()
  for (const { rarity, strengths } of postings)
    for (const [text, strength] of strengths) sums.set(text, (sums.get(text) ?? 0) + rarity * saturated(strength))
  return [...sums]
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, limit)
    .map(([text]) => text)
}

/** Numbers that no text has may be among them. */
function withAnswers(texts: readonly number[]): number[] {
  const said = texts.slice(0, ANSWERED).filter((text) => laneAt(text) === 'said' && isSameLane(text, text + 1))
  return [...new Set([...texts, ...said.map((text) => text + 1)])]
}

/** Tool calls stand beside each other by chance, and a record of them says all by itself; what was said does not. */
function strengthNear({ strengths }: Posting, text: number): number {
  const own = strengths.get(text) ?? 0
  if (laneAt(text) !== 'said') return own
  const near = (other: number) => (isSameLane(text, other) ? (strengths.get(other) ?? 0) : 0)
  return NEIGHBOURS.reduce((sum, [away, weight]) => sum + weight * near(text + away), own)
}

/** A word that comes again tells less each time. */
const saturated = (strength: number): number => strength / (1 + strength)

/** Every session as one text: however long it is, it has each term at most once. */
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

/** Never 0, so that one may divide by it. */
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.MIN_VALUE)
