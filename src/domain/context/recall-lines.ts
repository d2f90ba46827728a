import type { ContextItem } from '../effects.ts'
import { isGoal, standsAlone } from '../memory/headline.ts'
import { bare, shorten, splitSentences } from '../memory/prose.ts'
import type { RecallCandidate } from '../retrieval/recall.ts'
import { age } from './times.ts'

/** What stands above what is recalled: facts, no orders. */
export const RECALL_HEAD = 'Earlier work in this project that may bear on this prompt: id, age, what it is, title.'
/** Where the rest is to be had. */
export const RECALL_FOOT = 'Whole records: `show` with an id (MCP server hindcast; in a shell `hindcast show ID`).'

const TITLE = 140
const LINE = 260

/** Recalled records as lines, best first; titles alone where they are to be `light`. */
export function recallLines(records: readonly RecallCandidate[], now: number, depth: 'rich' | 'light'): ContextItem[] {
  return records.map((record, at) => {
    const title = oneLine(titleOf(record))
    const head = headOf(record, title, now)
    const text = depth === 'light' ? head : [head, moreOf(record, title)].filter(Boolean).join('\n')
    return { text, ids: [record.id], rank: -at }
  })
}

/** A session's turn by what was asked, where that says by itself what was wanted, else by what it came to. */
function titleOf({ kind, title, line }: RecallCandidate): string {
  const [came = ''] = kind !== 'summary' || isGoal(title) ? [] : splitSentences(line)
  return standsAlone(came) ? came : title
}

function headOf({ id, at, kind, type }: RecallCandidate, title: string, now: number): string {
  const what = kind === 'prompt' ? 'asked before' : kind === 'summary' ? 'session' : type
  return `${id} ${age(now - at)} ${what}: ${shorten(title, TITLE)}`
}

/** What a record says beyond its title. */
function moreOf({ line }: RecallCandidate, title: string): string {
  const whole = oneLine(line)
  const more = whole.startsWith(title) && title.length <= TITLE ? whole.slice(title.length).trim() : whole
  return more === '' ? '' : `  ${shorten(more, LINE)}`
}

const oneLine = (text: string): string => bare(text).replace(/\s+/g, ' ').trim()
