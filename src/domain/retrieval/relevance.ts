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
  readonly matched: number
  /** The weight of the rarest word that it has. */
  readonly rarest: number
}

const MAX_TOPICS = 40
const MIN_WORD = 3
const MAX_WORD = 64

/** The topics of a text, in order. Linear. */
export function topicsOf(text: string): Topic[] {
  const found = new Map<string, Topic>()
  for (const compound of compounds(text)) {
    const pieces = [...new Set(piecesOf(compound))].filter(isTelling)
    if (pieces.length > 0) found.set(pieces.map(stemOf).join(' '), pieces)
    if (found.size === MAX_TOPICS) break
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

/** In one of so many records of any code a telling word stands by chance. */
const BY_CHANCE = 500
/** What a word that no record holds says against, at most: new words come with every task. */
const AGAINST = 0.6
const MIN_BELONGING = 1.6

/**
 * Whether a text speaks of what the records are about, however they fit it one by one: the mean over its telling topics
 * of how much more often they stand in these records than in those of any code (log likelihood ratio, as naive Bayes
 * weighs words). `holding`: how many of the records hold a word.
 */
export function belongs(topics: readonly Topic[], holding: (word: string) => number, records: number): boolean {
  const ratio = (word: string) => Math.log((BY_CHANCE * (holding(word) + 0.5)) / (Math.max(SMALLEST, records) + 1))
  const telling = topics.map((topic) => topic.filter((word) => !COMMON_STEMS.has(stemOf(word))))
  const ratios = telling.filter((topic) => topic.length > 0).map((topic) => Math.max(-AGAINST, ...topic.map(ratio)))
  return ratios.length > 0 && ratios.reduce((all, each) => all + each, 0) / ratios.length >= MIN_BELONGING
}

const MAX_OWN_TOPICS = 1

/** Whether a text is understood only with what was said before it: of its words hardly one tells ("fix 3 too"). */
export const leansOnEarlier = (topics: readonly Topic[]): boolean =>
  topics.filter((topic) => topic.some((word) => !COMMON_STEMS.has(stemOf(word)))).length <= MAX_OWN_TOPICS

/** Of a long prompt the rarest topics say what it is about. */
const HEAVIEST = 8

/** What stands in a title is what a record is about; elsewhere it may be named in passing. */
const IN_PASSING = 0.75

/** Measures a record, by its title and what more it says, against the topics. */
export function fitOf(topics: readonly Topic[], weigh: Weigh, title: string, more: string): Fit {
  const heaviest = topics
    .map((topic) => ({ topic, weight: Math.max(...topic.map(weigh)) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, HEAVIEST)
  const all = heaviest.reduce((sum, { weight }) => sum + weight, 0)
  const [heading, body] = [stemsIn(title), stemsIn(more)]
  const presence = (piece: string) => (heading.has(stemOf(piece)) ? 1 : body.has(stemOf(piece)) ? IN_PASSING : 0)
  const found = heaviest.map(({ topic, weight }) => {
    const [whole, there] = [sum(topic, weigh), sum(topic, (piece) => weigh(piece) * presence(piece))]
    return whole === 0 ? 0 : (weight * there) / whole
  })
  const mass = found.reduce((total, value) => total + value, 0)
  return {
    share: all === 0 ? 0 : mass / all,
    mass,
    matched: found.filter((value) => value > 0).length,
    rarest: Math.max(0, ...found),
  }
}

const sum = (topic: Topic, value: (piece: string) => number): number =>
  topic.reduce((total, piece) => total + value(piece), 0)

const stemsIn = (text: string): ReadonlySet<string> => new Set(compounds(text).flatMap(piecesOf).map(stemOf))

const MIN_FIT = 0.45
/** What was asked before tells less than what came of it. */
const MIN_FIT_OF_PROMPT = 0.7
const MIN_SHARE = 0.35
const MIN_MASS = 0.9
const MIN_MATCHED = 2
const MIN_RAREST = 0.5

const isRare = (weight: number): boolean => weight >= MIN_RAREST

/**
 * Whether a record that fits so is worth telling unasked: two topics at least, a rare one among them, and much of what was asked.
 * Unlike a search's score it does not depend on what else was found: where nothing fits well, nothing is told. The
 * bounds were set by reading the best fits of 119 real prompts, where most of those below were of no help.
 */
export const isRelevant = ({ share, mass, matched, rarest }: Fit, isPrompt: boolean): boolean =>
  share >= MIN_SHARE &&
  share * mass >= (isPrompt ? MIN_FIT_OF_PROMPT : MIN_FIT) &&
  mass >= MIN_MASS &&
  matched >= MIN_MATCHED &&
  isRare(rarest)

/**
 * How much each of some records has to do with files, by their names: 0 to 1 for the one that shares most. A name that few
 * of the records have counts most.
 */
export function fileOverlap(records: readonly { readonly more: string }[], names: readonly string[]): number[] {
  const lines = records.map(({ more }) => new Set(more.split('\n')))
  const known = names.flatMap((name) => {
    const having = lines.filter((each) => each.has(name)).length
    return having === 0 ? [] : [{ name, weight: Math.log(1 + records.length / having) }]
  })
  const sums = lines.map((each) => known.reduce((all, { name, weight }) => all + (each.has(name) ? weight : 0), 0))
  const most = Math.max(...sums)
  return sums.map((each) => (most === 0 ? 0 : each / most))
}

/** How much a record about the files in hand is boosted: with it, twice as many of those told are of use. */
const OVERLAP = 4

/** What a record that fits so is worth beside others that may be told. */
export const worthOf = ({ fit, overlap }: { readonly fit: Fit; readonly overlap: number }): number =>
  fit.mass * (1 + OVERLAP * overlap)
