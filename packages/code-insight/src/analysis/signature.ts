import type { AssignNode, ClassNode, FunctionNode } from './tree.ts'

const MOST_LETTERS = 400
/** Nothing that is cut off after so much is read. */
const MOST_READ = 1_000
/** Words before a declaration that say who sees it; decorators, which stand among the marks. */
const BEFORE = /^(?:@[\w$.]+(?:\([^()]*\))?\s+)*(?:export\s+)?(?:default\s+)?(?:declare\s+)?/

/** A part of a text as a signature: on one line, without what introduces a body or a value. */
export function signature(text: string, start: number, end: number): string {
  const line = text
    .slice(start, Math.min(end, start + MOST_READ))
    .trim()
    .replace(BEFORE, '')
    // A list that is written over several lines, as it would stand on one
    .replace(/([([<])\s*\n\s*/g, '$1')
    .replace(/,?\s*\n\s*(?=[)\]>])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*(?:\{|:|=>|=|;|,)$/, '')
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS - 1)}…`
}

/** What a function or class begins with, from a place on; the only parameter of an arrow function in parentheses. */
export function head(text: string, { kind, headEnd }: FunctionNode | ClassNode, start: number): string {
  const said = signature(text, start, headEnd)
  return kind === 'function' ? said.replace(/= (async )?([\w$]+)$/, '= $1($2)') : said
}

/** The declaration of a variable or a field; its value, if that is a constant. */
export function declaration(text: string, { start, end, value }: AssignNode): string {
  const isShown = value === undefined || value.kind === 'literal'
  return signature(text, start, isShown ? end : value.start)
}
