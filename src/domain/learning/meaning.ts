import type { Polarity } from '../nouns/signal.ts'
import { STOP_WORDS } from '../retrieval/vocabulary.ts'
import { stemOf, words } from '../retrieval/words.ts'

/** What a rule says, apart from its wording. */
export interface Meaning {
  readonly polarity: Polarity
  readonly subject: string
  readonly object?: string | undefined
}

/** Stems of the words that carry meaning, in order; a name of stop words alone keeps them. */
function stems(text: string): string[] {
  const all = words(text.toLowerCase())
  const telling = all.filter((word) => !STOP_WORDS.has(word) && !EMPTY.has(word))
  return (telling.length > 0 ? telling : all).map(stemOf)
}

/** Verbs and adverbs that rules share whatever they are about. */
const EMPTY = new Set('use using prefer always never please make sure write add keep run put want like do'.split(' '))

const keyOf = (text: string): string => [...new Set(stems(text))].sort().join(' ')

/** Whether two rules say the same: the same pair, a pair and its forbidden half, or nearly the same words. */
export function saysSame(a: Meaning, b: Meaning): boolean {
  if (a.object !== undefined && b.object !== undefined)
    return keyOf(a.subject) === keyOf(b.subject) && keyOf(a.object) === keyOf(b.object)
  if (a.object !== undefined) return isHalfOf(b, a)
  if (b.object !== undefined) return isHalfOf(a, b)
  return a.polarity === b.polarity && likeness(a.subject, b.subject) >= ALIKE
}

/** "don't use npm" and "use pnpm" both belong to "use pnpm, not npm". */
const isHalfOf = (single: Meaning, pair: Meaning): boolean =>
  keyOf(single.subject) === keyOf((single.polarity === 'avoid' ? pair.object : pair.subject) ?? '')

/** Whether following one rule means breaking the other. */
export function contradicts(a: Meaning, b: Meaning): boolean {
  if (a.object !== undefined && b.object !== undefined) {
    const [preferred, avoided] = [keyOf(a.subject) === keyOf(b.object), keyOf(a.object) === keyOf(b.subject)]
    const isReplaced = keyOf(a.object) === keyOf(b.object) && keyOf(a.subject) !== keyOf(b.subject)
    return preferred || avoided || isReplaced
  }
  if (a.object !== undefined) return isAgainst(b, a)
  if (b.object !== undefined) return isAgainst(a, b)
  return a.polarity !== b.polarity && likeness(a.subject, b.subject) >= ALIKE
}

const isAgainst = (single: Meaning, pair: Meaning): boolean =>
  keyOf(single.subject) === keyOf((single.polarity === 'avoid' ? pair.subject : pair.object) ?? '')

/** The share of stems that two texts have in common (Jaccard index). */
function likeness(a: string, b: string): number {
  const [left, right] = [new Set(stems(a)), new Set(stems(b))]
  const both = [...left].filter((stem) => right.has(stem)).length
  return both / (left.size + right.size - both || 1)
}

/** Rules this alike are one: at most one in four words differs. */
const ALIKE = 0.75
