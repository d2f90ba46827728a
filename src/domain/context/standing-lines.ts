import { baseName } from '@hindcast/text/paths.ts'
import type { ContextItem } from '../effects.ts'
import { namesInText, topicOf } from '../memory/headline.ts'
import { type Statement, saysAgain, statementOf } from '../memory/near-duplicates.ts'
import { voiceOf } from '../memory/title-voice.ts'
import type { Handoff } from '../nouns/handoff.ts'
import { isPersons, type Observation } from '../nouns/observation.ts'
import { quotable, quote } from '../quote.ts'
import { when } from './times.ts'

/** The heading above the lines. */
export const STANDING_HEAD = 'Current decisions (id, when, source):'
/** The most lines shown. More are offered, since the session may have seen some already. */
export const STANDING_MOST = 5
const OFFERED = 3 * STANDING_MOST
const TEXT = 240

/** What the work at hand is about. */
export interface AtHand {
  readonly words: ReadonlySet<string>
  readonly files: readonly string[]
}

/** Derives the work at hand from the last handoff and the name of the branch. */
export function atHand(handoff: Handoff | undefined, branch = ''): AtHand {
  const { goal = '', now = '', next = '', files = [] } = handoff ?? {}
  const words = topicOf([goal, now, next, branch.replace(/[-_/]+/g, ' ')])
  return { words, files: files.map(baseName) }
}

/** A decision, finding or note that still holds, with what is needed to rank it. */
interface Standing {
  readonly observation: Observation
  /** Base names of its files and of the files that its session changed. */
  readonly files: ReadonlySet<string>
  readonly text: string
  readonly topic: ReadonlySet<string>
  readonly statement: Statement
}

/**
 * What currently holds in a project, as lines, most relevant to the work at hand first: what a person said or chose, and
 * what agents found in several sessions. `isNarrow`: only what a person asked to remember; a decision is told with the prompt
 * that is about it. `handoffs`, newest first, show what has happened to the files since.
 */
export function standingLines(
  all: readonly Observation[],
  handoffs: readonly Handoff[],
  { work, now, isNarrow = false }: { readonly work: AtHand; readonly now: number; readonly isNarrow?: boolean },
): ContextItem[] {
  const read = all
    .filter((each) => !GO_AHEAD.test(each.title) && (!isNarrow || each.rememberedBy === 'user'))
    .map((each) => standingReading(each, handoffs))
    .filter((each) => isFresh(each, handoffs) && (handoffs.length === 0 || isDue(each, work)))
  return read
    .filter((each) => !read.some((other) => replaces(other, each)))
    .map((each) => ({ each, rank: standingRank(each, work, now) }))
    .sort((a, b) => b.rank - a.rank || b.each.observation.at - a.each.observation.at)
    .slice(0, OFFERED)
    .map(({ each, rank }) => ({
      text: standingLine(each, now),
      ids: [each.observation.id],
      rank,
      says: each.text,
      isEntry: true,
      isPersons: isPersons(each.observation),
    }))
}

/** Picking one of the agent's numbered options applied to a single task only. */
const GO_AHEAD = /(?:^|→ )option [\da-z]{1,2}: /i

function standingReading(observation: Observation, handoffs: readonly Handoff[]): Standing {
  const text = quotable(isPersons(observation) ? observation.narrative || observation.title : observation.title)
  const own = handoffs.flatMap(({ session, files }) => (session === observation.session ? files : []))
  const files = new Set([...observation.filesModified, ...observation.filesRead, ...own].map(baseName))
  return { observation, files, text, topic: topicOf([text]), statement: statementOf(text) }
}

/** Choices and findings are shown if they concern the work at hand; what a person asked to remember is always shown. */
const isDue = (each: Standing, work: AtHand): boolean =>
  each.observation.rememberedBy === 'user' || sharedWith(each, work) > 0 || touches(each, work)

const sharedWith = ({ topic }: Standing, work: AtHand): number =>
  [...topic].filter((word) => work.words.has(word)).length

const touches = ({ text, files }: Standing, work: AtHand): boolean =>
  work.files.some((file) => text.includes(file) || files.has(file))

/** Once this many later sessions have changed its files, a finding or choice counts as outdated. */
const MUCH_CHANGED = 3

/**
 * Whether something still holds. It does not once a file that it names was deleted, nor (unless a person asked to remember
 * it) once many later sessions have changed its files or those of the session that it comes from.
 */
function isFresh({ observation, files }: Standing, handoffs: readonly Handoff[]): boolean {
  const { at, session, title, narrative, rememberedBy } = observation
  const later = handoffs.filter((handoff) => handoff.at > at && handoff.session !== session)
  const named = namesInText(`${title} ${narrative}`).map((name) => baseName(name.replaceAll('`', '')))
  const gone = later.flatMap((handoff) => handoff.removed.filter((file) => !handoff.files.includes(file)).map(baseName))
  if (gone.some((file) => named.includes(file))) return false
  if (rememberedBy === 'user') return true
  const changed = later.filter((handoff) => handoff.files.some((file) => files.has(baseName(file))))
  return new Set(changed.map((handoff) => handoff.session)).size < MUCH_CHANGED
}

/** Two records concern the same matter if they share this part of the shorter one's words, and at least this many. */
const OF_ONE_MATTER = 0.75
const FEWEST = 2
/** The question that a choice answers, which precedes it: `Which store? → SQLite`. */
const decidedQuestion = (text: string): string => /^(.+?\?) → /.exec(text)?.[1] ?? ''

/** A later record on the same matter replaces an earlier one, but a finding never replaces what a person said. */
function replaces(later: Standing, earlier: Standing): boolean {
  const [a, b] = [later.observation, earlier.observation]
  if (a.supersedes === b.id) return true
  if (a.at <= b.at || (isPersons(b) && !isPersons(a))) return false
  if (saysAgain(later.statement, earlier.statement)) return true
  const question = decidedQuestion(earlier.text)
  if (question !== '' && question === decidedQuestion(later.text)) return true
  const shared = [...earlier.topic].filter((word) => later.topic.has(word)).length
  return shared >= FEWEST && shared >= OF_ONE_MATTER * Math.min(later.topic.size, earlier.topic.size)
}

const MONTH_MS = 30 * 86_400_000

/** Ranks what a person said above findings, then by words and files shared with the work at hand, then by age. */
function standingRank(each: Standing, work: AtHand, now: number): number {
  const recency = 1 / (1 + Math.max(0, now - each.observation.at) / MONTH_MS)
  const bearing = 0.8 * Math.min(3, sharedWith(each, work)) + (touches(each, work) ? 1.5 : 0)
  return (isPersons(each.observation) ? 2 : 0) + bearing + recency
}

function standingLine({ observation, text }: Standing, now: number): string {
  const { id, at } = observation
  const source = isPersons(observation) ? voiceOf(observation) : 'agents found in several sessions'
  return `${id} ${when(at, now)}, ${source} ${quote(text, TEXT)}`
}
