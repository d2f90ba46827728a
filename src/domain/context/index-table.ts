import type { ContextItem } from '../effects.ts'
import { topicOf } from '../memory/headline.ts'
import type { Observation, Summary } from '../memory/nouns.ts'
import { baseName, relativePath } from '../paths.ts'
import { estimateTokens } from './tokens.ts'

/** What stands above the index: facts, no orders. */
export const INDEX_HEAD =
  'What earlier sessions recorded in this project, by day and main file, newest first. A row: id, time (UTC), type, title, tokens of the whole record.'
/** Where the rest is to be had. */
export const INDEX_FOOT =
  'Whole records: `show` with an id, or `search` in plain words (MCP server hindcast; in a shell `hindcast show ID`, `hindcast search WORDS`).'

const LINE_MAX = 180

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
  const rows = distinct([...observations].filter(isNews).sort(newest)).map((each) => rowOf(each, root))
  return [...grouped(rows), ...older.map(sessionLine), ...(latest === undefined ? [] : [wholeSummary(latest.last)])]
}

/** A request alone tells a session nothing of where the work stands. */
const saysMore = ({ investigated, learned, completed, nextSteps, notes }: Summary): boolean =>
  [investigated, learned, completed, nextSteps, notes].some((text) => text !== '')

const newest = (a: { at: number; id: string }, b: { at: number; id: string }): number =>
  b.at - a.at || (a.id < b.id ? -1 : 1)

/** What was only written into the instructions is told by them. */
const isNews = ({ filesModified }: Observation): boolean =>
  filesModified.length === 0 || !filesModified.every((file) => INSTRUCTIONS.test(file))
const INSTRUCTIONS = /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS\.md|\.claude\/rules\/[^/]+\.md)$/

/** Without what a newer one supersedes or nearly repeats. */
function distinct(observations: readonly Observation[]): Observation[] {
  const outdated = new Set(observations.map(({ supersedes }) => supersedes))
  const told: Set<string>[] = []
  return observations.filter(({ id, title }) => {
    const words = topicOf([title])
    const isKnown = told.some((each) => alike(each, words))
    if (outdated.has(id) || isKnown) return false
    told.push(words)
    return true
  })
}

/** Four of five words in common. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const both = [...a].filter((word) => b.has(word)).length
  return both >= 3 && both >= 0.8 * (a.size + b.size - both)
}

/** A session's checkpoints: the newest, and what the oldest of them was asked. */
interface Sitting {
  readonly last: Summary
  readonly asked: string
}

function bySession(summaries: readonly Summary[]): Sitting[] {
  const sittings = new Map<string, Sitting>()
  for (const each of summaries) {
    const last = sittings.get(each.session)?.last ?? each
    sittings.set(each.session, { last, asked: each.request || last.request })
  }
  return [...sittings.values()]
}

function rowOf(each: Observation, root?: string): ContextItem {
  const main = shortPath(each.filesModified[0] ?? (each.type === 'discovery' ? '' : (each.filesRead[0] ?? '')), root)
  const title = withoutFile(oneLine(each.title), main)
  return {
    text: `${each.id} ${timeOf(each.at)} ${each.type} ${title} ~${tokensOf(each)}`,
    ids: [each.id],
    rank: each.at,
    under: [dayOf(each.at), main === '' ? '' : `· ${main}`],
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
  return title.slice(0, tail.index) + (tail[2] === undefined ? '' : ` (${tail[2].trim()} files)`)
}

/** Lines of sessions are few and tell most: above rows, below the newest. */
function sessionLine({ last, asked }: Sitting): ContextItem {
  const came = [last.completed, last.learned, last.notes].find((text) => text !== '') ?? ''
  const told = [cut(oneLine(asked), 90), oneLine(came)].filter(Boolean).join(' → ')
  const line = `${last.id} ${dayOf(last.at)} ${timeOf(last.at)} ${told}`
  return { text: cut(line, LINE_MAX), ids: [last.id], rank: Number.MAX_SAFE_INTEGER - 1, under: [SESSIONS, ''] }
}

const SESSIONS = 'Sessions: first request → what it came to'

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
