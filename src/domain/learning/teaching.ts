import { oneLine } from '@hindcast/text/phrases.ts'
import { ownSentences } from '../memory/intent.ts'
import type { Reach } from '../nouns/signal.ts'
import { type Clause, clausesOf, DEADLINE, folderIn } from '../voice/clause.ts'
import { isNegated } from '../voice/languages.ts'
import { beforeDocument, ownSaid } from '../voice/own-words.ts'
import { isWholePair } from './contrast.ts'
import { featuresOf, type Wording, wordingOf } from './features.ts'
import type { Meaning } from './meaning.ts'
import { type ClauseReading, readingOf } from './readings.ts'
import { type Head, learnedWeights, type Weights } from './weights.ts'

/** A rule that a person states, or a remark that something the agent did was wrong. */
export type TeachingType = 'directive' | 'correction'

/** What a prompt teaches, in one clause. */
export interface Teaching extends Meaning {
  readonly type: TeachingType
  /** The clause, word for word. */
  readonly quote: string
  /** It says that it holds for good, or for this project. */
  readonly hasHorizon: boolean
  readonly reach: Reach
  /** The folder that it is limited to, as written. */
  readonly folder?: string | undefined
  /** Belief that it is what `type` says, 0–1. */
  readonly confidence: number
}

/** Rules beyond this many are a document, not a remark. */
const MAX_TEACHINGS = 5

/** What a prompt teaches, in the order of its sentences; most prompts teach nothing. Linear. */
export function teachingsIn(prompt: string, weights: Weights = learnedWeights()): readonly Teaching[] {
  const found = ownSentencesOf(prompt).flatMap((sentence) => {
    const scores = scoresOf(sentence, weights)
    const type = judgedType(sentence, scores)
    // Whoever objects to what a text says does not say it
    const isOfQuoted = type === 'correction' && sentence.mentions
    return type === undefined || isOfQuoted ? [] : [teachingOf(sentence, type, scores)]
  })
  return distinct(found).slice(0, MAX_TEACHINGS)
}

/** The rule that a person states on purpose: all their words are one rule, read as if they had been heard as one. */
export function ruleIn(words: string, weights: Weights = learnedWeights()): Teaching {
  const sentences = sentencesOf(words)
  const told = sentences.find(({ readings }) => readings.length > 0) ?? sentences[0]
  const quote = oneLine(words)
  if (told === undefined)
    return {
      type: 'directive',
      quote,
      ...plainly([], quote),
      hasHorizon: true,
      reach: 'unsaid',
      confidence: 1,
    }
  return { ...teachingOf(told, 'directive', scoresOf(told, weights)), quote, hasHorizon: true, confidence: 1 }
}

/** A sentence as it is judged. */
export interface JudgedSentence {
  readonly text: string
  /** It quotes something that could be a rule by itself, which is not read. */
  readonly mentions: boolean
  readonly clauses: readonly Clause[]
  /** The rows of the grammar that fit, with the clause that each fits. */
  readonly readings: readonly ClauseReading[]
  readonly features: ReadonlySet<string>
  /** Its prompt says nothing else, or only that the person said it before. */
  readonly isAlone: boolean
}

/** The sentences of a text, with their features, whoever says them. */
export function sentencesOf(text: string): readonly JudgedSentence[] {
  const said = beforeDocument(text)
  return judgedAll(ownSentences(said).filter(isShort), said)
}

/** The sentences that a person says in a prompt in their own voice; what they only mention is not read. */
export function ownSentencesOf(prompt: string): readonly JudgedSentence[] {
  const said = ownSaid(prompt).filter(({ text }) => isShort(text))
  const spoken = said.map((each) => each.spoken)
  return judgedAll(spoken, beforeDocument(prompt)).map((sentence, n) => {
    const text = said[n]?.text ?? ''
    return { ...sentence, text, mentions: text !== sentence.text }
  })
}

const isShort = (sentence: string): boolean => sentence.length <= MAX_SENTENCE && /\p{L}{2}/u.test(sentence)

/** `said`: the whole that they are a part of. */
function judgedAll(sentences: readonly string[], said: string): readonly JudgedSentence[] {
  const wordings = sentences.map(wordingOf)
  const prompts = {
    of: sentences.length,
    length: said.length,
    lines: said.split('\n').length,
    isBesidePaste: sentences.join(' ').length < said.length * OWN_SHARE,
  }
  const all = sentences.map(clausesOf)
  const others = all.filter((clauses) => !clauses.every(({ core, isRepeated }) => core === '' && isRepeated)).length
  return sentences.map((text, at) => {
    const clauses = all[at] as Clause[]
    const readings = clauses.flatMap((clause) => readingOf(clause) ?? [])
    const place = { ...prompts, at, before: wordings[at - 1], after: wordings[at + 1] }
    const features = featuresOf(text, clauses, readings, wordings[at] as Wording, place)
    return { text, mentions: false, clauses, readings, features, isAlone: others <= 1 }
  })
}

/** Where less than this of a prompt is its own sentences, the rest is pasted. */
const OWN_SHARE = 0.7

/** Longer ones are prose, not rules. */
const MAX_SENTENCE = 500

/** The log-odds of a sentence. */
export function scoresOf({ features }: Pick<JudgedSentence, 'features'>, { bias, of }: Weights): Scores {
  let [directive, correction, lasting] = [0, 0, 0]
  for (const feature of features) {
    const weight = of.get(feature)
    if (weight === undefined) continue
    directive += weight[0]
    correction += weight[1]
    lasting += weight[2]
  }
  const scale = 1 / Math.sqrt(features.size)
  return {
    directive: bias[0] + directive * scale,
    correction: bias[1] + correction * scale,
    lasting: bias[2] + lasting * scale,
  }
}

type Scores = Readonly<Record<Head, number>>

/** From these log-odds on a sentence counts; chosen on prompts of writers that the weights were not fitted to (bench/learning). */
const LEAST = { directive: 0, correction: 0 } as const
/** And from these on among other sentences: where people say more than one thing, less of it only sounds like a rule. */
const LEAST_AMONG_OTHERS = { directive: -0.5, correction: 0 } as const
/** From here on a directive is believed like a rule that the grammar reads; below, it is noted and makes no lesson of its own. */
const SURE = 0
/** And from these on a directive holds at once: at most one in twenty of those is none. */
const AT_ONCE: Pick<Scores, 'directive' | 'lasting'> = { directive: 0.9, lasting: -2 }

/**
 * From these on a rule in so many words ("always run the linter") counts, and holds at once, if its prompt says nothing else:
 * the weights are doubtful of such sentences because manuals, which people paste, are full of them.
 */
const AT_ONCE_IN_WORDS = { directive: -0.5, lasting: -0.5 } as const
/** Belief in such a rule: the least that layer 1 has in the design. */
const IN_WORDS_CONFIDENCE = 0.9
const IN_SO_MANY_WORDS: ReadonlySet<string> = new Set(['preference', 'standing', 'prohibition', 'custom', 'dictation'])
/** Belief in a rule, or in a correction that the grammar also reads, at least: two sessions that say the same are .91. */
const READ_CONFIDENCE = 0.7

const reaches = (scores: Scores, least: typeof AT_ONCE): boolean =>
  scores.directive >= least.directive && scores.lasting >= least.lasting

function isInSoManyWords({ clauses, readings, isAlone }: JudgedSentence, scores: Scores): boolean {
  const isLasting = clauses.some(({ horizon }) => horizon === 'lasting')
  const isRead = readings.some(({ name }) => IN_SO_MANY_WORDS.has(name))
  return isAlone && isLasting && isRead && reaches(scores, AT_ONCE_IN_WORDS)
}

/** From here on a sentence counts that the grammar reads as a plain pair or as said before, if its prompt says nothing else. */
const LEAST_READ = -2
const SAID_BEFORE: ReadonlySet<string> = new Set(['restated', 'reproach', 'recurrence', 'lack'])
/** And from here on one in which the grammar reads an objection to what the agent did. */
const LEAST_OBJECTED = -1
const OBJECTS: ReadonlySet<string> = new Set(['objection', 'reproach', 'recurrence', 'lack'])

/** "Use uv instead of pip", "vitest, not jest!", "I told you to run the linter": layer 1, whatever words it is about. */
const isPlainlySaid = ({ clauses, readings, isAlone }: JudgedSentence): boolean =>
  isAlone &&
  readings.some(({ name, read, clause: { core, isRepeated, isAsked } }) =>
    name === 'preference' ? isRepeated || (!isAsked && isWholePair(core, read)) : SAID_BEFORE.has(name),
  ) &&
  !clauses.some(({ horizon }) => horizon === 'passing')

const isAtOnce = (sentence: JudgedSentence, scores: Scores): boolean =>
  reaches(scores, AT_ONCE) || isInSoManyWords(sentence, scores)

const leastOf = ({ readings, isAlone }: JudgedSentence, type: TeachingType): number =>
  readings.some(({ name }) => OBJECTS.has(name)) ? LEAST_OBJECTED : (isAlone ? LEAST : LEAST_AMONG_OTHERS)[type]

/** A name alone says nothing, and the weights know only the shape of one that they have not seen. */
const ONE_WORD = /^[^a-z]*[a-z][\w'’-]*[^a-z]*$/i

function judgedType(sentence: JudgedSentence, scores: Scores): TeachingType | undefined {
  if (ONE_WORD.test(sentence.text)) return undefined
  const best = scores.directive >= scores.correction ? 'directive' : 'correction'
  if (scores[best] >= leastOf(sentence, best)) return best
  if (isInSoManyWords(sentence, scores)) return 'directive'
  return scores[best] >= LEAST_READ && isPlainlySaid(sentence) ? best : undefined
}

/** A directive contains what a correction beside it says. */
function distinct(found: readonly Teaching[]): Teaching[] {
  const directives = found.filter(({ type }) => type === 'directive')
  const corrections = found.filter(({ type }) => type === 'correction')
  const [telling] = corrections.filter(({ subject }) => subject !== '')
  return [...directives, ...(telling === undefined ? corrections.slice(0, 1) : [telling])]
}

/** The content of a sentence that teaches: what the grammar reads in it, otherwise the whole sentence. */
function teachingOf(sentence: JudgedSentence, type: TeachingType, scores: Scores): Teaching {
  const { text, clauses, readings } = sentence
  const found =
    readings.find(({ read }) => read.object !== undefined) ??
    readings.find((each) => each.clause.horizon !== 'unsaid') ??
    readings[0]
  const isRead = found !== undefined && isFaithful(found, text)
  const read = isRead ? found.read : plainly(clauses, text)
  const namesNothing = type === 'correction' && read.object === undefined && (!isRead || found.name === 'objection')
  const isLasting = isAtOnce(sentence, scores)
  const scope = reachOf(text, clauses, read)
  const hasHorizon = type === 'directive' && isLasting && scope.reach !== 'until'
  const least = leastBelief(sentence, type, scores, isRead && !namesNothing)
  const confidence = Math.max(least, 1 / (1 + Math.exp(-scores[type])))
  return { type, quote: text, ...read, ...(namesNothing && { subject: '' }), hasHorizon, ...scope, confidence }
}

function leastBelief(sentence: JudgedSentence, type: TeachingType, scores: Scores, isRead: boolean): number {
  if (type === 'directive' && isInSoManyWords(sentence, scores)) return IN_WORDS_CONFIDENCE
  return isRead || (type === 'directive' && scores.directive >= SURE) ? READ_CONFIDENCE : 0
}

/** How far a rule reaches. One with an end holds only until then; a condition with "until" is no end. */
function reachOf(text: string, clauses: readonly Clause[], { polarity }: Meaning): Pick<Teaching, 'reach' | 'folder'> {
  const isPassing = ({ horizon, reach }: Clause) =>
    horizon === 'passing' || (reach === 'until' && polarity === 'do' && horizon !== 'lasting')
  if (DEADLINE.test(text) || clauses.some(isPassing)) return { reach: 'until' }
  const folder = folderIn(text)
  if (folder !== undefined) return { reach: 'folder', folder }
  return { reach: clauses.find(({ reach }) => reach === 'everywhere' || reach === 'project')?.reach ?? 'unsaid' }
}

const OF_WHAT_WAS_DONE: ReadonlySet<string> = new Set(['reproach', 'recurrence', 'lack'])

/** A reading must neither lose a negation nor add one; a reproach says what was done, so its rule is the opposite. */
function isFaithful({ name, read: { polarity, subject, object } }: ClauseReading, text: string): boolean {
  if (object !== undefined || OF_WHAT_WAS_DONE.has(name)) return true
  return polarity === 'avoid' ? isNegated(text) : !isNegated(text) || isNegated(subject)
}

/** A sentence that no row of the grammar fits, in its own words. */
function plainly(clauses: readonly Clause[], text: string): Meaning {
  const cores = clauses.flatMap(({ core }) => (core === '' ? [] : [core]))
  const subject = cores.join('; ') || text.toLowerCase()
  return { polarity: isNegated(subject) ? 'avoid' : 'do', subject }
}
