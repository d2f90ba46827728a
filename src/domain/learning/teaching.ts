import { oneLine } from '@hindcast/text/phrases.ts'
import { words } from '@hindcast/text/words.ts'
import { ownSentences } from '../memory/intent.ts'
import { ACTIONS } from '../memory/words.ts'
import type { Reach } from '../nouns/signal.ts'
import { type Clause, clausesOf, DEADLINE, folderIn, withoutFolder } from '../voice/clause.ts'
import { isNegated } from '../voice/languages.ts'
import { beforeDocument, ownSaid } from '../voice/own-words.ts'
import { isWholePair } from './contrast.ts'
import { featuresOf, type Wording, wordingOf } from './features.ts'
import type { Meaning } from './meaning.ts'
import { isToAgent } from './objections.ts'
import { qualifierOf } from './qualifiers.ts'
import { type ClauseReading, readingOf } from './readings.ts'
import { isStandingElsewhere, isStandingOrder } from './standing-order.ts'
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
  const sentences = ownSentencesOf(prompt)
  const found = sentences.flatMap((alone, n) => {
    const sentence = limitedBy(alone, sentences[n + 1], prompt)
    const scores = scoresOf(sentence, weights)
    const type = judgedType(sentence, scores)
    // Whoever objects to what a text says does not say it
    const isOfQuoted = type === 'correction' && sentence.mentions
    return type === undefined || isOfQuoted ? [] : [teachingOf(sentence, type, scores)]
  })
  return distinct(found).slice(0, MAX_TEACHINGS)
}

/** A sentence with the next one, if that only limits it: "Use tabs, not spaces. Only in makefiles." */
function limitedBy(sentence: JudgedSentence, next: JudgedSentence | undefined, prompt: string): JudgedSentence {
  if (next === undefined || !isLimit(next.text)) return sentence
  const both = `${sentence.text} ${next.text}`
  return oneLine(prompt).includes(both) ? { ...sentence, text: both } : sentence
}

/** Whether a sentence only says where, when or except when the one before it holds. */
export function isLimit(sentence: string): boolean {
  const text = sentence.replace(/[.,;]?\s+(?:ok|okay|please|thanks)[?!.]*$/i, '')
  return LIMITS.test(text) || TIME.test(text) || (PLACE.test(text) && !words(text).some(isVerb))
}
const LIMITS =
  /^(?:(?:but|and|well|or|though)[, ]+)*(?:only|except|unless|apart from|other than|just|not) (?:in|on|for|when|if|with|where|under|inside|i|you|we|it|the|to|by|after|before|during|while)\b[^?]{1,120}$/i
/** Where alone, without anything to do there, or when. */
const PLACE =
  /^(?:(?:but|and|only|at least)[, ]+)*(?:in|on|for|except|with|under|inside|outside|within)\b[^,;:?]{1,80}$/i
const TIME = /^(?:(?:but|and|only|at least)[, ]+)*(?:when|if|unless|until|after|before|during|while)\b[^,;:?]{1,80}$/i
const isVerb = (word: string): boolean => ACTIONS.has(word.toLowerCase())

/** The rule that a person states on purpose: all their words are one rule, read as if they had been heard as one. */
export function ruleIn(stated: string, weights: Weights = learnedWeights()): Teaching {
  const sentences = sentencesOf(stated)
  const told = sentences.find(({ readings }) => readings.length > 0) ?? sentences[0]
  const quote = oneLine(stated)
  if (told === undefined)
    return {
      type: 'directive',
      quote,
      ...plainly([], quote),
      hasHorizon: true,
      reach: 'unsaid',
      confidence: 1,
    }
  const rule = teachingOf(told, 'directive', scoresOf(told, weights))
  const qualifier =
    qualifierOf(rule.folder === undefined ? quote : withoutFolder(quote), rule.subject, rule.object) || undefined
  return { ...rule, quote, qualifier, hasHorizon: true, confidence: 1 }
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

/** From these log-odds on a sentence counts in which the grammar reads a rule, or an objection to what the agent did. */
const LEAST_READ = { directive: 0, correction: -0.5 } as const
/** And from here on a rule that the grammar reads with words such as "always". */
const LEAST_LASTING = -1
/** And from here on one that is nothing but a pair, or says that it was said before. */
const LEAST_PLAIN = -2
/** And from here on one that no row of the grammar fits. */
const LEAST_UNREAD = 0.5
/** From here on a sentence that begins with words of another language for "from now on" holds at once. */
const ELSEWHERE_AT_ONCE = 0.9
/** Belief in a rule that holds at once: the least that layer 1 has in the design. */
const AT_ONCE_CONFIDENCE = 0.9
/** Belief in what the grammar reads, at least: two sessions that say the same are .91. */
const READ_CONFIDENCE = 0.7

/** Rows of the grammar that read a rule, and those that read what the agent did wrong. */
const RULES: ReadonlySet<string> = new Set(['preference', 'standing', 'prohibition', 'custom', 'taste', 'restated'])
const OBJECTS: ReadonlySet<string> = new Set(['reproach', 'recurrence', 'lack', 'objection', 'restated'])
const SAID_BEFORE: ReadonlySet<string> = new Set(['restated', 'reproach', 'recurrence', 'lack'])

/** "Use uv instead of pip", "vitest, not jest!", "I told you to run the linter": layer 1, whatever words it is about. */
const isPlainlySaid = ({ clauses, readings, isAlone }: JudgedSentence): boolean =>
  isAlone &&
  readings.some(({ name, read, clause: { core, isRepeated, isAsked } }) =>
    name === 'preference' ? isRepeated || (!isAsked && isWholePair(core, read)) : SAID_BEFORE.has(name),
  ) &&
  !clauses.some(({ horizon }) => horizon === 'passing')

const isAtOnce = ({ text, isAlone, mentions }: JudgedSentence, scores: Scores): boolean =>
  !mentions &&
  (isStandingOrder(text, isAlone) || (isAlone && scores.directive >= ELSEWHERE_AT_ONCE && isStandingElsewhere(text)))

/** A name alone says nothing, and the weights know only the shape of one that they have not seen. */
const ONE_WORD = /^[^a-z]*[a-z][\w'’-]*[^a-z]*$/i

/** Agrees to what was proposed, supposes something, says that something need not be, or announces what follows. */
const NO_RULE =
  /^(?:yes|yeah|yep|yup|sure|go ahead|please do|sounds good|lgtm)\b|^(?:(?:but|and),? )?you (?:also |just )?(?:said|wrote|mentioned|suggested)\b|^(?:say (?:i|we|you)|suppose|supposing|imagine|assume (?:i|we|you)|what if|i wonder|i(?:['’]m| am) wondering)\b|\b(?:don['’]?t|do not|doesn['’]?t|does not|didn['’]?t|no longer) (?:need|have) to\b|\bneed(?:n['’]t| not)\b|\bno need\b|\b(?:not|isn['’]t|aren['’]t) (?:required|necessary|needed)\b|[:：]$/i

/** What a sentence teaches; where the grammar and the weights do not agree, nothing. */
function judgedType(sentence: JudgedSentence, scores: Scores): TeachingType | undefined {
  if (ONE_WORD.test(sentence.text) || NO_RULE.test(sentence.text)) return undefined
  if (isAtOnce(sentence, scores)) return 'directive'
  const best = scores.directive >= scores.correction ? 'directive' : 'correction'
  const isPlain = scores[best] >= LEAST_PLAIN && isPlainlySaid(sentence)
  return isPlain || scores[best] >= leastOf(sentence, best) ? best : undefined
}

/** What the grammar does not read may be a rule, but no correction, nor is an order without a horizon one. */
function leastOf(sentence: JudgedSentence, type: TeachingType): number {
  if (!isRead(sentence, type))
    return type === 'correction' || isOrder(sentence) ? Number.POSITIVE_INFINITY : LEAST_UNREAD
  const isLasting = type === 'directive' && sentence.clauses.some(({ horizon }) => horizon === 'lasting')
  return isLasting ? LEAST_LASTING : LEAST_READ[type]
}

/** Whether the grammar reads a rule, or an objection to what the agent did; a report of what a program does is none. */
const isRead = ({ readings }: JudgedSentence, type: TeachingType): boolean =>
  type === 'directive'
    ? readings.some(({ name }) => RULES.has(name))
    : readings.some(({ name, clause }) => OBJECTS.has(name) && (name !== 'objection' || isToAgent(clause)))

/** An order without a horizon is one for now, unless it says what to use. */
const isOrder = ({ clauses }: JudgedSentence): boolean =>
  clauses.some(({ core }) => ACTIONS.has(core.split(' ')[0] ?? '') && !core.startsWith('use ')) &&
  clauses.every(({ horizon }) => horizon !== 'lasting')

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
  const scope = reachOf(text, clauses, read)
  const hasHorizon = type === 'directive' && scope.reach !== 'until' && isAtOnce(sentence, scores)
  const least = hasHorizon ? AT_ONCE_CONFIDENCE : isRead && !namesNothing ? READ_CONFIDENCE : 0
  const confidence = Math.max(least, 1 / (1 + Math.exp(-scores[type])))
  const { polarity, subject, object } = read
  const qualifier = qualifierOf(scope.folder === undefined ? text : withoutFolder(text), subject, object)
  const meaning = { polarity, subject: namesNothing ? '' : subject, object, qualifier: qualifier || undefined }
  return { type, quote: text, ...meaning, hasHorizon, ...scope, confidence }
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
