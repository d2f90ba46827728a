import { type CodePlace, MODULE, type ShownEntity } from '@hindcast/code-insight'
import { cutTitle } from './layout.ts'

/** The first lines, and how many more there are. */
export const cappedLines = (lines: readonly string[], limit: number): readonly string[] =>
  lines.length <= limit ? lines : [...lines.slice(0, limit), moreLine(lines.length - limit)]

const moreLine = (count: number): string =>
  `  and ${count.toLocaleString('en')} more (raise limit, or narrow the target)`

/** A heading of what follows, without a colon if nothing does. */
export const heading = (text: string, rows: readonly unknown[]): string => (rows.length === 0 ? text : `${text}:`)

/** An entity: its place, then how it is written. */
export function entityLine({ file, line, name, kind, signature, doc }: ShownEntity): string {
  const owner = name.includes('.') ? ` [${name}]` : ''
  const about = doc === undefined ? '' : ` — ${cutTitle(doc, Number.POSITIVE_INFINITY)}`
  return kind === 'file' ? file : `${file}:${line} ${cutSignature(signature || `${kind} ${name}`)}${owner}${about}`
}

/** What was asked about: who asks for its calls knows what it is for. */
export const subjectLine = ({ doc: _, ...subject }: ShownEntity): string => entityLine(subject)

/** A place in a list, with what is said of it. `lead`: what the list is ordered by. */
interface ListedPlace {
  readonly file: string
  readonly line: number
  readonly says: string
  readonly lead?: string | undefined
}

/** Places, a few of one file in a line: `src/a.ts:2 f, :9 g`. */
export function placeLines(places: readonly ListedPlace[], limit: number): readonly string[] {
  const lines: { readonly key: string; readonly parts: string[] }[] = []
  for (const { file, line, says, lead } of places.slice(0, limit)) {
    const key = lead === undefined ? file : `${lead} ${file}`
    const last = lines.at(-1)
    if (last?.key === key && last.parts.length < MOST_IN_LINE) last.parts.push(`:${line} ${says}`)
    else lines.push({ key, parts: [`:${line} ${says}`] })
  }
  const shown = lines.map(({ key, parts }) => `  ${key}${parts.join(', ')}`)
  return places.length <= limit ? shown : [...shown, moreLine(places.length - limit)]
}

const MOST_IN_LINE = 6

/** Signatures with types of many lines say little more than their beginning. */
export const cutSignature = (signature: string): string =>
  signature.length <= SIGNATURE_MOST ? signature : `${signature.slice(0, SIGNATURE_MOST)}…`

const SIGNATURE_MOST = 200

/** What a place is called. */
export const symbolName = ({ name }: CodePlace): string => (name === MODULE ? '(top level)' : name)

/** Whether something is one of several possibilities. */
export const sure = (confidence: number): string =>
  confidence >= 0.95 ? '' : ` (${Math.round(confidence * 100)} % sure)`
