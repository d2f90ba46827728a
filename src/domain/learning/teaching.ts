import { ownSentences } from '../memory/intent.ts'
import type { Reach } from '../nouns/signal.ts'
import { type Clause, clausesOf, DEADLINE, folderIn } from './clause.ts'
import { featuresOf } from './features.ts'
import type { Meaning } from './meaning.ts'
import { type ClauseReading, readingOf } from './readings.ts'
import { type Head, WEIGHTS, type Weights } from './weights.ts'

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
export function teachingsIn(prompt: string, weights: Weights = WEIGHTS): readonly Teaching[] {
  const found = sentencesOf(prompt).flatMap((sentence) => {
    const scores = scoresOf(sentence, weights)
    const type = judged(scores, isExplicit(sentence))
    return type === undefined ? [] : [teachingOf(sentence, type, scores)]
  })
  return distinct(found).slice(0, MAX_TEACHINGS)
}

/** The rule that a person states on purpose: all their words are one rule, read as if they had been heard as one. */
export function ruleIn(words: string, weights: Weights = WEIGHTS): Teaching {
  const sentences = sentencesOf(words)
  const told = sentences.find(({ readings }) => readings.length > 0) ?? sentences[0]
  const quote = words.replace(/\s+/g, ' ').trim()
  if (told === undefined)
    return {
      type: 'directive',
      quote,
      ...plainly(undefined),
      subject: quote,
      hasHorizon: true,
      reach: 'unsaid',
      confidence: 1,
    }
  return { ...teachingOf(told, 'directive', scoresOf(told, weights)), quote, hasHorizon: true, confidence: 1 }
}

/** A sentence as it is judged. */
export interface JudgedSentence {
  readonly text: string
  readonly clauses: readonly Clause[]
  /** The rows of the grammar that fit, with the clause that each fits. */
  readonly readings: readonly ClauseReading[]
  readonly features: ReadonlySet<string>
}

/** The sentences that a person says in a prompt, with their features. */
export function sentencesOf(prompt: string): readonly JudgedSentence[] {
  const said = withoutPlan(prompt)
  const sentences = ownSentences(said).filter(({ length }) => length <= MAX_SENTENCE)
  return sentences.map((text, at) => {
    const clauses = clausesOf(text)
    const readings = clauses.flatMap((clause) => readingOf(clause) ?? [])
    const names = readings.map(({ name }) => name)
    const features = featuresOf(text, clauses, names, { at, of: sentences.length, length: said.length })
    return { text, clauses, readings, features }
  })
}

/** Longer ones are prose, not rules. */
const MAX_SENTENCE = 500

/** The log-odds of a sentence. */
export function scoresOf({ features }: Pick<JudgedSentence, 'features'>, { bias, of }: Weights): Scores {
  let [directive, correction, lasting] = bias
  for (const feature of features) {
    const weight = of.get(feature)
    if (weight === undefined) continue
    directive += weight[0]
    correction += weight[1]
    lasting += weight[2]
  }
  return { directive, correction, lasting }
}

type Scores = Readonly<Record<Head, number>>

/** From these log-odds on a sentence counts; chosen so that seven of ten on real prompts are right (bench/learning). */
const LEAST: Scores = { directive: 0, correction: 0.5, lasting: 1.5 }

function judged(scores: Scores, explicit: boolean): TeachingType | undefined {
  if (explicit && scores.directive >= VETO) return 'directive'
  const best = scores.directive >= scores.correction ? 'directive' : 'correction'
  return scores[best] >= LEAST[best] ? best : undefined
}

/** A rule in so many words, which the grammar reads with its horizon, counts unless its words speak against it. */
const isExplicit = ({ readings }: JudgedSentence): boolean =>
  readings.some(
    ({ name, clause }) => EXPLICIT.has(name) && (clause.horizon === 'lasting' || clause.horizon === 'local'),
  )
const EXPLICIT: ReadonlySet<string> = new Set(['preference', 'standing', 'prohibition', 'custom', 'dictation'])
const VETO = -1

/** What stands before a plan or document that was pasted. */
const withoutPlan = (prompt: string): string => {
  const at = prompt.search(/^(?:#{1,3} |implement the following plan|\/[\w:-]+ )/im)
  return at < 0 ? prompt : prompt.slice(0, at)
}

/** A directive contains what a correction beside it says. */
function distinct(found: readonly Teaching[]): Teaching[] {
  const directives = found.filter(({ type }) => type === 'directive')
  const corrections = found.filter(({ type }) => type === 'correction')
  return [...directives, ...corrections.slice(0, 1)]
}

/** The content of a sentence that teaches: what the grammar reads in it, otherwise the whole sentence. */
function teachingOf(sentence: JudgedSentence, type: TeachingType, scores: Scores): Teaching {
  const { text, clauses, readings } = sentence
  const found =
    readings.find(({ read }) => read.object !== undefined) ??
    readings.find((each) => each.clause.horizon !== 'unsaid') ??
    readings[0]
  const clause = found?.clause ?? clauses[0]
  const read = found?.read ?? plainly(clause)
  const isLasting = scores.lasting >= LEAST.lasting || isExplicit(sentence)
  const scope = scopeOf(text, clauses, read)
  const hasHorizon = type === 'directive' && isLasting && scope.reach !== 'until'
  return { type, quote: text, ...read, hasHorizon, ...scope, confidence: 1 / (1 + Math.exp(-scores[type])) }
}

/** How far a rule reaches. One with an end holds only until then; a condition with "until" is no end. */
function scopeOf(text: string, clauses: readonly Clause[], { polarity }: Meaning): Pick<Teaching, 'reach' | 'folder'> {
  const isPassing = ({ horizon, reach }: Clause) =>
    horizon === 'passing' || (reach === 'until' && polarity === 'do' && horizon !== 'lasting')
  if (DEADLINE.test(text) || clauses.some(isPassing)) return { reach: 'until' }
  const folder = folderIn(text)
  if (folder !== undefined) return { reach: 'folder', folder }
  return { reach: clauses.find(({ reach }) => reach === 'everywhere' || reach === 'project')?.reach ?? 'unsaid' }
}

/** A clause that no row of the grammar fits. */
function plainly(clause: Clause | undefined): Meaning {
  const core = clause?.core ?? ''
  const isAvoided =
    /\b(?:not|never|no|don't|doesn't|isn't|aren't|stop|avoid|without|nobody|nothing|forbidden|banned|hands off|off limits)\b/.test(
      core,
    )
  return { polarity: isAvoided ? 'avoid' : 'do', subject: core }
}
