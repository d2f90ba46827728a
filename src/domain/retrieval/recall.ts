import { wishOf } from '../memory/intent.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Summary } from '../nouns/summary.ts'
import { baseName } from '../paths.ts'
import {
  belongs,
  fileOverlap,
  fitOf,
  isRelevant,
  leansOnEarlier,
  type Topic,
  topicsOf,
  type Weigh,
  weightOf,
  worthOf,
} from './relevance.ts'

/** A record that may be told unasked, as it is compared and told. */
export interface RecallCandidate {
  readonly id: string
  readonly kind: 'observation' | 'summary' | 'prompt'
  /** An observation's type, a prompt's origin. */
  readonly type: string
  readonly at: number
  readonly session: string
  readonly title: string
  /** What more it says, in a sentence or two; may be empty. */
  readonly line: string
  /** Ids of the prompts that it rests on; a prompt's own. */
  readonly prompts: readonly string[]
  /** What it says beside its title: with that it is compared with what was asked. */
  readonly more: string
}

type Kept =
  | { readonly kind: 'observation'; readonly record: Observation }
  | { readonly kind: 'summary'; readonly record: Summary }
  | { readonly kind: 'prompt'; readonly record: Prompt }

/** Of a long prompt its beginning says what it is about. */
const HEAD = 300

/** Reads a record for recall. */
export function recallCandidate({ kind, record }: Kept): RecallCandidate {
  const { id, at, session } = record
  const placed = { id, kind, at, session }
  if (kind === 'observation') {
    const { type, title, narrative, filesModified, evidence } = record
    const more = [narrative, ...filesModified.map(baseName)].join('\n')
    return { ...placed, type, title, line: narrative, prompts: promptsIn(evidence), more }
  }
  if (kind === 'prompt') {
    const { text, origin } = record
    return { ...placed, type: origin, title: text.slice(0, HEAD), line: '', prompts: [id], more: '' }
  }
  const { request, completed, learned, filesModified, evidence } = record
  const line = [completed, learned].filter(Boolean).join(' ')
  const more = [completed, learned, ...filesModified.map(baseName)].join('\n')
  return { ...placed, type: 'summary', title: request, line, prompts: promptsIn(evidence), more }
}

const promptsIn = (evidence: readonly string[]): string[] => evidence.filter((id) => id.startsWith('p_'))

/**
 * What is not yet told: of one turn its observations, else its summary, else its prompt, since these say the same.
 * Order is kept.
 */
export function untold(records: readonly RecallCandidate[], told: ReadonlySet<string>): RecallCandidate[] {
  const turns = new Set(records.filter(({ id }) => told.has(id)).flatMap(({ prompts }) => prompts))
  const kept = new Set<RecallCandidate>()
  for (const record of [...records].sort((a, b) => WORTH[a.kind] - WORTH[b.kind])) {
    const isSaid = record.kind !== 'observation' && record.prompts.some((prompt) => turns.has(prompt))
    if (isSaid || told.has(record.id)) continue
    kept.add(record)
    for (const prompt of record.prompts) turns.add(prompt)
  }
  return records.filter((record) => kept.has(record))
}

const WORTH = { observation: 0, summary: 1, prompt: 2 } as const

/** Records whose fit is measured: the best by the words they hold. */
export const MAX_MEASURED = 40
/** What a text leans on: so many prompts of its session before it. */
export const MAX_EARLIER_PROMPTS = 3
/** The files in hand are those of so many events before it. */
export const MAX_EARLIER_EVENTS = 100
/** Rows that one recall may sum, which bounds its time. */
export const MAX_RECALL_ROWS = 2_000
const MAX_TERMS = 24
/** Records that hold a word are counted up to here, or to this share of all: more is common. */
const MAX_COUNTED = 1_000
const MAX_SHARE = 0.02
/** Where the text is about what the project is about, so many records that fit only a little are told. */
const FEW = 3

/** The topics of a text, with those of the prompts before it where it is understood only with them; `earlier` reads those. */
export function topicsAsked(text: string, earlier: () => readonly string[]): Topic[] {
  const own = topicsOf(text)
  return leansOnEarlier(own) ? [...own, ...topicsOf(earlier().map(wishOf).join('\n'))] : own
}

/** Up to how many records a word is counted, in a project of so many. */
export const countLimit = (records: number): number => Math.max(MAX_COUNTED, Math.ceil(records * MAX_SHARE))

/** What a recall looks for. */
export interface RecallPlan {
  readonly topics: readonly Topic[]
  readonly weigh: Weigh
  /** The rarest words of the topics that some record holds, rarest first. */
  readonly terms: readonly string[]
  /** Whether the text is about what the project is about. */
  readonly isOnTopic: boolean
}

/** Plans a recall. `holding`: how many of the project's `records` hold each word of the topics. */
export function planRecall(
  topics: readonly Topic[],
  holding: ReadonlyMap<string, number>,
  records: number,
): RecallPlan {
  const held = (word: string) => holding.get(word) ?? 0
  const rarest = [...holding].filter(([, rows]) => rows > 0).sort(([, a], [, b]) => a - b)
  let total = 0
  const terms = rarest.filter(([, rows], at) => {
    total += rows
    return at === 0 || (at < MAX_TERMS && total <= MAX_RECALL_ROWS)
  })
  return {
    topics,
    weigh: (word) => weightOf(word, held(word), records),
    terms: terms.map(([word]) => word),
    isOnTopic: belongs(topics, held, records),
  }
}

/** The numbers of the records that hold some of the terms, by how much those weigh; of equals the newer first. */
export function bestMatches(
  matches: readonly { readonly term: string; readonly ids: readonly number[] }[],
  weigh: Weigh,
): number[] {
  const sums = new Map<number, number>()
  for (const { term, ids } of matches) for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + weigh(term))
  return [...sums].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

/** Of these records those that fit well enough to be told unasked, best first. `files`: names of the files in hand. */
export function relevantAmong(
  records: readonly RecallCandidate[],
  { topics, weigh, isOnTopic }: RecallPlan,
  { files, limit }: { readonly files: readonly string[]; readonly limit: number },
): RecallCandidate[] {
  const overlaps = fileOverlap(records, files)
  const fitting = records
    .map((record, at) => ({ record, fit: fitOf(topics, weigh, record.title, record.more), overlap: overlaps[at] ?? 0 }))
    .sort((a, b) => worthOf(b) - worthOf(a) || b.record.at - a.record.at)
  const few = new Set(isOnTopic ? fitting.filter(({ fit }) => fit.mass > 0).slice(0, FEW) : [])
  return fitting
    .filter((each) => isRelevant(each.fit, each.record.kind === 'prompt') || few.has(each))
    .slice(0, limit)
    .map(({ record }) => record)
}
