import { type Statement, saysAgain, statementOf } from '../context/near-duplicates.ts'
import { OWN_SENTENCE } from '../context/reason.ts'
import { isGoal } from '../memory/headline.ts'
import { wishOf } from '../memory/intent.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { splitSentences } from '../memory/prose.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Summary } from '../nouns/summary.ts'
import { baseName } from '../paths.ts'
import {
  type AskedWord,
  bm25Of,
  fileRarity,
  fitOf,
  heaviest,
  idfOf,
  leansOnEarlier,
  type RecordWords,
  recordWords,
  relevanceOf,
  type Signals,
  type Topic,
  topicsOf,
  type Weigh,
  type WeighedTopic,
  weightOf,
} from './relevance.ts'
import { stemOf } from './words.ts'

/** A record that may be told unasked, as it is compared and told. */
export interface RecallCandidate {
  readonly id: string
  readonly kind: 'observation' | 'summary' | 'prompt'
  /** An observation's type, a prompt's origin. */
  readonly type: string
  readonly at: number
  readonly session: string
  readonly title: string
  /** What more it says, beside the words of the person who asked; of a record to tell, what of it answers. */
  readonly line: string
  /** Whose word the line is; of what tools printed, nobody's. */
  readonly by: 'user' | 'agent' | 'observed'
  /** What was seen to fail, as facts of an observation say it. */
  readonly failures: readonly string[]
  /** Ids of the prompts that it rests on; a prompt's own. */
  readonly prompts: readonly string[]
  /** What it says beside its title: with that it is compared with what was asked. */
  readonly more: string
  /** Paths of the files that it modified. */
  readonly files: readonly string[]
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
    const { type, title, narrative, facts, filesModified: files, evidence, rememberedBy: by = 'agent' } = record
    const more = [narrative, ...files.map(baseName)].join('\n')
    const failures = facts.filter((fact) => fact.startsWith(FAILURE_FACT))
    return { ...placed, type, title, line: narrative, by, failures, prompts: promptsIn(evidence), more, files }
  }
  if (kind === 'prompt') {
    const { text, origin } = record
    const title = text.slice(0, HEAD)
    return { ...placed, type: origin, title, line: '', by: 'user', failures: [], prompts: [id], more: '', files: [] }
  }
  const { request: title, completed, learned, filesModified: files, evidence } = record
  const line = [completed, learned].filter(Boolean).join(' ')
  const more = [completed, learned, ...files.map(baseName)].join('\n')
  const said = { line, by: 'agent', failures: [] } as const
  return { ...placed, ...said, type: 'summary', title, prompts: promptsIn(evidence), more, files }
}

const promptsIn = (evidence: readonly string[]): string[] => evidence.filter((id) => id.startsWith('p_'))

/**
 * Of these records, best first, those to tell: none that was told before or says the same as one above it; of one turn
 * an observation, else its summary, else its prompt; and what was only asked where nothing was done.
 */
export function toTell(records: readonly RecallCandidate[], told: ReadonlySet<string>): RecallCandidate[] {
  const turns = new Set(records.filter(({ id }) => told.has(id)).flatMap(({ prompts }) => prompts))
  const kept = new Map<RecallCandidate, Statement>()
  for (const record of [...records].sort((a, b) => WORTH[a.kind] - WORTH[b.kind])) {
    const isSaid = told.has(record.id) || record.prompts.some((prompt) => turns.has(prompt))
    if (isSaid || (record.kind === 'prompt' && (kept.size > 0 || !isGoal(wishOf(record.title))))) continue
    const statement = statementOf(record.title)
    if ([...kept.values()].some((other) => saysAgain(other, statement))) continue
    kept.set(record, statement)
    for (const prompt of record.prompts) turns.add(prompt)
  }
  return records.filter((record) => kept.has(record))
}

const WORTH = { observation: 0, summary: 1, prompt: 2 } as const

/** Records whose fit is measured: the best by the words they hold. */
export const MAX_MEASURED = 40
/** What a text leans on: so many prompts of its session before it. */
export const MAX_EARLIER_PROMPTS = 3
/** Rows that one recall may sum, which bounds its time. */
const MAX_ROWS = 4_000
/** Of a long prompt so many telling words are looked up, from its beginning. */
const MAX_WORDS = 60
/** Records that hold a word are counted up to here, or to this share of all: more is common. */
const MAX_COUNTED = 1_000
const MAX_SHARE = 0.02

/** What a prompt asks: the topics of its wish, and the telling words of all of it. */
export interface Asked {
  readonly topics: readonly Topic[]
  readonly words: readonly string[]
}

/** Reads a prompt, with those before it where it is understood only with them; `earlier` reads those. */
export function askedBy(prompt: string, earlier: () => readonly string[]): Asked {
  const own = topicsOf(wishOf(prompt))
  const topics = leansOnEarlier(own) ? [...own, ...topicsOf(earlier().map(wishOf).join('\n'))] : own
  const all = new Set([...topics.flat(), ...topicsOf(prompt, MAX_WORDS).flat()])
  return { topics, words: [...all].slice(0, MAX_WORDS) }
}

/** Up to how many records a word is counted, in a project of so many. */
export const countLimit = (records: number): number => Math.max(MAX_COUNTED, Math.ceil(records * MAX_SHARE))

/** What a recall looks for. */
export interface RecallPlan {
  /** The topics that tell most. */
  readonly topics: readonly WeighedTopic[]
  readonly weigh: Weigh
  /** The prompt's words with what each tells. */
  readonly asked: readonly AskedWord[]
  /** The rarest of the words that some record holds, rarest first. */
  readonly terms: readonly string[]
}

/** Plans a recall. `holding`: how many of the project's `records` hold each word that is asked. */
export function planRecall(
  { topics, words }: Asked,
  holding: ReadonlyMap<string, number>,
  records: number,
): RecallPlan {
  const held = (word: string) => holding.get(word) ?? 0
  const rarest = [...holding].filter(([, rows]) => rows > 0).sort(([, a], [, b]) => a - b)
  let total = 0
  const terms = rarest.filter(([, rows], at) => {
    total += rows
    return at === 0 || total <= MAX_ROWS
  })
  const asked = new Map(words.map((word) => [stemOf(word), idfOf(word, held(word), records)]))
  const weigh = (word: string) => weightOf(word, held(word), records)
  return {
    topics: heaviest(topics, weigh),
    weigh,
    asked: [...asked].map(([stem, idf]) => ({ stem, idf })),
    terms: terms.map(([word]) => word),
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

/** A record with how likely it is of use. */
export interface Weighed {
  readonly record: RecallCandidate
  readonly signals: Signals
  readonly relevance: number
}

/** How many sessions touched each of the files that the session before touched, by `placeOf`, and how many sessions there are. */
export interface LastTouched {
  readonly touching: ReadonlyMap<string, number>
  readonly sessions: number
}

/** A file's name in its folder: the same in every worktree. */
export const placeOf = (path: string): string => path.split('/').slice(-2).join('/')

/** The files that records modified and the session before touched: how many sessions touched these is counted. */
export function sharedFiles(records: readonly RecallCandidate[], last: readonly string[]): string[] {
  const touched = new Set(last.map(placeOf))
  const modified = records.flatMap(({ files }) => files.map(placeOf))
  return [...new Set(modified)].filter((file) => touched.has(file)).slice(0, MAX_SHARED)
}

/** Files whose sessions are counted, those of the best records first. */
const MAX_SHARED = 12

/** Measures records, most relevant first; of equals the newer. */
export function weighed(
  records: readonly RecallCandidate[],
  { topics, asked }: RecallPlan,
  { touching, sessions }: LastTouched,
): Weighed[] {
  const read = records.map(({ title, more }) => recordWords(title, more))
  const average = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length)
  const scores = read.map((each) => bm25Of(asked, each, average))
  const best = Math.max(Number.MIN_VALUE, ...scores)
  const rarities = new Map([...touching].map(([file, count]) => [file, fileRarity(count, sessions)]))
  const rarity = ({ files }: RecallCandidate) => Math.max(0, ...files.map((file) => rarities.get(placeOf(file)) ?? 0))
  return records
    .map((record, at) => {
      const { share, mass } = fitOf(topics, read[at] as RecordWords)
      const bm25 = scores[at] as number
      const signals = { fit: share * mass, bm25, ofBest: bm25 / best, rarity: rarity(record) }
      return { record, signals, relevance: relevanceOf(signals) }
    })
    .sort((a, b) => b.relevance - a.relevance || b.record.at - a.record.at)
}

/** Of these records those that are likely enough of use to be told unasked, best first. */
export function relevantAmong(
  records: readonly RecallCandidate[],
  plan: RecallPlan,
  last: LastTouched,
  limit: number,
): RecallCandidate[] {
  const found = weighed(records, plan, last).filter(({ relevance }) => relevance >= LEAST)
  return found.slice(0, limit).map(({ record }) => ({ ...record, ...answerIn(record, plan) }))
}

/** The sentence of a record that has most of what is asked, of those that add to its title; of equals what was seen first. */
function answerIn({ title, line, by, failures }: RecallCandidate, { topics }: RecallPlan) {
  const { heading } = recordWords(title, '')
  const sayings = [
    ...failures.map((text) => ({ line: text, by: 'observed' as const })),
    ...splitSentences(line).map((text) => ({ line: text, by })),
  ]
  const adding = sayings
    .map((each) => ({ each, words: recordWords(each.line, '') }))
    .filter(
      ({ each, words }) =>
        !OWN_SENTENCE.test(each.line) && [...words.heading].filter((stem) => !heading.has(stem)).length >= ADDED,
    )
  const masses = adding.map(({ words }) => fitOf(topics, words).mass)
  return adding[masses.indexOf(Math.max(...masses))]?.each ?? { line: '', by }
}

/** A sentence that adds so many words to a title says more than it. */
const ADDED = 2

const LEAST = 0.6
