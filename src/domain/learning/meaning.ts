import { COMMON_WORDS, STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf, words } from '@hindcast/text/words.ts'
import type { Polarity } from '../nouns/signal.ts'
import { partsOf } from './qualifiers.ts'

/** What a rule says, apart from its wording. */
export interface Meaning {
  readonly polarity: Polarity
  readonly subject: string
  readonly object?: string | undefined
  /** The words of its sentence beside these, which may limit it; see `qualifierOf`. */
  readonly qualifier?: string | undefined
}

/** What a text names, in stems. */
const namedIn = (text = ''): ReadonlySet<string> => partsOf(text).get('') ?? new Set()

/** The stems of what a text names, in alphabetical order. */
export const gistKey = (text: string): string => [...namedIn(text)].sort().join(' ')

/** Where, when and except when a rule holds: equal for rules that hold in the same cases. */
export function limitsOf({ subject, object = '', qualifier = '' }: Meaning): string {
  const limits = new Map<string, Set<string>>()
  const add = (relation: string, stems: ReadonlySet<string>) => {
    const all = limits.get(relation) ?? new Set()
    for (const stem of stems) all.add(stem)
    limits.set(relation, all)
  }
  for (const name of [subject, object])
    for (const [relation, stems] of partsOf(name)) if (relation !== '') add(relation, stems)
  for (const [relation, stems] of partsOf(qualifier)) add(relation, stems)
  return [...limits]
    .map(([relation, stems]) => `${relation}:${[...stems].sort().join(' ')}`)
    .sort()
    .join(';')
}

/** The identity of a rule: what it asks for, of what, in place of what, and where it holds. Rules with the same say the same. */
export const ruleKey = (rule: Meaning): string =>
  `${rule.polarity}|${gistKey(rule.subject)}|${rule.object === undefined ? '' : gistKey(rule.object)}|${limitsOf(rule)}`

/** Whether two rules say the same, in whatever words. */
export const saysSame = (a: Meaning, b: Meaning): boolean => ruleKey(a) === ruleKey(b)

/** Whether who follows one rule follows the other: the same, or a half of it ("no npm", of "pnpm, not npm"). */
export const entails = (whole: Meaning, part: Meaning): boolean =>
  saysSame(whole, part) ||
  (whole.object !== undefined &&
    part.object === undefined &&
    limitsOf(whole) === limitsOf(part) &&
    gistKey(part.subject) === gistKey(part.polarity === 'avoid' ? whole.object : whole.subject))

/** Whether following one rule means breaking the other; rules that hold in different cases live side by side. */
export function contradicts(a: Meaning, b: Meaning): boolean {
  if (limitsOf(a) !== limitsOf(b)) return false
  if (a.object !== undefined && b.object !== undefined) {
    const [wanted, unwanted] = [gistKey(a.subject), gistKey(a.object)]
    const isReplaced = unwanted === gistKey(b.object) && !isPartOf(a.subject, b.subject)
    return wanted === gistKey(b.object) || unwanted === gistKey(b.subject) || isReplaced
  }
  if (a.object !== undefined) return isAgainst(b, a)
  if (b.object !== undefined) return isAgainst(a, b)
  return a.polarity !== b.polarity && gistKey(a.subject) === gistKey(b.subject)
}

const isAgainst = (single: Meaning, pair: Meaning): boolean =>
  gistKey(single.subject) === gistKey((single.polarity === 'avoid' ? pair.subject : pair.object) ?? '')

/** Whether one name is the other, or the other with more words: "uv", "uv pip". */
function isPartOf(a: string, b: string): boolean {
  const [one, other] = [namedIn(a), namedIn(b)]
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  return few.size > 0 && [...few].every((stem) => many.has(stem))
}

/** Whether a rule is about what a few words name; `forbidden`: only if it forbids that. */
export function namesObject(
  words: string,
  { polarity, subject, object }: Meaning,
  side: 'forbidden' | 'either',
): boolean {
  const forbidden = object ?? (polarity === 'avoid' ? subject : '')
  const wanted = [...namedIn(words)]
  const isIn = (text: string) => wanted.every((stem) => namedIn(text).has(stem))
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

const stemsOf = ({ subject, object }: Meaning): readonly string[] => [...namedIn(subject), ...namedIn(object)]

/** Marks a lesson that a session has from elsewhere: its instructions contain it, or the person said it there. */
export const heardMark = (lesson: string): string => `heard ${lesson}`

/** The words of a text that say what it is about. */
export const topicOf = (text: string): ReadonlySet<string> =>
  new Set(
    words(text.toLowerCase())
      .filter((word) => !STOP_WORDS.has(word) && !COMMON_WORDS.has(word))
      .map(stemOf),
  )

/** Whether a text of this topic is about what a rule is about: at least half of what either of its names says. */
export function concerns({ subject, object = '' }: Meaning, topic: ReadonlySet<string>): boolean {
  return [subject, object].some((name) => {
    const own = [...topicOf(name)]
    return own.length > 0 && own.filter((stem) => topic.has(stem)).length * 2 >= own.length
  })
}
