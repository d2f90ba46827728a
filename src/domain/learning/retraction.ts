import type { Signal } from '../nouns/signal.ts'
import { ownSaid } from '../voice/own-words.ts'
import { namesObject } from './meaning.ts'

/** Words that take a rule back. */
export interface Retraction {
  /** The sentence, word for word. */
  readonly quote: string
  /** What it names; empty if it means the rule said last. */
  readonly named: string
  /** `do`: what was forbidden is allowed again. `avoid`: the rule need not be followed any more. */
  readonly polarity: 'do' | 'avoid'
}

/** The first sentence of a prompt that takes a rule back. Linear. */
export function retractionIn(prompt: string): Retraction | undefined {
  const sentences = ownSaid(prompt).filter(({ text }) => text.length <= MAX_SENTENCE)
  for (const { text: quote, spoken } of sentences) {
    const plain = spoken
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(OPENERS, '')
      .replace(/[.!\s]+$/, '')
    for (const { of, polarity } of FORMS) {
      const match = of.exec(plain)
      if (match !== null) return { quote, named: (match[1] ?? '').trim(), polarity }
    }
    // "Never mind" also drops a question or a task, so it must be all that the prompt says
    if (sentences.length === 1 && DROPS.test(plain)) return { quote, named: '', polarity: 'avoid' }
  }
  return undefined
}

const MAX_SENTENCE = 200
const OPENERS = /^(?:(?:actually|no|ok|okay|oh|sorry|hmm+|wait|please|and|so|on second thoughts?)\b[,.:!]?\s*){1,4}/

const FORMS: readonly Pick<Retraction & { of: RegExp }, 'of' | 'polarity'>[] = [
  {
    of: /^(?:you can )?(?:forget|disregard|take back|never ?mind)(?: about)? (?:that|the|this|my)(?: (?:last|previous|old))? ?(.{0,60}?) ?(?:rule|convention|preference|instruction)s?\b/,
    polarity: 'avoid',
  },
  { of: /^(?:forget|disregard|never ?mind) (?:what i (?:said|told you) )?about (.{2,60})$/, polarity: 'avoid' },
  {
    of: /^(?:you (?:don't|do not) (?:have|need) to|(?:there's )?no need to) (.{2,60}?) any ?more\b/,
    polarity: 'avoid',
  },
  {
    of: /^(?:using )?(.{2,60}?) (?:is|are) (?:fine|ok|okay|allowed)(?: to use)? (?:again|after all)\b/,
    polarity: 'do',
  },
  {
    of: /^(?:you (?:can|may)|it(?:'s| is) (?:fine|ok|okay) to) (?:go back to |start )?(.{2,60}?) again\b/,
    polarity: 'do',
  },
]

const DROPS =
  /^(?:never ?mind(?: that)?|forget (?:that|what i (?:just )?said)|scratch that|disregard that|i take (?:that|it) back)$/

/** A rule said longer ago is not what "never mind" is about. */
const JUST_NOW_MS = 5 * 60_000

/**
 * Which of several groups of signals, each in order, a retraction takes back: the one it names that was said last, or the
 * last one of its session. `taken` are signals that were taken back before.
 */
export function takenBackBy(
  retraction: Signal,
  groups: readonly (readonly Signal[])[],
  taken: ReadonlyMap<string, number>,
): readonly Signal[] {
  const { subject: named, polarity, at, session, project } = retraction
  let newest: { at: number; signals: readonly Signal[] } = { at: Number.NEGATIVE_INFINITY, signals: [] }
  for (const group of groups) {
    const left = group.filter((signal) => signal.at < at && !taken.has(signal.id))
    const isWide = left.some(({ reach }) => reach === 'everywhere')
    const signals = isWide ? left : left.filter((signal) => signal.project === project)
    const isNamed = signals.some((signal) => namesObject(named, signal, polarity === 'do' ? 'forbidden' : 'either'))
    const isRecent = signals.some((signal) => signal.session === session && at - signal.at <= JUST_NOW_MS)
    const last = signals.at(-1)?.at
    if (last !== undefined && last > newest.at && (named === '' ? isRecent : isNamed)) newest = { at: last, signals }
  }
  return newest.signals
}
