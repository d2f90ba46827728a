import { mentions, mentionsTerm, searchable, usualSpelling, withoutAccents } from '@hindcast/text/words.ts'
import type { Document } from './document.ts'
import type { MatchQuery } from './query.ts'

const WIDTH = 200
/** The part of the window that is searched, so that the last match has text after it. */
const REACH = 0.8 * WIDTH
const LEAD = WIDTH / 8
const MAX_PLACES = 500

/** The excerpt of a text, about 200 characters, that contains the most terms; cuts are shown as `…`. */
export function snippet(text: string, terms: readonly string[]): string {
  const from = text.length <= WIDTH ? 0 : wordStart(text, bestStart(text, terms))
  const cut = text.slice(from, wordEnd(text, from + WIDTH)).replace(/\p{Cs}/gu, '')
  const line = onOneLine(cut)
  const shown = line.slice(0, wordEnd(line, WIDTH)).replace(/[\uD800-\uDBFF]$/, '')
  return `${from > 0 ? '… ' : ''}${shown.trimEnd()}${from + WIDTH < text.length ? ' …' : ''}`
}

/** A text on one line. A paragraph that ends without punctuation, such as a heading, is set apart from the next. */
const onOneLine = (text: string): string =>
  text.trim().replace(/\s+/g, (blank, at, all) => (/\n\s*\n/.test(blank) && !STOPS.has(all[at - 1]) ? ' · ' : ' '))

const STOPS: ReadonlySet<string> = new Set('.!?:;,…')

/** Where the densest window begins, slightly before its first match. */
function bestStart(text: string, terms: readonly string[]): number {
  const places = matches(text, terms)
  let best = { at: 0, count: 0 }
  for (const [index, { at }] of places.entries()) {
    const words = new Set<string>()
    for (let next = index; next < places.length; next++) {
      const place = places[next]
      if (place === undefined || place.at >= at + REACH) break
      words.add(place.word)
    }
    if (words.size > best.count) best = { at, count: words.size }
  }
  return Math.max(0, best.at - LEAD)
}

function matches(text: string, terms: readonly string[]): { at: number; word: string }[] {
  const pattern = mentions(terms)
  const found = pattern === undefined ? [] : [...withoutAccents(text).matchAll(pattern)]
  return found.slice(0, MAX_PLACES).map((match) => ({ at: match.index, word: match[0].toLowerCase() }))
}

/** Where the next word begins or, within a long path, its next name. */
function wordStart(text: string, at: number): number {
  if (at === 0) return at
  const [space = -1, slash = -1] = [/\s/, /\//].map((end) => text.slice(at, at + LEAD).search(end))
  return at + (space === -1 ? slash : space) + 1
}

/** Where the last whole word before an offset ends, unless that is far. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return at
  const back = text.slice(at - LEAD, at + 1).search(/\s\S*$/)
  return back === -1 ? at : at - LEAD + back
}
const MAX_NAMED = 5

/**
 * How a document was found other than by its words: it names the `file` asked for, or it comes `after` a document that
 * has them.
 */
interface Otherwise {
  readonly file: boolean
  readonly after: boolean
}

/** Why a document matched, in a few words: the terms it contains, and any other reason. */
export function why({ title, body, files }: Document, { terms, phrases }: MatchQuery, otherwise: Otherwise): string {
  const all = foldedText([title, body, ...files].join('\n'))
  const heading = foldedText(title)
  const found = firstOf(terms, (term) => mentionsTerm(all, term))
  const parts = [
    found.length > 0 && `matched: ${found.map(usualSpelling).join(', ')}`,
    phrases.some((phrase) => mentionsTerm(all, phrase)) && 'phrase',
    terms.some((term) => mentionsTerm(heading, term)) && 'title',
    otherwise.file && 'file',
    otherwise.after && 'after what matched',
  ]
  return parts.filter(Boolean).join('; ')
}

/** The first MAX_NAMED terms that satisfy the test; stops there, so that a long text is not scanned for the rest. */
function firstOf(terms: readonly string[], isSo: (term: string) => boolean): string[] {
  const found: string[] = []
  for (const term of terms) {
    if (found.length === MAX_NAMED) break
    if (isSo(term)) found.push(term)
  }
  return found
}

const foldedText = (text: string) => withoutAccents(searchable(text)).toLowerCase()
