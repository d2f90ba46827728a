import { COMMON_WORDS, STOP_WORDS } from './vocabulary.ts'
import { compounds, parts, stemOf, words } from './words.ts'

/** What a prompt is about: one of its words, or what a name in code is made of; lower case. */
export type Topic = readonly string[]

/** How much a word tells, 0 (nothing) to 1 (it stands in hardly any record). */
export type Weigh = (word: string) => number

/** How well a record fits: `share` of what was asked for that it has, and `mass`, how much that is in rare words. */
export interface Fit {
  readonly share: number
  readonly mass: number
}

/** A record's words as stems: those of its title, and how often it has each, those of its title counted twice. */
export interface RecordWords {
  readonly heading: ReadonlySet<string>
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** Reads a record's words. Linear. */
export function recordWords(title: string, more: string): RecordWords {
  const [heading, body] = [stemsIn(title), stemsIn(more)]
  const counts = new Map<string, number>()
  for (const stem of [...heading, ...heading, ...body]) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return { heading: new Set(heading), counts, length: 2 * heading.length + body.length }
}

const stemsIn = (text: string): string[] => compounds(text).flatMap(piecesOf).map(stemOf)

const MAX_TOPICS = 40
const MIN_WORD = 3
const MAX_WORD = 64

/** The first topics of a text, in order. Linear. */
export function topicsOf(text: string, most = MAX_TOPICS): Topic[] {
  const found = new Map<string, Topic>()
  for (const compound of compounds(text)) {
    const pieces = [...new Set(piecesOf(compound))].filter(isTelling)
    if (pieces.length > 0) found.set(pieces.map(stemOf).join(' '), pieces)
    if (found.size === most) break
  }
  return [...found.values()]
}

const piecesOf = (compound: string): string[] =>
  words(compound).flatMap((word) => {
    const humps = parts(word)
    return (humps.length > 1 ? humps : [word]).map((piece) => piece.toLowerCase())
  })

const isTelling = (word: string): boolean =>
  word.length <= MAX_WORD &&
  !STOP_WORDS.has(word) &&
  (word.length >= MIN_WORD || /[^\0-\x7f]/.test(word)) &&
  !/^\d{1,3}$/.test(word)

/** Fewer records say little about how rare a word is. */
const SMALLEST = 200
const COMMON = 0.25
/** A word that no record holds: a new matter, or a slip of the pen. */
const UNKNOWN = 0.5

/**
 * Weighs a word by the share of records that hold it: inverse document frequency (Spärck Jones 1972) over its highest
 * value, so that it does not grow with the store. Words of any work on code weigh a quarter.
 */
export function weightOf(word: string, holding: number, records: number): number {
  if (holding === 0) return UNKNOWN
  const size = Math.max(SMALLEST, records) + 1
  const rarity = Math.max(0, Math.log(size / (holding + 1)) / Math.log(size))
  return COMMON_STEMS.has(stemOf(word)) ? rarity * COMMON : rarity
}

const COMMON_STEMS: ReadonlySet<string> = new Set([...COMMON_WORDS].map((word) => stemOf(word)))

const MAX_OWN_TOPICS = 1

/** Whether a text is understood only with what was said before it: of its words hardly one tells ("fix 3 too"). */
export const leansOnEarlier = (topics: readonly Topic[]): boolean =>
  topics.filter((topic) => topic.some((word) => !COMMON_STEMS.has(stemOf(word)))).length <= MAX_OWN_TOPICS

/** Of a long prompt the rarest topics say what it is about. */
const HEAVIEST = 8

/** A topic with what it tells, and what each of its words does, by stem. */
export interface WeighedTopic {
  readonly weight: number
  readonly stems: readonly { readonly stem: string; readonly weight: number }[]
}

/** The topics that tell most. */
export function heaviest(topics: readonly Topic[], weigh: Weigh): WeighedTopic[] {
  return topics
    .map((topic) => topic.map((word) => ({ stem: stemOf(word), weight: weigh(word) })))
    .map((stems) => ({ stems, weight: Math.max(...stems.map(({ weight }) => weight)) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, HEAVIEST)
}

/** What stands in a title is what a record is about; elsewhere it may be named in passing. */
const IN_PASSING = 0.75

/** Measures a record against the heaviest topics. */
export function fitOf(topics: readonly WeighedTopic[], { heading, counts }: RecordWords): Fit {
  const all = topics.reduce((sum, { weight }) => sum + weight, 0)
  const presence = (stem: string) => (heading.has(stem) ? 1 : counts.has(stem) ? IN_PASSING : 0)
  const mass = topics.reduce((total, { weight, stems }) => {
    const whole = stems.reduce((sum, each) => sum + each.weight, 0)
    const there = stems.reduce((sum, each) => sum + each.weight * presence(each.stem), 0)
    return total + (whole === 0 ? 0 : (weight * there) / whole)
  }, 0)
  return { share: all === 0 ? 0 : mass / all, mass }
}

/** What is known of a record beside a prompt; `ofBest` is its `bm25` over the best of all records for this prompt. */
export interface Signals {
  /** `share` × `mass` of its fit. */
  readonly fit: number
  readonly bm25: number
  readonly ofBest: number
  /** The highest `fileRarity` of the files that it modified and that the session before this one touched; 0 without one. */
  readonly rarity: number
}

/**
 * How likely a reader would say that a record is of use at a prompt: logistic regression over 393 judged pairs of nine
 * projects (AUC .80 on projects left out).
 */
export const relevanceOf = ({ fit, bm25, ofBest, rarity }: Signals): number =>
  1 / (1 + Math.exp(3.4 - 1.61 * fit - 0.56 * Math.log1p(bm25) - 1.31 * ofBest - 0.55 * rarity))

/** How few of some sessions touched a file: 0 where all did. */
export const fileRarity = (touching: number, sessions: number): number =>
  Math.max(0, Math.log((sessions + 1) / Math.max(1, touching)))

/** A word that is asked for, by its stem, with what it tells. */
export interface AskedWord {
  readonly stem: string
  readonly idf: number
}

/** Words of any work on code count so much of what their rarity says. */
const COMMON_IDF = 0.5

/** Inverse document frequency (Robertson, Zaragoza 2009) of a word that `holding` of all `records` have, never negative. */
export function idfOf(word: string, holding: number, records: number): number {
  const idf = Math.log(1 + (Math.max(records, holding) - holding + 0.5) / (holding + 0.5))
  return COMMON_STEMS.has(stemOf(word)) ? COMMON_IDF * idf : idf
}

const K1 = 1.2
const B = 0.75

/** BM25 (Robertson, Zaragoza 2009) of one record; `average`: the mean length of the records. */
export function bm25Of(asked: readonly AskedWord[], { counts, length }: RecordWords, average: number): number {
  const norm = K1 * (1 - B + (B * length) / Math.max(1, average))
  return asked.reduce((sum, { stem, idf }) => {
    const count = counts.get(stem) ?? 0
    return sum + (idf * count * (K1 + 1)) / (count + norm)
  }, 0)
}

/** Prompts of so few words mostly answer what was said before. */
const FEW_WORDS = 7

/** Whether a prompt may be answered by an earlier record: it is longer than a reply, or names something. */
export const asksOfPast = (prompt: string): boolean =>
  prompt.trim().split(/\s+/, FEW_WORDS + 1).length > FEW_WORDS || NAMES.test(prompt.slice(0, NAMED_WITHIN))

/** A few words are pasted data where they are longer; the search below takes time that grows with the square of a word. */
const NAMED_WITHIN = 2_000

/** A file or path, quoted text, an option, a name in code, a call, a ticket, a commit. */
const NAMES = new RegExp(
  [
    String.raw`(?<![\w.])[\w-]*\w\.(?!e\b|g\b)[a-z]\w{0,5}\b(?!\.\w\b)`,
    String.raw`(?:^|[\s("'])(?:~|\.{1,2})?/[\w.-]+`,
    String.raw`\w+/[\w.-]+/[\w.-]+`,
    '`[^`\\n]+`',
    '["“«][^"“”«»\\n]{2,}["”»]',
    String.raw`(?:^|\s)'[^'\n]{2,}'(?!\w)`,
    String.raw`(?:^|\s)--[a-z][\w-]+`,
    String.raw`[\p{L}\p{N}]_[\p{L}\p{N}]`,
    String.raw`\p{Ll}\p{Lu}`,
    String.raw`\w\(\)`,
    String.raw`\w::\w`,
    String.raw`(?:^|[\s(])#\d+\b`,
    String.raw`\b\p{Lu}{2,}-\d+\b`,
    String.raw`\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b`,
  ].join('|'),
  'u',
)
