import type { ComponentChildren } from 'preact'
import { isoOf, momentOf } from './words.ts'

/**
 * What somebody wrote, as it was written; only what is code, bold or a heading in it looks so. Nothing of it is ever taken
 * for markup of the page.
 */
export const Prose = ({ text }: { text: string }) => (
  <div class="prose" dir="auto">
    {text
      .trim()
      .split(FENCE)
      .map((piece, at) =>
        at % 2 === 0 ? inline(piece.replace(HEADING, bold), MARKED) : <pre key={`${at}`}>{piece}</pre>,
      )}
  </div>
)

/** One line of it. */
export const Line = ({ text }: { text: string }) => <>{inline(text, MARKED)}</>

/** Lines between fences; the last fence may be missing. */
const FENCE = /(?:^|\n)```[^\n]*\n([\s\S]*?)(?:\n```[^\n]*(?:\n|$)|$)/
const HEADING = /^#{1,6} +(.+)$/gm
const bold = (_: string, heading: string): string => `**${heading.replaceAll('*', '')}**`
const MARKED = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/
const CODE = /(`[^`\n]+`)/

const inline = (text: string, pattern: RegExp): ComponentChildren =>
  text.split(pattern).map((piece, at) => {
    if (at % 2 === 0) return piece
    if (piece.startsWith('`')) return <code key={`${at}`}>{piece.slice(1, -1)}</code>
    return <strong key={`${at}`}>{inline(piece.slice(2, -2), CODE)}</strong>
  })

/** A text with the words that were looked for set off. */
export function Found({ text, words }: { text: string; words: readonly string[] }) {
  const pattern = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')
  const pieces =
    pattern === '' ? [text] : text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${pattern})[\\p{L}\\p{N}]*)`, 'giu'))
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <mark key={`${at}`}>{piece}</mark>))}</>
}

/** The words of a query that are worth setting off. */
export const wordsOf = (query: string): string[] => query.match(/[\p{L}\p{N}_]{3,}/gu) ?? []

/** A moment. */
export const Moment = ({ at }: { at: number }) => <time dateTime={isoOf(at)}>{momentOf(at)}</time>

/** What kind of thing a record is, in a word and a colour. */
export const Badge = ({ type }: { type: string }) => (
  <span class="badge" data-type={type}>
    {NAMES[type] ?? type}
  </span>
)

/** Types that people know by another name. */
const NAMES: Readonly<Record<string, string>> = {
  Stop: 'agent',
  SubagentStop: 'subagent',
  person: 'prompt',
  script: 'prompt of a script',
  machine: 'machine text',
}

/** A command that a person may type. */
export const Command = ({ children }: { children: string }) => <code class="command">{children}</code>
