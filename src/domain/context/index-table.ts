import type { ContextItem } from '../effects.ts'
import type { Observation, Summary } from '../memory/nouns.ts'
import { baseName, relativePath } from '../paths.ts'
import { estimateTokens } from './tokens.ts'

/** What stands above the index: facts, no orders. */
export const INDEX_HEAD =
  'What earlier sessions recorded in this project, newest first. A row: id, time (UTC), type, title, tokens of the whole record.'
/** Where the rest is to be had. */
export const INDEX_FOOT =
  'Whole records: `show` with an id, or `search` in plain words (MCP server hindcast; in a shell `hindcast show ID`, `hindcast search WORDS`).'

/** Rows of one item; so that a long group can be left out in part. */
const ROWS_AN_ITEM = 5
const LINE_MAX = 180

/**
 * The index as lines that can be left out one by one, the oldest first: observations by day, then by main file, newest
 * first; then the summaries, the newest in full. Each item bears its own heading, so that none stands over another's rows.
 */
export function indexTable(
  observations: readonly Observation[],
  summaries: readonly Summary[],
  root?: string,
): ContextItem[] {
  const [latest, ...older] = [...summaries].filter(saysMore).sort(newest)
  const groups = groupsOf([...observations].sort(newest), root)
  return [...groups.map(groupItem), ...older.map(summaryLine), ...(latest === undefined ? [] : [wholeSummary(latest)])]
}

/** A request alone tells a session nothing of where the work stands. */
const saysMore = ({ investigated, learned, completed, nextSteps, notes }: Summary): boolean =>
  [investigated, learned, completed, nextSteps, notes].some((text) => text !== '')

const newest = (a: { at: number; id: string }, b: { at: number; id: string }): number =>
  b.at - a.at || (a.id < b.id ? -1 : 1)

interface Group {
  readonly heading: string
  readonly file: string
  readonly rows: Observation[]
}

function groupsOf(observations: readonly Observation[], root?: string): Group[] {
  const open = new Map<string, Group>()
  const groups: Group[] = []
  for (const each of observations) {
    const file = shortPath(each.filesModified[0] ?? (each.type === 'discovery' ? '' : (each.filesRead[0] ?? '')), root)
    const heading = [dayOf(each.at), file].filter(Boolean).join(' · ')
    const group = open.get(heading)
    if (group !== undefined && group.rows.length < ROWS_AN_ITEM) group.rows.push(each)
    else {
      const next = { heading, file, rows: [each] }
      open.set(heading, next)
      groups.push(next)
    }
  }
  return byDay(groups)
}

/** A day's groups stand together, as its newest row came. */
function byDay(groups: readonly Group[]): Group[] {
  const days = [...new Set(groups.map(({ heading }) => heading.slice(0, DAY_LENGTH)))]
  return days.flatMap((day) => groups.filter(({ heading }) => heading.startsWith(day)))
}

function groupItem({ heading, file, rows }: Group): ContextItem {
  const lines = rows.map((each) => {
    const title = withoutFile(oneLine(each.title), file)
    return `${each.id} ${timeOf(each.at)} ${each.type} ${title} ~${tokensOf(each)}`
  })
  return { text: `${heading}\n${lines.join('\n')}`, ids: rows.map(({ id }) => id), rank: rows[0]?.at ?? 0 }
}

/** The heading names the file already. */
function withoutFile(title: string, file: string): string {
  const tail = / \(([^()]+?)( \+\d+)?\)$/.exec(title)
  if (tail === null || file === '' || baseName(tail[1] ?? '') !== baseName(file)) return title
  return title.slice(0, tail.index) + (tail[2] === undefined ? '' : ` (${tail[2].trim()} files)`)
}

function summaryLine(summary: Summary): ContextItem {
  const told = [summary.request, summary.completed || summary.learned].map(oneLine).filter(Boolean).join(' → ')
  const line = `${summary.id} ${dayOf(summary.at)} ${timeOf(summary.at)} session: ${told}`
  return { text: cut(line, LINE_MAX), ids: [summary.id], rank: summary.at }
}

/** The state in which the newest session left the work. */
function wholeSummary(summary: Summary): ContextItem {
  const fields: readonly [string, string][] = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ]
  const lines = fields.filter(([, text]) => text !== '').map(([name, text]) => `${name}: ${oneLine(text)}`)
  const heading = `Where the latest session stood (${summary.id}, ${dayOf(summary.at)} ${timeOf(summary.at)}):`
  return { text: [heading, ...lines].join('\n'), ids: [summary.id], rank: Number.MAX_SAFE_INTEGER }
}

/** What the whole record would cost. */
function tokensOf({ title, narrative, facts, filesModified, filesRead }: Observation): number {
  return estimateTokens([title, narrative, ...facts, ...filesModified, ...filesRead].join('\n'))
}

const DAY_LENGTH = 10
const isoOf = (at: number): string => new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString()
const dayOf = (at: number): string => isoOf(at).slice(0, DAY_LENGTH)
const timeOf = (at: number): string => isoOf(at).slice(11, 16)
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`)

/** From the project on; of a path elsewhere, its last three parts. */
function shortPath(path: string, root?: string): string {
  const relative = relativePath(path, root)
  return relative.startsWith('/') ? relative.split('/').slice(-3).join('/') : relative
}
