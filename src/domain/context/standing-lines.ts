import type { ContextItem } from '../effects.ts'
import { BEWARE, topicOf } from '../memory/headline.ts'
import { shorten, splitSentences } from '../memory/prose.ts'
import type { Handoff } from '../nouns/handoff.ts'
import type { Observation } from '../nouns/observation.ts'
import { baseName } from '../paths.ts'
import { isSaidIn, statementOf } from './near-duplicates.ts'
import { oneLine, reasonOf } from './reason.ts'
import { age } from './times.ts'

/** What stands above it: facts, no orders. */
export const STANDING_HEAD =
  'What stands in this project: remembered on request, decided, or found to beware of; no later record replaces it. Id, age, source.'

/** Something that stands, of whatever noun. */
export interface Standing {
  readonly id: string
  readonly at: number
  /** What it rests on: somebody's word, a decision, a finding. */
  readonly source: string
  readonly text: string
  /** Why, or what follows; may be empty. */
  readonly reason: string
  readonly files: readonly string[]
  /** What its source is worth. */
  readonly weight: number
}

/** What the work at hand is about. */
export interface AtHand {
  readonly words: ReadonlySet<string>
  readonly files: readonly string[]
}

/** The most that are told, and how many are offered: some may be told already. */
export const STANDING_MOST = 5
const OFFERED = 3 * STANDING_MOST
const TEXT = 240

/** An observation as something that stands. */
export function standingOf(observation: Observation): Standing {
  const { id, at, type, title, narrative, rememberedBy, filesModified, filesRead } = observation
  const files = [...filesModified, ...filesRead]
  if (rememberedBy === undefined) {
    const [source, weight] = type === 'decision' ? ['decided', 2] : ['found', 1.5]
    const reason = reasonAbout(title, observation)
    const text = type === 'discovery' ? bewareOf(observation) : wholeOf(title, reason)
    return { id, at, source, text, reason: text === title ? reason : '', files, weight }
  }
  const [source, weight] = rememberedBy === 'user' ? ["the user's word", 4] : ["an agent's word", 3]
  return { id, at, source, text: narrative || title, reason: '', files, weight }
}

/** The sentence that the title is of, where it says more, with what the title adds to it. */
function wholeOf(title: string, reason: string): string {
  const matter = / \([^()]+\)$/.exec(title)?.[0] ?? ''
  return isSaidIn(statementOf(title.slice(0, title.length - matter.length)), statementOf(reason))
    ? reason.replace(/\.$/, '') + matter
    : title
}

/** The sentence that warns, else the title. */
function bewareOf({ title, narrative, facts }: Observation): string {
  if (BEWARE.test(title)) return title
  return [...splitSentences(narrative), ...facts].find((each) => BEWARE.test(each) && !/^Asked: /.test(each)) ?? title
}

/** The sentence that says why, where it speaks of the same. */
function reasonAbout(title: string, observation: Observation): string {
  const reason = reasonOf(observation)
  const topic = topicOf([title])
  return [...topicOf([reason])].some((word) => topic.has(word)) ? reason : ''
}

/** The work at hand, by where it stood last and the branch; file names count by their words too. */
export function atHand(handoff: Handoff | undefined, branch = ''): AtHand {
  const { goal = '', now = '', next = '', files = [] } = handoff ?? {}
  const words = topicOf([goal, now, next, branch.replace(/[-_/]+/g, ' ')])
  return { words, files: files.map(baseName) }
}

/** Those that bear most on the work at hand, a line or two each; the best first. */
export function standingLines(all: readonly Standing[], work: AtHand, now: number): ContextItem[] {
  const ranked = all
    .map((each) => ({ each, rank: rankOf(each, work, now) }))
    .sort((a, b) => b.rank - a.rank || b.each.at - a.each.at || (a.each.id < b.each.id ? -1 : 1))
  return ranked.slice(0, OFFERED).map(({ each, rank }) => ({
    text: lineOf(each, now),
    ids: [each.id],
    rank,
    says: each.text,
    isEntry: true,
  }))
}

const MONTH = 30 * 86_400_000

/** Words in common with the work, its files, its source; newer before older. */
function rankOf({ text, reason, files, weight, at }: Standing, work: AtHand, now: number): number {
  const shared = [...topicOf([text, reason])].filter((word) => work.words.has(word)).length
  const touches = work.files.some(
    (file) => `${text} ${reason}`.includes(file) || files.some((own) => baseName(own) === file),
  )
  return weight + 0.8 * Math.min(3, shared) + (touches ? 1.5 : 0) + 1 / (1 + Math.max(0, now - at) / MONTH)
}

function lineOf({ id, at, source, text, reason }: Standing, now: number): string {
  const line = `${id} ${age(now - at)} ${source}: ${shorten(oneLine(text), TEXT)}`
  return reason === '' ? line : `${line}\n  ${reason}`
}
