import { blockOf, isSameLane, laneAt } from './numbering.ts'

/** Where a term stands: `strength` by text, and how much the term tells (inverse document frequency). */
export interface Posting {
  readonly rarity: number
  readonly strengths: ReadonlyMap<number, number>
}

/** How well a text fits what was asked, 0 to 1 for the best of all; `share` of the asked that it holds itself. */
export interface Score {
  readonly score: number
  readonly share: number
}

/** A word's place in the neighbouring text weighs this much of one in the text itself. */
const NEIGHBOUR = 0.4
/** How much a text that holds all terms is lifted over one that repeats some of them. */
const COVERAGE = 0.5
/** What a session's relevance weighs beside the text's own. */
const SESSION = 0.6
/** How often a session has a term until that tells half of what it can. */
const HALF = 0.5

/**
 * Scores texts by BM25F (Robertson, Zaragoza 2009) over the text and its two neighbours, each of its own length, then
 * by their session, as one text: one that answers more of what was asked lifts what is in it. `sessions`: how many there
 * are; `limit`: texts that are looked at.
 */
export function scored(postings: readonly Posting[], sessions: number, limit: number): Map<number, Score> {
  const all = postings.reduce((sum, { rarity }) => sum + rarity, 0)
  const texts = [...best(postings, limit)].map((text) => {
    const own = postings.reduce((sum, each) => sum + each.rarity * saturated(withNeighbours(each, text)), 0)
    const share = postings.reduce((sum, { rarity, strengths }) => sum + (strengths.has(text) ? rarity : 0), 0) / all
    return { text, share, own: own * (1 + COVERAGE * share) }
  })
  const bySession = sessionScores(postings, sessions)
  const [mostOwn, mostSession] = [most(texts.map(({ own }) => own)), most([...bySession.values()])]
  const fused = texts.map(({ text, own, share }) => {
    const session = (bySession.get(blockOf(text)) ?? 0) / mostSession
    return [text, { score: (own / mostOwn + SESSION * session) / (1 + SESSION), share }] as const
  })
  return new Map(fused)
}

/** The texts that fit best by themselves. */
function best(postings: readonly Posting[], limit: number): Iterable<number> {
  const sums = new Map<number, number>()
  for (const { rarity, strengths } of postings)
    for (const [text, strength] of strengths) sums.set(text, (sums.get(text) ?? 0) + rarity * saturated(strength))
  if (sums.size <= limit) return sums.keys()
  return [...sums]
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, limit)
    .map(([text]) => text)
}

/** Calls of tools stand beside each other by chance; what was said, by sense. */
function withNeighbours({ strengths }: Posting, text: number): number {
  if (laneAt(text) === 'done') return strengths.get(text) ?? 0
  const beside = (other: number) => (isSameLane(text, other) ? (strengths.get(other) ?? 0) : 0)
  return (strengths.get(text) ?? 0) + NEIGHBOUR * (beside(text - 1) + beside(text + 1))
}

/** A word that comes again tells less each time. */
const saturated = (strength: number): number => strength / (1 + strength)

/** Every session as one text: a session as long as it may be has each term at most once. */
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

/** Inverse document frequency, never negative: how much a term tells that `holding` of `all` texts have. */
export const rarityOf = (holding: number, all: number): number =>
  Math.log(1 + (Math.max(all, holding) - holding + 0.5) / (holding + 0.5))

/** Never 0, so that one may divide by it. */
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.MIN_VALUE)
