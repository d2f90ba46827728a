import type { ContextItem } from '../effects.ts'
import { namesIn, standsAlone } from '../memory/headline.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { BESIDE } from '../memory/reading.ts'
import { supersededAmong } from '../memory/supersession.ts'
import { withoutTail } from '../memory/title.ts'
import { LOOKS } from '../memory/words.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Summary } from '../nouns/summary.ts'
import { baseName, relativePath } from '../paths.ts'
import { oneLine } from './reason.ts'
import { bySession, sessionLine, wholeSummary } from './session-lines.ts'
import { dayOf, timeOf } from './times.ts'
import { estimateTokens } from './tokens.ts'

/** What stands above the index: facts, no orders. */
export const INDEX_HEAD =
  'What earlier sessions recorded in this project, by day and main file, newest first. A row: id, time (UTC), type, title, tokens of the whole record.'
/** Where the rest is to be had. */
export const INDEX_FOOT =
  'Whole records: `show` with an id, or `search` in plain words (MCP server hindcast; in a shell `hindcast show ID`, `hindcast search WORDS`).'

/**
 * The index as lines that can be left out one by one, the oldest first: observations by day, then by main file, newest
 * first; then a line a session, the newest in full. Of what says the same, and of what was superseded, the newest alone;
 * nothing of what stands in the instructions that every session is given anyway, whose paths are given.
 */
export function indexTable(
  observations: readonly Observation[],
  summaries: readonly Summary[],
  root?: string,
  most = 10,
  instructions: readonly string[] = [],
): ContextItem[] {
  const [latest, ...older] = bySession([...summaries].filter(saysMore).sort(newest)).slice(0, most)
  const outdated = supersededAmong(observations)
  const standing = observations.filter((each) => !outdated.has(each.id))
  const rows = standing.filter((each) => isNews(each, instructions)).sort(newest)
  return [
    ...grouped(rows.map((each) => rowOf(each, root))),
    ...older.flatMap((each) => sessionLine(each, standing)),
    ...(latest === undefined ? [] : wholeSummary(latest[0])),
  ]
}

/** A request alone tells a session nothing of where the work stands. */
const saysMore = ({ investigated, learned, completed, nextSteps, notes }: Summary): boolean =>
  [investigated, learned, completed, nextSteps, notes].some((text) => text !== '')

const newest = (a: { at: number; id: string }, b: { at: number; id: string }): number =>
  b.at - a.at || (a.id < b.id ? -1 : 1)

/** What says nothing by itself is no news, nor what the instructions tell anyway, a slip in a test, or a mere look. */
function isNews(each: Observation, instructions: readonly string[]): boolean {
  const { type, title, narrative, filesModified, facts, rememberedBy } = each
  if (filesModified.length === 0) return type !== 'discovery' || rememberedBy !== undefined || standsAlone(title)
  const hasFailed = facts.some((fact) => fact.startsWith(FAILURE_FACT))
  // What failed and was put right on the way has a narrative that begins with the command
  const isSlip = hasFailed && (narrative.startsWith('`') || filesModified.every((file) => BESIDE.test(file)))
  const isLook =
    LOOKS.has(/^[a-z]+(?= )/i.exec(title)?.[0].toLowerCase() ?? '') && namesIn(withoutTail(title)).length === 0
  return !isSlip && !isLook && !filesModified.every((file) => instructions.includes(file))
}

function rowOf(each: Observation, root?: string): ContextItem {
  const main = shortPath(each.filesModified[0] ?? (each.type === 'discovery' ? '' : (each.filesRead[0] ?? '')), root)
  const title = withoutFile(oneLine(each.title), main)
  return {
    text: `${each.id} ${timeOf(each.at)} ${each.type} ${title} ~${tokensOf(each)}`,
    ids: [each.id],
    rank: each.at,
    under: [dayOf(each.at), main === '' ? '' : `· ${main}`],
    says: withoutTail(title),
    isEntry: true,
  }
}

/** A day's rows stand together, and in it a file's, as the newest of each came; those of no file first. */
function grouped(rows: readonly ContextItem[]): ContextItem[] {
  const days = groupsBy(rows, 0)
  return days.flatMap((day) =>
    groupsBy(day, 1)
      .sort((a, b) => unfiled(b) - unfiled(a))
      .flat(),
  )
}

function groupsBy(rows: readonly ContextItem[], level: number): ContextItem[][] {
  const groups = new Map<string, ContextItem[]>()
  for (const row of rows) {
    const key = row.under?.[level] ?? ''
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

const unfiled = ([row]: readonly ContextItem[]): number => (row?.under?.[1] === '' ? 1 : 0)

/** The heading names the file already. */
function withoutFile(title: string, file: string): string {
  const tail = / \(([^()]+?)( \+\d+)?\)$/.exec(title)
  if (tail === null || file === '' || baseName(tail[1] ?? '') !== baseName(file)) return title
  return (
    title.slice(0, tail.index) +
    (tail[2] === undefined ? '' : ` (${tail[2].trim()} file${tail[2] === ' +1' ? '' : 's'})`)
  )
}

/** What the whole record would cost. */
function tokensOf({ title, narrative, facts, filesModified, filesRead }: Observation): number {
  return estimateTokens([title, narrative, ...facts, ...filesModified, ...filesRead].join('\n'))
}

/** From the project on; of a path elsewhere, its last three parts. */
function shortPath(path: string, root?: string): string {
  const relative = relativePath(path, root)
  return relative.startsWith('/') ? relative.split('/').slice(-3).join('/') : relative
}
