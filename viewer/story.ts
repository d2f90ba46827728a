import type { IndexRow, WhyEntry } from './documents.ts'

/** A part of a session's story: tool calls in a row, an answer, a record made from it, or context given to the agent. */
export type Part =
  | { readonly kind: 'work'; readonly rows: readonly [IndexRow, ...IndexRow[]] }
  | { readonly kind: 'said' | 'made' | 'mark'; readonly row: IndexRow }
  | { readonly kind: 'told'; readonly entry: WhyEntry }

/** A prompt and everything up to the next one; whatever precedes the first prompt has none. */
export interface Turn {
  readonly prompt?: IndexRow | undefined
  readonly parts: readonly Part[]
}

/** A stretch of a session as turns, with those entries of its turn log that gave the agent context. */
export function storyOf(rows: readonly IndexRow[], told: readonly WhyEntry[]): Turn[] {
  const turns: { prompt?: IndexRow; parts: Part[] }[] = []
  for (const each of inOrder(rows, told)) {
    if (isPrompt(each)) turns.push({ prompt: each, parts: [] })
    else if (turns.length === 0) turns.push({ parts: [] })
    const parts = turns.at(-1)?.parts
    if (parts && !isPrompt(each)) add(parts, each)
  }
  return turns
}

function add(parts: Part[], each: IndexRow | WhyEntry): void {
  if (!('title' in each)) {
    parts.push({ kind: 'told', entry: each })
    return
  }
  const kind = partOf(each)
  const last = parts.at(-1)
  if (kind !== 'work') parts.push({ kind, row: each })
  else if (last?.kind === 'work') parts[parts.length - 1] = { kind, rows: [...last.rows, each] }
  else parts.push({ kind, rows: [each] })
}

/** At the same moment a session's start comes first, and context comes after the prompt that it answers. */
function inOrder(rows: readonly IndexRow[], told: readonly WhyEntry[]): (IndexRow | WhyEntry)[] {
  const said = told.filter(({ outcome, ids }) => outcome === 'said' && ids.length > 0)
  const all: (IndexRow | WhyEntry)[] = [...rows, ...said]
  return all.sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b))
}

function rankOf(each: IndexRow | WhyEntry): number {
  if (!('title' in each)) return 1
  return each.type === 'SessionStart' ? -1 : 0
}

/** Automatic messages do not begin a turn. */
const isPrompt = (each: IndexRow | WhyEntry): each is IndexRow =>
  'title' in each && each.kind === 'prompt' && each.type !== 'machine'

const PARTS: Readonly<Record<string, 'said' | 'mark'>> = {
  Stop: 'said',
  SubagentStop: 'said',
  SessionStart: 'mark',
  SessionEnd: 'mark',
  PreCompact: 'mark',
  PostCompact: 'mark',
}

function partOf({ kind, type }: IndexRow): Exclude<Part['kind'], 'told'> {
  if (kind === 'observation' || kind === 'summary') return 'made'
  return (kind === 'event' && PARTS[type]) || 'work'
}

/** Whether a call failed, was denied or was interrupted; its title says so. */
export const isFailed = ({ title }: IndexRow): boolean => /\((?:failed|denied|interrupted)\)$/.test(title)

/** How many calls there are of each type, the most frequent first. */
export function tally(rows: readonly IndexRow[]): [type: string, n: number][] {
  const counts = new Map<string, number>()
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** A title without the type that is shown beside it. */
export const withoutName = ({ title, type }: Pick<IndexRow, 'title' | 'type'>): string =>
  (title.startsWith(`${type}: `) ? title.slice(type.length + 2) : title).replace(/^#{1,6} +/, '')

/** A path relative to the session's folder where it is inside it. */
export const within = (path: string, folder: string | undefined): string =>
  folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
