import { baseName } from '@hindcast/text/paths.ts'
import { stemOf } from '@hindcast/text/words.ts'
import { isGoal } from '../memory/headline.ts'
import { promptWish } from '../memory/intent.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { type Statement, saysAgain, statementOf } from '../memory/near-duplicates.ts'
import { splitSentences } from '../memory/prose.ts'
import { OWN_SENTENCE, REQUESTS, VOICES, voiceOf } from '../memory/title-voice.ts'
import { planIn } from '../memory/turns.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Summary } from '../nouns/summary.ts'
import {
  type AskedWord,
  bm25Of,
  leansOnEarlier,
  type RecordWords,
  rarityOf,
  recordWords,
  topicsOf,
} from './relevance.ts'

/** A record that may be shown unasked, in the form in which it is compared and shown. */
export interface RecallCandidate {
  readonly id: string
  readonly kind: 'observation' | 'summary' | 'prompt'
  /** An observation's type, or a prompt's origin. */
  readonly type: string
  readonly at: number
  readonly session: string
  readonly title: string
  /** Who wrote the title, as shown on the line. */
  readonly voice: string
  /** What it says besides the title and the asker's words; once chosen, the part that answers the prompt. */
  readonly line: string
  /** Who wrote the line; `observed`: tool output. */
  readonly by: 'user' | 'agent' | 'observed'
  /** Failures recorded in the facts of an observation. */
  readonly failures: readonly string[]
  /** Ids of the prompts that it is based on; for a prompt, its own. */
  readonly prompts: readonly string[]
  /** Its content besides the title, compared with the prompt. */
  readonly more: string
  /** Paths of the files that it changed. */
  readonly files: readonly string[]
}

type Kept =
  | { readonly kind: 'observation'; readonly record: Observation }
  | { readonly kind: 'summary'; readonly record: Summary }
  | { readonly kind: 'prompt'; readonly record: Prompt }

/** The beginning of a long prompt says what it is about. */
const HEAD = 300

/** Converts a record for recall. */
export function recallCandidate({ kind, record }: Kept): RecallCandidate {
  const { id, at, session } = record
  const placed = { id, kind, at, session }
  if (kind === 'observation') {
    const { type, title, narrative, facts, filesModified: files, evidence, rememberedBy: by = 'agent' } = record
    const more = [narrative, ...files.map(baseName)].join('\n')
    const failures = facts.filter((fact) => fact.startsWith(FAILURE_FACT))
    const voice = voiceOf(record)
    return { ...placed, type, title, voice, line: narrative, by, failures, prompts: promptsIn(evidence), more, files }
  }
  if (kind === 'prompt') {
    const { text, origin } = record
    const asker = origin === 'script' ? 'script' : 'user'
    const plan = planIn(text)
    return {
      ...placed,
      type: origin,
      title: plan || text.slice(0, HEAD),
      voice: plan === '' ? VOICES[asker] : VOICES.plan,
      line: '',
      by: asker === 'script' ? 'observed' : asker,
      failures: [],
      prompts: [id],
      more: plan === '' ? '' : text.slice(0, HEAD),
      files: [],
    }
  }
  const { request: title, requestBy = 'user', completed, learned, filesModified: files, evidence } = record
  const line = [completed, learned].filter(Boolean).join(' ')
  const more = [completed, learned, ...files.map(baseName)].join('\n')
  const said = { line, by: 'agent', failures: [] } as const
  return {
    ...placed,
    ...said,
    type: 'summary',
    title,
    voice: REQUESTS[requestBy],
    prompts: promptsIn(evidence),
    more,
    files,
  }
}

const promptsIn = (evidence: readonly string[]): string[] => evidence.filter((id) => id.startsWith('p_'))

/**
 * Selects from these records (best first) those to show: none already shown or repeating one above; for each turn an
 * observation, otherwise its summary, otherwise its prompt; and a bare request only if nothing came of it.
 */
export function toTell(records: readonly RecallCandidate[], told: ReadonlySet<string>): RecallCandidate[] {
  const turns = new Set(records.filter(({ id }) => told.has(id)).flatMap(({ prompts }) => prompts))
  const kept = new Map<RecallCandidate, Statement>()
  for (const record of [...records].sort((a, b) => WORTH[a.kind] - WORTH[b.kind])) {
    const isSaid = told.has(record.id) || record.prompts.some((prompt) => turns.has(prompt))
    if (isSaid || (record.kind === 'prompt' && (kept.size > 0 || !isGoal(promptWish(record.title))))) continue
    const statement = statementOf(record.title)
    if ([...kept.values()].some((other) => saysAgain(other, statement))) continue
    kept.set(record, statement)
    for (const prompt of record.prompts) turns.add(prompt)
  }
  return records.filter((record) => kept.has(record))
}

const WORTH = { observation: 0, summary: 1, prompt: 2 } as const

/** The maximum number of records scored: the best by the words they contain. */
export const MAX_MEASURED = 40
/** How many earlier prompts may give a prompt its context. */
export const MAX_EARLIER_PROMPTS = 3
/** The maximum number of rows summed for one recall, which bounds its time. */
const MAX_ROWS = 4_000
/** The maximum number of words looked up, from the beginning of a long prompt. */
const MAX_WORDS = 40
/** Records that contain a word are counted up to this number, or this share of all; beyond that the word is common. */
const MAX_COUNTED = 1_000
const MAX_SHARE = 0.02

/**
 * The significant words of a prompt: those of its request, then the rest. Includes words from earlier prompts if it
 * makes no sense without them; `earlier` loads these.
 */
export function wordsAsked(prompt: string, earlier: () => readonly string[]): string[] {
  const own = topicsOf(promptWish(prompt))
  const before = leansOnEarlier(own) ? topicsOf(earlier().map(promptWish).join('\n')) : []
  return [...new Set([...own, ...before, ...topicsOf(prompt)].flat())].slice(0, MAX_WORDS)
}

/** The counting limit for a word in a project with this many records. */
export const countLimit = (records: number): number => Math.max(MAX_COUNTED, Math.ceil(records * MAX_SHARE))

/** What a recall searches for. */
export interface RecallPlan {
  /** The words of the prompt, with their weights. */
  readonly asked: readonly AskedWord[]
  /** The rarest of them that occur in some record, rarest first. */
  readonly terms: readonly { readonly word: string; readonly rarity: number }[]
}

/** Plans a recall. `holding`: how many of the project's `records` contain each word of the prompt. */
export function planRecall(holding: ReadonlyMap<string, number>, records: number): RecallPlan {
  const rarest = [...holding].filter(([, rows]) => rows > 0).sort(([, a], [, b]) => a - b)
  let total = 0
  const terms = rarest.filter(([, rows], at) => {
    total += rows
    return at === 0 || total <= MAX_ROWS
  })
  const asked = new Map([...holding].map(([word, rows]) => [stemOf(word), rarityOf(word, rows, records)]))
  return {
    asked: [...asked].map(([stem, rarity]) => ({ stem, rarity })),
    terms: terms.map(([word, rows]) => ({ word, rarity: rarityOf(word, rows, records) })),
  }
}

/** The numbers of the records that contain some of the words, by total weight, newest first among equals. */
export function bestMatches(
  matches: readonly { readonly rarity: number; readonly ids: readonly number[] }[],
): number[] {
  const sums = new Map<number, number>()
  for (const { rarity, ids } of matches) for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + rarity)
  return [...sums].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

/**
 * The threshold for showing a record: this BM25 score (a word that hardly any other record contains counts 1, up to 2
 * in a title), or a lower one together with this share of the prompt's words. Fitted to 450 pairs of prompts and
 * records from three projects that two readers judged (kappa .88): of 304 random prompts, 28 % get a record, and 69 %
 * of the 50 judged records shown are useful; of 190 prompts about other code, 99 % get none. Other features (how a
 * record compares with the best one, rare files in the session so far) did not help on held-out projects.
 */
const LEAST = { bm25: 3.6, short: 2, share: 0.4 }

/** Whether a record with this score, of at most `all`, is likely enough to be useful unasked. */
export const isRelevant = (bm25: number, all: number): boolean =>
  bm25 >= LEAST.bm25 || (bm25 >= LEAST.short && bm25 >= LEAST.share * all)

/** The records likely enough to be useful unasked, best first, newest first among equals. */
export function relevantAmong(
  records: readonly RecallCandidate[],
  { asked }: RecallPlan,
  limit: number,
): RecallCandidate[] {
  const read = records.map((record) => ({ record, words: recordWords(record.title, record.more) }))
  const average = read.reduce((sum, { words }) => sum + words.length, 0) / read.length
  const all = asked.reduce((sum, { rarity }) => sum + rarity, 0)
  const weighed = read.map(({ record, words }) => ({ record, words, bm25: bm25Of(asked, words, average) }))
  return weighed
    .filter(({ bm25 }) => isRelevant(bm25, all))
    .sort((a, b) => b.bm25 - a.bm25 || b.record.at - a.record.at)
    .slice(0, limit)
    .map(({ record, words }) => ({ ...record, ...answerIn(record, words, asked) }))
}

/**
 * The sentence of a record that covers most of the prompt, among those that add to its title; observed facts win ties.
 */
function answerIn({ line, by, failures }: RecallCandidate, { heading }: RecordWords, asked: readonly AskedWord[]) {
  const sayings = [
    ...failures.map((text) => ({ line: text, by: 'observed' as const })),
    ...splitSentences(line).map((text) => ({ line: text.replace(/^Earlier: /, ''), by })),
  ]
  const adding = sayings
    .filter((each) => !OWN_SENTENCE.test(each.line))
    .map((each) => ({ each, stems: recordWords(each.line, '').heading }))
    .filter(({ stems }) => [...stems].filter((stem) => !heading.has(stem)).length >= ADDED)
  const told = adding.map(({ stems }) =>
    asked.reduce((sum, { stem, rarity }) => sum + (stems.has(stem) ? rarity : 0), 0),
  )
  return adding[told.indexOf(Math.max(...told))]?.each ?? { line: '', by }
}

/** The minimum number of new words for a sentence to add to the title. */
const ADDED = 2
