import { cutReminders } from '@hindcast/redaction/tags.ts'
import { fullStopOf, isEnded, sentencesIn, wordCount } from './sentences.ts'

/** A text without its markup: headings, and sentences in order; code blocks and tables are left out. */
export interface Prose {
  readonly headings: readonly string[]
  readonly sentences: readonly Sentence[]
}

/** One sentence or list item. */
export interface Sentence {
  readonly text: string
  readonly item: boolean
  /** The heading or list introduction above it; empty if there is none. */
  readonly under: string
}

/** Lines beyond this are skipped: a message makes its points at its head and its end. */
const MAX_LINES = 400

/** Parses a message's Markdown. Linear. */
export function proseOf(text: string): Prose {
  const headings: string[] = []
  const sentences: Sentence[] = []
  let fenced = false
  let paragraph = ''
  let [heading, label] = ['', '']
  const flush = () => {
    if (paragraph === '') return
    const own = splitSentences(paragraph)
    for (const each of own) sentences.push({ text: each, item: false, under: heading })
    const last = own.at(-1) ?? ''
    label = /[:：]$/.test(last) ? last : ''
    paragraph = ''
  }
  for (const raw of cutReminders(text).split('\n', MAX_LINES)) {
    const line = raw.trim()
    if (/^(```|~~~)/.test(line)) fenced = !fenced
    const kind = fenced || /^(```|~~~)/.test(line) ? 'none' : lineRole(line)
    if (kind === 'prose') {
      paragraph += `${paragraph === '' ? '' : ' '}${line}`
      if (!raw.endsWith('  ')) continue
    }
    flush()
    if (kind === 'heading' && line.startsWith('**') && wordCount(line) >= 8)
      sentences.push({ text: unmarked(line), item: false, under: heading })
    else if (kind === 'heading') {
      heading = bare(line.replace(/^#+\s*/, ''))
      label = ''
      headings.push(heading)
    }
    if (kind === 'item') {
      const text = unmarked(line.replace(/^([-*+•]|\d{1,3}[.)])\s+(\[.\]\s)?/, ''))
      sentences.push({ text, item: true, under: label || heading })
    }
  }
  flush()
  return {
    headings: headings.filter(Boolean),
    sentences: sentences.filter(({ text: each }) => /\p{L}\p{M}*\p{L}/u.test(each)),
  }
}

/** Text without emphasis and code marks, for a title. */
export const bare = (text: string): string => unmarked(text).replaceAll('`', '')

function lineRole(line: string): 'none' | 'heading' | 'item' | 'prose' {
  if (line === '' || line.startsWith('|') || RULED.test(line) || line.startsWith('>')) return 'none'
  if (line.startsWith('#') || /^\*\*[^*]{3,120}\*\*:?$/.test(line)) return 'heading'
  return /^([-*+•]|\d{1,3}[.)])\s|^\*\*[^*]{3,80}\*\*\s*[-–—:]\s/.test(line) ? 'item' : 'prose'
}

/** A line that is drawn, with or without a label in it. */
const RULED = /^[-=_*]{3,}$|[─━═]{3,}/

const unmarked = (text: string): string =>
  text
    .replaceAll('**', '')
    .replace(/(?<![\w*])[*_](?=[\p{L}\p{N}"'`(])([^*_\n]{1,200})(?<=\S)[*_](?![\w*])/gu, '$1')
    .replace(/\[([^\][]{1,200})\]\([^()\s]{1,500}\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Splits at full stops, question marks and exclamation marks that end a sentence, not at those inside names and
 * numbers; markup is removed.
 */
export const splitSentences = (text: string): string[] => sentencesIn(unmarked(text))

/** A sentence or list item that ends in a full stop, not in the colon or dash that led to a list. */
export function closedSentence(text: string): string {
  const said = text.replace(/(?: (?:that|which|where|with|by|to|for|and))?(?:\s+[–—-]+|\s*[:;,：；，、،؛]+)\s*$/, '')
  return said === '' || isEnded(said) ? said : said + fullStopOf(said)
}

/**
 * At most `max` characters, cut at the end of a clause or phrase, otherwise after a word; the cut is marked with "…". Of
 * `question → answer` the question is cut first, since it says nothing without its answer.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const answerAt = text.lastIndexOf(ANSWERED)
  if (answerAt > 0) {
    const answer = ANSWERED + cut(text.slice(answerAt + ANSWERED.length), Math.floor(max / 2))
    return cut(text.slice(0, answerAt), max - answer.length) + answer
  }
  return cut(text, max)
}

const ANSWERED = ' → '

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  const end = (pattern: RegExp) => [...head.matchAll(pattern)].at(-1)?.index ?? 0
  const clause = end(CLAUSE_END)
  const phrase = end(PHRASE_END)
  const best = clause > max * 0.6 && !isOpen(head.slice(0, clause)) ? clause : phrase > max * 0.75 ? phrase : 0
  const space = best > 0 ? best : head.lastIndexOf(' ')
  return `${withoutLooseMark(head.slice(0, space > max / 3 ? space : wholeCharacters(head))).replace(/[\s,;:(–—-]+$/, '')}…`
}

/** The start of a clause that can be dropped. */
const CLAUSE_END = /[,;،؛]\s|[，；、]| [-–—] | \(| so that | because | since | which |, which /g

/** The start of a phrase that can be dropped. */
const PHRASE_END =
  / (?=(?:that|to|when|where|without|by|instead of|rather than|and|or|before|after|if|for|with|via|using|from|during|until|unless|but|while|like) )/g

/** Ends inside a bracket or a quotation, or before the main clause. */
const isOpen = (text: string): boolean =>
  text.split('(').length !== text.split(')').length ||
  text.split('"').length % 2 === 0 ||
  /^(?:if|when|while)\b/i.test(text)

/** Without an unclosed backtick. */
const withoutLooseMark = (text: string): string =>
  [...text].filter((char) => char === '`').length % 2 === 1 ? text.replace(/`(?=[^`]*$)/, '') : text

/** How many characters can stay without splitting a surrogate pair. */
const wholeCharacters = (text: string): number => (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length)

/** Capitalised if it begins with a plain word; names in code keep their case. */
export const capital = (text: string): string =>
  /^\p{Ll}+(?:'\p{Ll}+)?(?=[\s,]|$)/u.test(text) ? text[0]?.toUpperCase() + text.slice(1) : text
