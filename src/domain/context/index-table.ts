import { baseName, relativePath } from '@hindcast/text/paths.ts'
import { type Team, teamView } from '../coordination/team.ts'
import type { ContextItem } from '../effects.ts'
import { namesInText, standsAlone } from '../memory/headline.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { BESIDE } from '../memory/reading.ts'
import { supersededAmong } from '../memory/supersession.ts'
import { TITLE_MAX, withoutTail } from '../memory/title.ts'
import { titleSaid } from '../memory/title-voice.ts'
import { LOOKS } from '../memory/words.ts'
import { isPersons, type Observation } from '../nouns/observation.ts'
import type { Summary } from '../nouns/summary.ts'
import { quotable, quote, shownPath } from '../quote.ts'
import { isScratch } from '../scratch.ts'
import { sessionLine, sittingsOf } from './session-lines.ts'
import { when } from './times.ts'

/** The heading above the rows. */
export const INDEX_HEAD = 'Recent work (id, when, type, what):'
/** Tells the agent where to find the rest. */
export const INDEX_FOOT =
  'More: `search` in plain words, `show` with an id (MCP server hindcast; in a shell `hindcast search WORDS`, `hindcast show ID`).'

/** Limits of the table. `observations` and `summaries` cap the rows of each kind; paths are shown relative to `root`. */
export interface IndexLimits {
  readonly now: number
  readonly root?: string | undefined
  readonly observations: number
  readonly summaries: number
  /** Paths of instruction files, which every session is given anyway. */
  readonly instructions?: readonly string[]
}

/**
 * Recent work as lines that can be dropped one by one: first records of files that the newest working session changed, then
 * other records by age, then one line for each session that left no record. Superseded records are left out.
 */
export function indexTable(
  observations: readonly Observation[],
  summaries: readonly Summary[],
  { now, root, instructions = [], ...most }: IndexLimits,
): ContextItem[] {
  const outdated = supersededAmong(observations)
  const isShown = (each: Observation) =>
    !outdated.has(each.id) && !isOnlyScratch(each, root) && addsToInstructions(each, instructions)
  const shown = inHandFirst(observations.filter(isShown)).slice(0, most.observations)
  const recorded = new Set(observations.map(({ session }) => session))
  const others = sittingsOf([...summaries].filter(saysMore).sort(byNewest)).filter(
    ([{ session }]) => !recorded.has(session),
  )
  const lines = others.flatMap((each) => sessionLine(each, now)).slice(0, most.summaries)
  return [...shown.map((each, at) => rowOf(each, -at, now, root)), ...lines]
}

const isOnlyScratch = ({ filesModified }: Observation, root?: string): boolean =>
  filesModified.length > 0 && filesModified.every((file) => isScratch(file, root))

/** Puts records of files that the newest working session changed first; newest first within each part. */
function inHandFirst(observations: readonly Observation[]): Observation[] {
  const sorted = [...observations].sort(byNewest)
  const working = sorted.find(({ filesModified }) => filesModified.length > 0)?.session
  const files = new Set(sorted.flatMap(({ session, filesModified }) => (session === working ? filesModified : [])))
  const isInHand = ({ filesModified }: Observation) => filesModified.some((file) => files.has(file))
  return [...sorted.filter(isInHand), ...sorted.filter((each) => !isInHand(each))]
}

/** A request alone says nothing about where the work stands. */
const saysMore = ({ investigated, learned, completed, nextSteps, notes }: Summary): boolean =>
  [investigated, learned, completed, nextSteps, notes].some((text) => text !== '')

const byNewest = (a: { at: number; id: string }, b: { at: number; id: string }): number =>
  b.at - a.at || (a.id < b.id ? -1 : 1)

/** Leaves out records that mean nothing without their context, edits of instruction files, test slips and mere lookups. */
function addsToInstructions(each: Observation, instructions: readonly string[]): boolean {
  const { type, title, narrative, filesModified, facts, rememberedBy } = each
  if (filesModified.length === 0) return type !== 'discovery' || rememberedBy !== undefined || standsAlone(title)
  const hasFailed = facts.some((fact) => fact.startsWith(FAILURE_FACT))
  // If something failed and was fixed along the way, the narrative begins with the command
  const isSlip = hasFailed && (narrative.startsWith('`') || filesModified.every((file) => BESIDE.test(file)))
  const isLook =
    LOOKS.has(/^[a-z]+(?= )/i.exec(title)?.[0].toLowerCase() ?? '') && namesInText(withoutTail(title)).length === 0
  return !isSlip && !isLook && !filesModified.every((file) => instructions.includes(file))
}

function rowOf(each: Observation, rank: number, now: number, root?: string): ContextItem {
  const main = each.filesModified.find((file) => !isScratch(file, root)) ?? ''
  const title = withoutTail(each.title)
  const file = main === '' || title.includes(baseName(main)) ? '' : ` (${shownPath(relativePath(main, root))})`
  return {
    text: `${each.id} ${when(each.at, now)}, ${each.type}: ${titleSaid(each, TITLE_MAX)}${file}`,
    ids: [each.id],
    rank,
    says: quotable(title),
    isEntry: true,
    isPersons: isPersons(each),
  }
}

const TITLE = 60
const MOST_OPEN = 2

/** How far a session's team of agents came with its tasks, in one line below the records; none without agents or tasks. */
export function teamLine(team: Team, now: number): ContextItem[] {
  const { members, tasks } = teamView(team)
  if (members.length === 0 || tasks.length === 0) return []
  const open = tasks.filter(({ state }) => state !== 'done')
  const titles = open.slice(0, MOST_OPEN).map(({ title }) => quote(title, TITLE))
  const rest = open.length > MOST_OPEN ? ` and ${open.length - MOST_OPEN} more` : ''
  const left = open.length === 0 ? '' : `; an agent left open: ${titles.join(', ')}${rest}`
  const size = members.length === 1 ? '1 agent' : `${members.length} agents`
  const text = `${team.id} ${when(team.at, now)}, team of ${size}: ${tasks.length - open.length} of ${tasks.length} tasks done${left}`
  return [{ text, ids: [team.id], rank: RANK, says: quotable(`${size} ${titles.join(' ')}`) }]
}

/** Above sessions without records, below records. */
const RANK = -1_000
