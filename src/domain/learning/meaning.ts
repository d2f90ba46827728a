import { COMMON_WORDS, STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf, words } from '@hindcast/text/words.ts'
import type { Polarity } from '../nouns/signal.ts'

/** What a rule says, apart from its wording. */
export interface Meaning {
  readonly polarity: Polarity
  readonly subject: string
  readonly object?: string | undefined
}

/** A text reduced to the stems of its words that carry meaning; a name of stop words alone keeps them. */
interface Gist {
  readonly stems: ReadonlySet<string>
  /** Equal for texts with the same stems. */
  readonly key: string
}

/** Consolidation compares every rule with every other one. */
const known = new Map<string, Gist>()
const MOST_KNOWN = 10_000

function gistOf(text: string): Gist {
  const before = known.get(text)
  if (before !== undefined) return before
  const all = words(text.toLowerCase())
  const telling = all.filter((word) => !STOP_WORDS.has(word) && !EMPTY.has(word))
  const stems = new Set((telling.length > 0 ? telling : all).map((word) => stemOf(BASE.get(word) ?? word)))
  const gist = { stems, key: [...stems].sort().join(' ') }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, gist)
  return gist
}

/** Verbs and adverbs that rules share whatever they are about. */
const EMPTY = new Set(
  `use uses used using prefer always never please sure make makes made making write writes wrote written writing add adds
  added adding keep keeps kept keeping run runs ran running put puts putting want like do does did doing done again anything something
  everything everywhere say says said tell tells told ask asks asked asking leave leaving first start started starting`.split(
    /\s+/,
  ),
)

/** Verbs whose past is no ending: what the agent did is forbidden in the present. */
const BASE = new Map(
  `broke break, broken break, built build, caught catch, chose choose, drew draw, forgot forget, gave give, given give,
  grew grow, hid hide, hidden hide, left leave, lost lose, sent send, split split, swore swear, taken take, took take,
  threw throw, thrown throw, told tell, went go`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
)

/** The stems of the words that carry a text's meaning, in alphabetical order. */
export const gistKey = (text: string): string => gistOf(text).key

/** Whether two rules say the same: the same pair, a pair and its forbidden half, or nearly the same words. */
export function saysSame(a: Meaning, b: Meaning): boolean {
  if (a.object !== undefined && b.object !== undefined)
    return isPartOf(a.subject, b.subject) && isPartOf(a.object, b.object)
  if (a.object !== undefined) return isHalfOf(b, a)
  if (b.object !== undefined) return isHalfOf(a, b)
  return wanted(a) === wanted(b) && (isAlike(a.subject, b.subject) || isMostOf(a.subject, b.subject))
}

/** Not to do one thing without another means to do the other: "you pushed without asking", "ask before you push". */
const wanted = ({ polarity, subject }: Meaning): Polarity =>
  polarity === 'avoid' && /\bwithout\b/.test(subject) ? 'do' : polarity

/** Whether one name is the other, or the other with more words: "kebab-case", "file names in kebab-case". */
function isPartOf(a: string, b: string): boolean {
  const [few, many] = fewAndMany(a, b)
  return few.size > 0 && [...few].every((stem) => many.has(stem))
}

/** Whether one rule has all words of the other and few more: "run the linter", "run the linter before a commit". */
function isMostOf(a: string, b: string): boolean {
  const [few, many] = fewAndMany(a, b)
  return few.size >= 2 && few.size >= MOST * many.size && isPartOf(a, b)
}

const fewAndMany = (a: string, b: string): readonly [ReadonlySet<string>, ReadonlySet<string>] => {
  const [one, other] = [gistOf(a).stems, gistOf(b).stems]
  return one.size < other.size ? [one, other] : [other, one]
}

/** The least share of a rule's words that another one must have that adds none. */
const MOST = 0.6

/** "don't use npm" and "use pnpm" both belong to "use pnpm, not npm". */
function isHalfOf(single: Meaning, pair: Meaning): boolean {
  const half = (single.polarity === 'avoid' ? pair.object : pair.subject) ?? ''
  return (
    gistKey(single.subject) === gistKey(half) ||
    (gistOf(single.subject).stems.size <= SHORT && isPartOf(single.subject, half))
  )
}

/** What has more words says more than a name. */
const SHORT = 3

/** Whether following one rule means breaking the other. */
export function contradicts(a: Meaning, b: Meaning): boolean {
  if (a.object !== undefined && b.object !== undefined) {
    const [preferred, avoided] = [gistKey(a.subject) === gistKey(b.object), gistKey(a.object) === gistKey(b.subject)]
    const isReplaced = gistKey(a.object) === gistKey(b.object) && !isPartOf(a.subject, b.subject)
    return preferred || avoided || isReplaced
  }
  if (a.object !== undefined) return isAgainst(b, a)
  if (b.object !== undefined) return isAgainst(a, b)
  return wanted(a) !== wanted(b) && isAlike(a.subject, b.subject)
}

const isAgainst = (single: Meaning, pair: Meaning): boolean =>
  gistKey(single.subject) === gistKey((single.polarity === 'avoid' ? pair.subject : pair.object) ?? '')

/** Whether two texts have most of their stems in common (Jaccard index). */
function isAlike(a: string, b: string): boolean {
  const [few, many] = fewAndMany(a, b)
  if (few.size < ALIKE * many.size) return false
  let both = 0
  for (const stem of few) if (many.has(stem)) both++
  return both >= ALIKE * (few.size + many.size - both || 1)
}

/** Rules this alike are one: at most one in four words differs. */
const ALIKE = 0.75

/** Whether a rule is about what a few words name; `forbidden`: only if it forbids that. */
export function namesObject(
  words: string,
  { polarity, subject, object }: Meaning,
  side: 'forbidden' | 'either',
): boolean {
  const forbidden = object ?? (polarity === 'avoid' ? subject : '')
  const wanted = [...gistOf(words).stems]
  const isIn = (text: string) => wanted.every((stem) => gistOf(text).stems.has(stem))
  return wanted.length > 0 && (isIn(forbidden) || (side === 'either' && isIn(subject)))
}

/** Rules by their words: those that share none neither say the same nor contradict each other. */
export class ByWords<T> {
  readonly #items: T[] = []
  readonly #places = new Map<T, number>()
  readonly #byStem = new Map<string, Set<number>>()

  /** Adds a rule of `item`, which can have several. */
  add(rule: Meaning, item: T): void {
    const place = this.#places.get(item) ?? this.#items.push(item) - 1
    this.#places.set(item, place)
    for (const stem of stemsOf(rule)) {
      const before = this.#byStem.get(stem)
      if (before) before.add(place)
      else this.#byStem.set(stem, new Set([place]))
    }
  }

  /** The items with a rule that shares a word with this one, in the order in which they were added. */
  near(rule: Meaning): readonly T[] {
    const found = new Set<number>()
    for (const stem of stemsOf(rule)) for (const place of this.#byStem.get(stem) ?? []) found.add(place)
    return [...found].sort((a, b) => a - b).map((place) => this.#items[place] as T)
  }
}

const stemsOf = ({ subject, object }: Meaning): readonly string[] => [
  ...gistOf(subject).stems,
  ...(object === undefined ? [] : gistOf(object).stems),
]

/** Marks a lesson that a session has from elsewhere: its instructions contain it, or the person said it there. */
export const heardMark = (lesson: string): string => `heard ${lesson}`

/** The words of a text that say what it is about. */
export const topicOf = (text: string): ReadonlySet<string> =>
  new Set(
    words(text.toLowerCase())
      .filter((word) => !STOP_WORDS.has(word) && !EMPTY.has(word) && !COMMON_WORDS.has(word))
      .map(stemOf),
  )

/** Whether a text of this topic is about what a rule is about: at least half of what either of its names says. */
export function concerns({ subject, object = '' }: Meaning, topic: ReadonlySet<string>): boolean {
  return [subject, object].some((name) => {
    const own = [...topicOf(name)]
    return own.length > 0 && own.filter((stem) => topic.has(stem)).length * 2 >= own.length
  })
}
