import { COMMON_WORDS, STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { compounds, parts, stemOf, words } from '@hindcast/text/words.ts'

/** A topic of a prompt: one word, or the parts of a name in code; lower case. */
export type Topic = readonly string[]

const MAX_TOPICS = 40
const MIN_WORD = 3
const MAX_WORD = 64

/** The first topics of a text, in order. Linear. */
export function topicsOf(text: string): Topic[] {
  const found = new Map<string, Topic>()
  for (const compound of compounds(text)) {
    const pieces = [...new Set(compoundPieces(compound))].filter(isQueryWord)
    if (pieces.length > 0) found.set(pieces.map(stemOf).join(' '), pieces)
    if (found.size === MAX_TOPICS) break
  }
  return [...found.values()]
}

const compoundPieces = (compound: string): string[] =>
  words(compound).flatMap((word) => {
    const humps = parts(word)
    return (humps.length > 1 ? humps : [word]).map((piece) => piece.toLowerCase())
  })

const isQueryWord = (word: string): boolean =>
  word.length <= MAX_WORD &&
  !STOP_WORDS.has(word) &&
  (word.length >= MIN_WORD || /[^\0-\x7f]/.test(word)) &&
  !/^\d{1,3}$/.test(word)

const COMMON_STEMS: ReadonlySet<string> = new Set([...COMMON_WORDS].map((word) => stemOf(word)))

/** Whether a stem is one of a common word of programming, which says little of what a text is about. */
export const isCommonStem = (stem: string): boolean => COMMON_STEMS.has(stem)

/** With fewer records than this, rarity means little. */
const SMALLEST = 50
/** The weight of common programming words relative to their rarity. */
const COMMON = 0.5

/**
 * How significant a word is if `holding` of all `records` contain it: inverse document frequency (Robertson, Zaragoza
 * 2009) as a share of its maximum, so that it does not grow with the store.
 */
export function rarityOf(word: string, holding: number, records: number): number {
  const all = Math.max(SMALLEST, records, holding)
  const rarity = Math.log(1 + (all - holding + 0.5) / (holding + 0.5)) / Math.log(1 + all)
  return isCommonStem(stemOf(word)) ? COMMON * rarity : rarity
}

/** A record's words as stems: those in its title, and the count of each, with title words counted twice. */
export interface RecordWords {
  readonly heading: ReadonlySet<string>
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** Extracts a record's words. Linear. */
export function recordWords(title: string, more: string): RecordWords {
  const [heading, body] = [stemsIn(title), stemsIn(more)]
  const counts = new Map<string, number>()
  for (const stem of [...heading, ...heading, ...body]) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return { heading: new Set(heading), counts, length: 2 * heading.length + body.length }
}

/** The telling words that stand next to each other in some texts, by twos, each once: “risk guard”. Linear. */
export function twosIn(texts: readonly string[]): Topic[] {
  const isTelling = (word: string) => isQueryWord(word) && !COMMON_WORDS.has(word)
  const found = texts.flatMap((text) => {
    const pieces = compounds(text).flatMap(compoundPieces)
    return pieces.slice(1).map((piece, at): Topic => [pieces[at] ?? '', piece])
  })
  return [
    ...new Map(found.filter((two) => two.every(isTelling)).map((two) => [two.map(stemOf).join(' '), two])).values(),
  ]
}

/** The stems that stand next to each other in a text, by twos: `product tour`. Linear. */
export function pairsIn(text: string): string[] {
  const stems = stemsIn(text)
  return stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`)
}

const stemsIn = (text: string): string[] => compounds(text).flatMap(compoundPieces).map(stemOf)

/** A word of the prompt, by its stem, with its weight. */
export interface AskedWord {
  readonly stem: string
  readonly rarity: number
}

const K1 = 1.2
const B = 0.75

/** BM25 (Robertson, Zaragoza 2009) of one record; `average`: the mean record length. */
export function bm25Of(asked: readonly AskedWord[], { counts, length }: RecordWords, average: number): number {
  const norm = K1 * (1 - B + (B * length) / Math.max(1, average))
  return asked.reduce((sum, { stem, rarity }) => {
    const count = counts.get(stem) ?? 0
    return sum + (rarity * count * (K1 + 1)) / (count + norm)
  }, 0)
}
