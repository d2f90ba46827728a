import { pattern } from '@hindcast/text/late.ts'
import { isLasting } from './clause.ts'
import { isNegated } from './languages.ts'

/** From an offset in a text up to another one. */
export type Stretch = readonly [from: number, to: number]

/** Something named or quoted within a sentence. `stand-in`: a short one of its kind, to read the sentence without what it says. */
export interface PromptMention {
  readonly at: Stretch
  readonly standIn: string
  /** It could be a rule by itself. */
  readonly saysMuch: boolean
  /** It has marks at both ends, as a quotation has and an address has not. */
  readonly isClosed: boolean
}

/** What marks in a prompt set apart as nobody's own words. */
export interface Marks {
  /** Code, elements and comments with their content, in order; may overlap. */
  readonly blocks: readonly Stretch[]
  /** Quotations, code and addresses within sentences, outside of blocks, in order. */
  readonly mentions: readonly PromptMention[]
  /** Where so much stands outside of blocks that what follows is not read: nobody types that much. */
  readonly end: number
}

/** Placeholders for the characters of blocks and mentions. They are noncharacters, so no text contains them. */
export const BLOCK = '\ufdd2'
export const QUOTED = '\ufdd3'
export const ADDRESS = '\ufdd4'

/** Finds what is set apart. A pasted text may contain marks of its own, so a block ends at the last mark that could end it. Linear. */
export function marksIn(prompt: string): Marks {
  const blocks = [...fences(prompt), ...quotedLines(prompt), ...elements(prompt), ...comments(prompt)].sort(
    (a, b) => a[0] - b[0],
  )
  const end = readUpTo(prompt, blocks)
  return { blocks, mentions: mentionsIn(withFiller(prompt, blocks, BLOCK).slice(0, end)), end }
}

/** Of pasted text without marks, the beginning tells whose it is. */
const READ = 20_000

function readUpTo(prompt: string, blocks: readonly Stretch[]): number {
  let [at, left] = [0, READ]
  for (const [from, to] of blocks) {
    const between = Math.max(0, from - at)
    if (between >= left) break
    left -= between
    at = Math.max(at, to)
  }
  return Math.min(prompt.length, at + left)
}

/** A text of the same length, in which every character of these stretches is `filler`. */
export function withFiller(text: string, stretches: readonly Stretch[], filler: string): string {
  const parts: string[] = []
  let at = 0
  for (const [from, to] of stretches) {
    if (to <= at) continue
    parts.push(text.slice(at, Math.max(at, from)), filler.repeat(to - Math.max(at, from)))
    at = to
  }
  return [...parts, text.slice(at)].join('')
}

/** From the first fence to the last, since a fence in between may be the pasted text's; an open one extends to the end. */
function fences(prompt: string): readonly Stretch[] {
  const found = [...prompt.matchAll(/```|^[ \t]*~~~/gm)]
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return []
  return [[first.index, found.length === 1 ? prompt.length : last.index + last[0].length]]
}

/** From the first quoted line to the last: lines in between are replies to the quotation. */
function quotedLines(prompt: string): readonly Stretch[] {
  const lines = [...prompt.matchAll(/^[ \t]*>.*$/gm)]
  const [first, last] = [lines[0], lines.at(-1)]
  return first === undefined || last === undefined ? [] : [[first.index, last.index + last[0].length]]
}

const comments = (prompt: string): readonly Stretch[] =>
  [...prompt.matchAll(/(?<!\S)\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|<!--[\s\S]*?(?:-->|$(?![\s\S]))/g)].map(
    ({ 0: whole, index }): Stretch => [index, index + whole.length],
  )

/** `[1]` closes, `[2]` is the name. */
const TAG = /<(\/?)([a-z][\w-]*)(?:\s[^<>]*)?>/gi
/** What a machine reports; nobody types into such an element, or after it. */
const REPORTS = /[-_](?:notification|message|event|hook|stdout|stderr|output|results?)$/i
/** Names that no document has: of such an element a part may be missing. */
const MADE_BY_MACHINES = /[-_]/

/** Each element from its first opening tag to its last closing one; an open one at a line's end extends to the end. */
function elements(prompt: string): readonly Stretch[] {
  const begun = new Map<string, { readonly from: number; readonly isBlock: boolean }>()
  const ended = new Map<string, number>()
  for (const { 0: tag, 1: closing, 2: written = '', index } of prompt.matchAll(TAG)) {
    const name = written.toLowerCase()
    const end = index + tag.length
    const isAtStart = /(?:^|[\n>])[ \t]*$/.test(prompt.slice(Math.max(0, index - 20), index))
    if (closing === '') {
      if (isAtStart && REPORTS.test(name)) return [[index, prompt.length], ...closed(begun, ended, prompt.length)]
      if (!begun.has(name))
        begun.set(name, { from: index, isBlock: prompt[end] === '\n' && !/\w/.test(prompt[index - 1] ?? '') })
    } else if (begun.has(name)) ended.set(name, end)
    else if (MADE_BY_MACHINES.test(name)) return [[0, prompt.length]]
  }
  return closed(begun, ended, prompt.length)
}

function closed(
  begun: ReadonlyMap<string, { readonly from: number; readonly isBlock: boolean }>,
  ended: ReadonlyMap<string, number>,
  length: number,
): readonly Stretch[] {
  return [...begun].flatMap(([name, { from, isBlock }]): Stretch[] => {
    const end = ended.get(name) ?? (isBlock ? length : undefined)
    return end === undefined ? [] : [[from, end]]
  })
}

/** One row a form: how it looks, and its stand-in. */
const MENTIONS: readonly { readonly of: string; readonly standIn: string }[] = [
  // After a query that ends in a value, the words that follow may be the rest of the value
  { of: String.raw`\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{0,2000}[?&#][\w.-]*=[^\s&]*(?=\s)[^\n]*`, standIn: 'a/b.c' },
  { of: String.raw`\b(?:mailto|data|sms|tel|javascript|vscode|slack):\S{0,2000}=\S*(?=\s)[^\n]*`, standIn: 'a/b.c' },
  { of: String.raw`\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:)\S+`, standIn: 'a/b.c' },
  { of: String.raw`(?<![^\s"'“«${'`'}()])[^\s"'“«${'`'}()]*[/\\][^\s"'”»${'`'}()]+`, standIn: 'a/b.c' },
  { of: String.raw`(?<!\S)[^\s_]+(?:_[^\s_]+){2,}`, standIn: 'a_b' },
  { of: '`[^`\\n]{1,600}`', standIn: '`x`' },
  { of: String.raw`(?<![\p{L}\p{N}])["＂″][^\s"＂″][^"＂″]{1,1000}["＂″]`, standIn: '"x"' },
  { of: '“[^“”]{2,1000}”', standIn: '“x”' },
  { of: '„[^„“”]{2,1000}[“”]', standIn: '“x”' },
  { of: '«[^«»]{2,1000}»', standIn: '«x»' },
  { of: '‹[^‹›]{2,1000}›', standIn: '‹x›' },
  { of: '「[^「」]{2,1000}」|『[^『』]{2,1000}』', standIn: '「x」' },
  { of: String.raw`(?<![^\s(:])['‘](?:[^'‘’\n]|['’](?=\w)){2,600}['’](?=[\s.,;:!?)]|$)`, standIn: "'x'" },
]
const MENTIONED = pattern(MENTIONS.map(({ of }) => `(${of})`).join('|'), 'giu')

/** A single quoted word is a name, which the sentence says. */
const isSentence = (text: string): boolean => /\s|[^\p{ASCII}]{4}/u.test(text)

/** Whether the words of a mention could be a rule. */
function saysMuch(mention: string): boolean {
  const said = mention.toLowerCase().replace(/%\d\w|[^\p{L}\p{N}']+/gu, ' ')
  return isLasting(said) || PREFERS.test(said) || (!mention.startsWith('`') && isNegated(said))
}

const PREFERS = /\b(?:use|prefer|instead|rather|we)\b/

function mentionsIn(text: string): readonly PromptMention[] {
  return [...text.matchAll(MENTIONED())].flatMap(({ 0: whole, index, ...groups }): PromptMention[] => {
    const row = MENTIONS.findIndex((_, n) => (groups as Record<number, string | undefined>)[n + 1] !== undefined)
    const standIn = MENTIONS[row]?.standIn ?? 'x'
    const isAddress = standIn.startsWith('a')
    if (!isAddress && !isSentence(whole)) return []
    const length = isAddress ? whole.replace(/[.,;:!?)]+$/, '').length : whole.length
    return [{ at: [index, index + length], standIn, saysMuch: saysMuch(whole), isClosed: !isAddress }]
  })
}
