import { bare, shorten } from '../memory/prose.ts'

/**
 * Text without what a terminal obeys or a reader cannot see: colours, control characters (but tab and line feed), and format
 * characters (zero-width, bidirectional, tags, variation selectors). Any line break becomes a line feed.
 */
export const visible = (text: string): string => text.replace(BREAKS, '\n').replace(STYLES, '').replace(UNSEEN, '')

const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Without its escape character, what follows would be left as text: `[31m`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const STYLES = /(?:\u001b\[|\u009b)[0-9;:?]{0,20}[A-Za-z]/g
/** Lone surrogates and unassigned code points mean nothing to a reader either. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu

/** A value in which every text is `visible`, names of fields included. */
export function visibleIn<T>(value: T): T
export function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map((each) => visibleIn(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visible(name), visibleIn(each)]))
}

/** A document as JSON that a terminal can show. */
export const visibleJson = (document: unknown): string => escaped(JSON.stringify(document, null, 2))

/** JSON with what is not `visible` escaped: it reads back as the same document. */
export const escaped = (json: string): string => json.replace(UNSEEN, (char) => char.split('').map(codeUnit).join(''))

const codeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Somebody's words as one line that shows them: within quotation marks that they cannot close, without line breaks, tags
 * or characters that cannot be seen, at most `max` characters of them. Whose words they are stands before it.
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

/** A path as it is, where nothing in it can be taken for words or marks; else quoted. */
export const shownPath = (path: string): string => (PLAIN_PATH.test(path) ? path : quote(path, LONGEST_PATH))

const PLAIN_PATH = /^[\p{L}\p{N}._/\\@+~:()[\]$#=,-]{1,200}$/u
const LONGEST_PATH = 120
