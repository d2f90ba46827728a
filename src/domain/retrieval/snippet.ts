import { words } from './words.ts'

const WIDTH = 200
/** Endings that stemming drops: a word begins with the rest of the term. */
const MAX_ENDING = 3
const MIN_STEM = 4

/** The stretch of a text, about 200 characters, that holds most of the terms; cuts are shown as `…`. */
export function snippet(text: string, terms: readonly string[]): string {
  const start = bestStart(text, terms)
  const from = start === 0 ? 0 : wordStart(text, start)
  const cut = text.slice(from, from + WIDTH).replace(/\p{Cs}/gu, '')
  const shown = cut.replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '… ' : ''}${shown}${from + WIDTH < text.length ? ' …' : ''}`
}

/** Where the densest window begins, a little before its first match. */
function bestStart(text: string, terms: readonly string[]): number {
  const places = matches(text, terms)
  let best = { at: 0, count: 0 }
  for (const [index, place] of places.entries()) {
    const seen = new Set<string>()
    for (let next = index; (places[next]?.at ?? Infinity) < place.at + WIDTH * 0.8; next++)
      seen.add(places[next]?.stem ?? '')
    if (seen.size > best.count) best = { at: place.at, count: seen.size }
  }
  return text.length <= WIDTH ? 0 : Math.max(0, best.at - Math.round(WIDTH / 8))
}

function matches(text: string, terms: readonly string[]): { at: number; stem: string }[] {
  const stems = [...new Set(terms.flatMap(words).map(stem))]
  if (stems.length === 0) return []
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join('|')})`, 'giu')
  return [...text.matchAll(pattern)].slice(0, 500).map((match) => ({ at: match.index, stem: match[0].toLowerCase() }))
}

const stem = (word: string) => word.slice(0, Math.max(Math.min(MIN_STEM, word.length), word.length - MAX_ENDING))

function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + WIDTH / 8).search(/\s/)
  return space === -1 ? at : at + space + 1
}
