// Folder src/domain/retrieval/: queries: plan, scores, ranking, dates; what a prompt names

import type { Document } from './document.ts'
import { laneAt } from './numbering.ts'
import type { Score } from './scoring.ts'

/** A text that a search may show, with everything known about it besides its words. `id`: its number. */
export interface SearchCandidate extends Score {
  readonly id: number
  /** The record's id. */
  readonly record: string
  readonly kind: string
  readonly type: string
  readonly project: string
  readonly session: string
  readonly at: number
}

/** A candidate with its rank; higher is better. */
export type Ranked<C extends SearchCandidate = SearchCandidate> = C & { readonly rank: number }

/** How kinds of record compare if they match equally well: conclusions before mere events. */
const KIND_WEIGHT: Readonly<Record<string, number>> = { observation: 2, summary: 1.8 }

/** The same by lane: what somebody said before what tools did. */
export const LANE_WEIGHT = { said: 1.7, done: 1, made: 2 } as const

/**
 * The boost for records of the current project: enough to decide between similar matches, too little to bury a clearly
 * better one from elsewhere. Of 30 questions asked from another project, 28 find their answer within five hits at 1 to
 * 1.1, 26 at 1.2 and 24 at 1.6.
 */
const CURRENT_PROJECT = 1.1
const SUPERSEDED = 0.4
/** Machine-generated text says what happened, not what was wanted. */
const MACHINE = 0.6
/** Age is a tie-break of at most 2 %: last year's session can be found as well as yesterday's. */
const RECENCY = 0.02
const HALF_LIFE_MS = 30 * 24 * 3_600_000

/** How many candidates are ranked for each requested hit, and the minimum. */
const CANDIDATES_PER_HIT = 4
const MIN_CANDIDATES = 120
/** The minimum if semantic similarity is known, since it often favours texts that are not among the best by words. */
const MIN_SEMANTIC_CANDIDATES = 400

/** The numbers of the texts to rank for `limit` hits: the best by score and lane, newest first among equals. */
export function candidatesAmong(
  scores: ReadonlyMap<number, Score>,
  { limit, isSemantic }: { readonly limit: number; readonly isSemantic: boolean },
): number[] {
  const most = limit * CANDIDATES_PER_HIT + MIN_CANDIDATES
  return [...scores]
    .map(([id, { score }]) => ({ id, weight: score * LANE_WEIGHT[laneAt(id)] }))
    .sort((a, b) => b.weight - a.weight || b.id - a.id)
    .slice(0, isSemantic ? Math.max(most, MIN_SEMANTIC_CANDIDATES) : most)
    .map(({ id }) => id)
}

/** The context of a search. `superseded`: ids of records; `now`: epoch milliseconds. */
export interface RankingContext {
  /** The query describes work, so sessions are searched for rather than records. */
  readonly isDescription: boolean
  readonly prefer?: string | undefined
  readonly superseded: ReadonlySet<string>
  readonly now: number
}

/** Sorts candidates by rank, best first, whatever their input order. */
export function rankCandidates<C extends SearchCandidate>(
  candidates: readonly C[],
  context: RankingContext,
): Ranked<C>[] {
  const ranked = candidates.map((each) => ({ ...each, rank: rankOf(each, context) })).sort(byRank)
  return spreadRanks(context.isDescription ? spreadBySession(ranked) : ranked)
}

const byRank = (a: Ranked, b: Ranked) => b.rank - a.rank || b.at - a.at || b.id - a.id

/** The weight of each further match in a session relative to the one before it. */
const FURTHER = 0.8

/**
 * Ranks sessions by all their matches, not by their best text alone. A session's total is the sum of its ranks, each
 * weighted by FURTHER relative to the one before; the sessions' best texts exchange ranks in the order of these totals,
 * and the other texts follow in proportion. Input and output are sorted by rank.
 */
export function spreadBySession<R extends Ranked>(ranked: readonly R[]): R[] {
  const ranks = new Map<string, number[]>()
  for (const { session, rank } of ranked) {
    const own = ranks.get(session)
    if (own === undefined) ranks.set(session, [rank])
    else own.push(rank)
  }
  const best = [...ranks.values()].map(([first = 0]) => first)
  const worth = (own: readonly number[]) => own.reduce((sum, rank, at) => sum + rank * FURTHER ** at, 0)
  const sessions = [...ranks].map(([session, own]) => ({ session, first: own[0] ?? 0, worth: worth(own) }))
  sessions.sort((a, b) => b.worth - a.worth)
  const scales = new Map(sessions.map(({ session, first }, at) => [session, first > 0 ? (best[at] ?? 0) / first : 0]))
  return ranked.map((text) => ({ ...text, rank: text.rank * (scales.get(text.session) ?? 1) })).sort(byRank)
}

/** A candidate's rank: its score adjusted by what is known about it. */
export function rankOf(
  candidate: SearchCandidate,
  { prefer, superseded, now }: Omit<RankingContext, 'isDescription'>,
): number {
  const { score, id, kind, type, project, record, at } = candidate
  const lane = laneAt(id)
  const weight = lane === 'made' ? (KIND_WEIGHT[kind] ?? 1) : LANE_WEIGHT[lane]
  const relevance = score * weight * (project === prefer ? CURRENT_PROJECT : 1)
  const recency = 1 + RECENCY * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS)
  const isMachine = kind === 'prompt' && type === 'machine'
  return relevance * recency * (superseded.has(record) ? SUPERSEDED : 1) * (isMachine ? MACHINE : 1)
}

/** The first hits are simply the best matches from anywhere; later hits favour sessions not shown yet. */
const FIRST = 10
/** The factor applied to a text for each better one from its session. */
const SAME_SESSION = 0.9

/** Sorts texts by `rank`, which is lowered for each text of the same session ahead of them. */
export function spreadRanks<T extends { readonly rank: number; readonly session: string }>(ranked: readonly T[]): T[] {
  const before = new Map<string, number>()
  const lowered = ranked.map((text, at) => {
    const better = before.get(text.session) ?? 0
    before.set(text.session, better + 1)
    return at < FIRST ? text : { ...text, rank: text.rank * SAME_SESSION ** better }
  })
  return [...lowered.slice(0, FIRST), ...lowered.slice(FIRST).sort((a, b) => b.rank - a.rank)]
}

/**
 * The first `limit` hits worth showing, with their documents: they match the requested file, and do not repeat a better
 * hit from the same project. `read` loads a record's document, no more often than needed.
 */
export function firstDistinct<R extends Ranked>(
  ranked: readonly R[],
  { limit, file }: { readonly limit: number; readonly file?: string | undefined },
  read: (hit: R) => Document | undefined,
): (R & { readonly document: Document })[] {
  const found: (R & { readonly document: Document })[] = []
  for (const hit of ranked) {
    if (found.length === limit) break
    const document = read(hit)
    if (document === undefined || !namesFile(document, file)) continue
    const isSaid = found.some((other) => other.project === hit.project && isRepeated(document, other.document))
    if (!isSaid) found.push({ ...hit, document })
  }
  return found
}

/** A rank as shown to people: its share of the best rank, in thousandths. */
export const shownScore = (rank: number, best: number): number => Math.round((rank / best) * 1000) / 1000

/** A file matches by its path or the end of it; a folder by its path or any part of it. */
function namesFile({ files }: Document, file: string | undefined): boolean {
  if (file === undefined) return true
  const name = file.replace(/^\.\//, '').replace(/\/+$/, '')
  const isIn = (path: string) =>
    name.startsWith('/') ? `${path}/`.startsWith(`${name}/`) : `/${path}/`.includes(`/${name}/`)
  return name !== '' && files.some(isIn)
}

/** How much of a text is compared. */
const COMPARED = 600

/** Whether two documents say the same, ignoring white space and case. */
const isRepeated = (a: Document, b: Document): boolean =>
  a.type === b.type && a.body !== '' && a.body.length === b.body.length && spelled(a) === spelled(b)

const spelled = ({ title, body, files }: Document) =>
  [title, ...files, body.slice(0, COMPARED)].join(' ').toLowerCase().replace(/\s+/g, ' ')
