import type { ContextItem } from '../effects.ts'
import { isInstructions } from '../instructions.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import type { Observation, Summary } from '../memory/nouns.ts'
import { BESIDE } from '../memory/reading.ts'
import { isTelling } from '../memory/telling.ts'
import { LOOKS } from '../memory/words.ts'
import { baseName, relativePath } from '../paths.ts'
import { dayOf, timeOf } from './dates.ts'
import { oneLine } from './reason.ts'
import { bySession, sessionLine, wholeSummary } from './session-lines.ts'
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
 * nothing of what stands in the instructions that every session is given anyway.
 */
export function indexTable(
  observations: readonly Observation[],
  summaries: readonly Summary[],
  root?: string,
  most = 10,
): ContextItem[] {
  const [latest, ...older] = bySession([...summaries].filter(saysMore).sort(newest)).slice(0, most)
  const rows = current([...observations].filter(isNews).sort(newest)).map((each) => rowOf(each, root))
  return [...grouped(rows), ...older.map(sessionLine), ...(latest === undefined ? [] : wholeSummary(latest[0]))]
}

/** A request alone tells a session nothing of where the work stands. */
const saysMore = ({ investigated, learned, completed, nextSteps, notes }: Summary): boolean =>
  [investigated, learned, completed, nextSteps, notes].some((text) => text !== '')

const newest = (a: { at: number; id: string }, b: { at: number; id: string }): number =>
  b.at - a.at || (a.id < b.id ? -1 : 1)

/** What was only written into the instructions is told by them; a slip in a test, or a mere look, is no news to anybody. */
function isNews({ title, filesModified, facts }: Observation): boolean {
  if (filesModified.length === 0) return true
  const isSlip = facts.some((fact) => fact.startsWith(FAILURE_FACT)) && filesModified.every((file) => BESIDE.test(file))
  const isLook = LOOKS.has(/^[a-z]+(?= )/i.exec(title)?.[0].toLowerCase() ?? '') && !isTelling(withoutTail(title))
  return !isSlip && !isLook && !filesModified.every(isInstructions)
}

/** Without what a newer one supersedes. */
function current(observations: readonly Observation[]): Observation[] {
  const outdated = new Set(observations.map(({ supersedes }) => supersedes))
  return observations.filter(({ id }) => !outdated.has(id))
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

/** A title without the file that it was made of. */
const withoutTail = (title: string): string => title.replace(/ \((?:[^()\s]+\.\w+(?: \+\d+)?|\+\d+ files?)\)$/, '')

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
