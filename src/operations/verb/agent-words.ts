import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { cap } from '../../domain/memory/cap.ts'
import type { Hit, IndexRow } from '../../ports.ts'
import type { Standpoint } from './operation.ts'
import { tail, withoutName } from './words.ts'

/** What stands above rows. */
export const ROWS_HEAD = 'id, time (UTC), type, title'

/** What the agent sees of all records together, in characters: some 6,000 tokens. */
const SHOWN_MAX = 24_000
const SNIPPET_MAX = 140
const LINE_MAX = 200
const FILES_MAX = 2
const LIST_MAX = 12

/** A find on one line; a second one shows the match where the title does not. */
export function hitLines(hit: Hit, at: Standpoint): string {
  const line = `${hit.id} ${minute(hit.at)} ${rowText(hit, at)}`
  const match = cut(oneLine(hit.snippet), SNIPPET_MAX)
  const isTold = /(?:^|; )title\b/.test(hit.why) || line.includes(match)
  return isTold ? line : `${line}\n  ${match}`
}

/** Rows by day and session, in order. */
export function timelineText(rows: readonly IndexRow[], anchor: string | null, at: Standpoint): string {
  let under = ''
  const lines = rows.flatMap((row) => {
    const head = `${isoDay(row.at)} session ${row.sessionId}`
    const line = `${row.id === anchor ? '▸' : ' '}${row.id} ${time(row.at)} ${rowText(row, at)}`
    const isSame = head === under
    under = head
    return isSame ? [line] : [head, line]
  })
  return lines.join('\n')
}

/** Whole records, of which each has its share of the room. */
export const inTheRoom = (texts: readonly string[]): string =>
  texts.map((text) => cap(text, Math.max(MIN_SHARE, Math.floor(SHOWN_MAX / texts.length)))).join('\n\n')

const MIN_SHARE = 800

/** A list on lines of its own, the first ones alone. */
export function shortList(values: readonly unknown[]): string {
  const lines = values
    .slice(0, LIST_MAX)
    .map((value) => `\n- ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return lines.join('') + (values.length > LIST_MAX ? `\n- … ${values.length - LIST_MAX} more` : '')
}

/** A time to the minute, UTC. */
export const minute = (at: number): string => `${isoDay(at)} ${time(at)}`

function rowText({ type, title, files, project }: Omit<Hit, 'snippet' | 'score' | 'why' | 'kind'>, at: Standpoint) {
  const text = cut(oneLine(withoutName(title, type)), LINE_MAX)
  const named = files.filter((file) => !text.includes(baseName(file))).slice(0, FILES_MAX)
  const elsewhere = project === at.project ? '' : ` [project ${at.nameOf(project)}]`
  return [type, text, ...(named.length > 0 ? [`(${named.map(tail).join(', ')})`] : [])].join(' ') + elsewhere
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
const time = (at: number): string => new Date(at).toISOString().slice(11, 16)
const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`)
