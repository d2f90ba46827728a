import { bare, shorten } from './memory/prose.ts'

/**
 * Removes what a terminal interprets or a reader cannot see: colours, control characters (except tab and line feed) and
 * format characters (zero-width, bidirectional, tags, variation selectors). Every line break becomes a line feed.
 */
export const visible = (text: string): string => text.replace(BREAKS, '\n').replace(STYLES, '').replace(UNSEEN, '')

const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Removes whole escape sequences: without the escape character, the rest would be left as text (`[31m`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const STYLES = /(?:\u001b\[|\u009b)[0-9;:?]{0,20}[A-Za-z]/g
/** Lone surrogates and unassigned code points mean nothing to a reader either. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu

/** Applies `visible` to every string in a value, including the names of fields. */
export function visibleIn<T>(value: T): T
export function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map((each) => visibleIn(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visible(name), visibleIn(each)]))
}

/** Formats a document as JSON that is safe to print on a terminal. */
export const visibleJson = (document: unknown): string => escapedJson(JSON.stringify(document, null, 2))

/** Escapes what `visible` would remove, so that the JSON still parses to the same document. */
export const escapedJson = (json: string): string =>
  json.replace(UNSEEN, (char) => char.split('').map(codeUnit).join(''))

const codeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Quotes somebody on one line: in quotation marks that the text cannot close, without line breaks, tags or invisible
 * characters, cut to `max` characters. The caller says before it who is quoted.
 */
export const quote = (text: string, max: number): string => `“${shorten(quotable(text), max)}”`

/** What `quote` shows of a text, without its quotation marks. */
export const quotable = (text: string): string =>
  bare(visible(text))
    .replace(/[“”„‟〝〞〟＂«»]/g, '"')
    .replace(TAG, '‹')
    .replace(/\s+/g, ' ')
    .trim()

/** Where a tag may begin; a type's parameters (`List<String>`) begin with a capital. */
const TAG = /[<＜](?=\s*[/!?a-z])/g

/** A path as it is, or quoted if anything in it could be mistaken for prose or punctuation. */
export const shownPath = (path: string): string => (PLAIN_PATH.test(path) ? path : quote(path, LONGEST_PATH))

const PLAIN_PATH = /^[\p{L}\p{N}._/\\@+~:()[\]$#=,-]{1,200}$/u
const LONGEST_PATH = 120
