import type { ContextItem } from '../effects.ts'
import { bare, shorten } from '../memory/prose.ts'
import type { Recalled } from '../retrieval/recalled.ts'
import { age } from './age.ts'

/** What stands above what is recalled: facts, no orders. */
export const RECALL_HEAD = 'Earlier work in this project that may bear on this prompt: id, age, what it is, title.'
/** Where the rest is to be had. */
export const RECALL_FOOT = 'Whole records: `show` with an id (MCP server hindcast; in a shell `hindcast show ID`).'

const TITLE = 140
const LINE = 260

/** Recalled records as lines, best first; titles alone where they are to be `light`. */
export function recallLines(records: readonly Recalled[], now: number, depth: 'rich' | 'light'): ContextItem[] {
  return records.map((record, at) => ({
    text: depth === 'light' ? headOf(record, now) : [headOf(record, now), moreOf(record)].filter(Boolean).join('\n'),
    ids: [record.id],
    rank: -at,
  }))
}

function headOf({ id, at, kind, type, title }: Recalled, now: number): string {
  const what = kind === 'prompt' ? 'asked before' : kind === 'summary' ? 'session' : type
  return `${id} ${age(now - at)} ${what}: ${shorten(oneLine(title), TITLE)}`
}

function moreOf({ line, title }: Recalled): string {
  const more = oneLine(line)
  return more === '' || more === oneLine(title) ? '' : `  ${shorten(more, LINE)}`
}

const oneLine = (text: string): string => bare(text).replace(/\s+/g, ' ').trim()
