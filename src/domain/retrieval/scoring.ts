import { blockOf, isSameLane, laneAt } from './numbering.ts'

/** Where a term stands: `strength` by text, and how much the term tells (inverse document frequency). */
export interface Posting {
  readonly rarity: number
  readonly strengths: ReadonlyMap<number, number>
}

/**
 * How well a text fits what was asked, 0 to 1 for the best of all; `share` of the terms that it holds itself: 0 for what
 * stands after one that holds some.
 */
export interface Score {
  readonly score: number
  readonly share: number
}

/** A word's place so many texts away weighs this much of one in the text itself: what answers stands after what asks. */
const BESIDE = [
  [-2, 0.15],
  [-1, 0.6],
  [1, 0.2],
  [2, 0.15],
] as const
/** Of so many of the best texts what follows is looked at too: an answer may have none of the words of its question. */
const ANSWERED = 100
/** What words weigh of a text that has none of them itself. */
const ANSWER = 0.5
/** How much a text that holds all terms is lifted over one that has but some. */
const COVERAGE = 2
/** One word of three or more, a rare one even, is not what was asked for, unless the rest is said beside it. */
const LONE = 0.5
const MIN_TERMS = 3
/** What a session's relevance weighs beside the text's own. */
const SESSION = 0.7
/** How often a session has a term until that tells half of what it can. */
const HALF = 0.5

/**
 * Scores texts by BM25F (Robertson, Zaragoza 2009) over the text and those beside it, each of its own length, and by how
 * many of the terms it has (coordination level), then by their session, as one text: one that answers more of what was
 * asked lifts what is in it. `sessions`: how many there are; `limit`: texts with a term that are looked at; `answers`: whether
 * what follows them is, too.
 */
export function scored(
  postings: readonly Posting[],
  { sessions, limit, answers }: { readonly sessions: number; readonly limit: number; readonly answers: boolean },
): Map<number, Score> {
  const fitting = best(postings, limit)
  // A word or two are looked up; what is asked in more may be answered without them
  const isAsked = answers && postings.length >= MIN_TERMS
  const texts = (isAsked ? withAnswers(fitting) : fitting).map((text) => {
    const found = postings.map((each) => ({ rarity: each.rarity, strength: withBeside(each, text) }))
    const own = found.reduce((sum, { rarity, strength }) => sum + rarity * saturated(strength), 0)
    const share = postings.filter(({ strengths }) => strengths.has(text)).length / postings.length
    return { text, share, own: own * (1 + COVERAGE * share) * (isLone(found) ? LONE : 1) }
  })
  const bySession = sessionScores(postings, sessions)
  const [mostOwn, mostSession] = [most(texts.map(({ own }) => own)), most([...bySession.values()])]
  const fused = texts.map(({ text, own, share }) => {
    const session = (bySession.get(blockOf(text)) ?? 0) / mostSession
    const score = (own / mostOwn + SESSION * session) / (1 + SESSION)
    return [text, { score: share === 0 ? ANSWER * score : score, share }] as const
  })
  return new Map(fused)
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

/** Numbers that no text has are among them. */
function withAnswers(texts: readonly number[]): number[] {
  const said = texts.slice(0, ANSWERED).filter((text) => laneAt(text) === 'said' && isSameLane(text, text + 1))
  return [...new Set([...texts, ...said.map((text) => text + 1)])]
}

/** Calls of tools stand beside each other by chance, and what was made of them says all by itself; what was said does not. */
function withBeside({ strengths }: Posting, text: number): number {
  const own = strengths.get(text) ?? 0
  if (laneAt(text) !== 'said') return own
  const beside = (other: number) => (isSameLane(text, other) ? (strengths.get(other) ?? 0) : 0)
  return BESIDE.reduce((sum, [away, weight]) => sum + weight * beside(text + away), own)
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
