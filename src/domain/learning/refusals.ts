import type { EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Signal } from '../nouns/signal.ts'
import { type Clause, clausesOf } from '../voice/clause.ts'
import { ownSaid } from '../voice/own-words.ts'
import { contrastOf } from './contrast.ts'
import type { Meaning } from './meaning.ts'
import { qualifierOf } from './qualifiers.ts'
import { reachAt } from './signals.ts'
import { beginsWithVerb, POINTS } from './standing-order.ts'
import { ownSentencesOf, scoresOf, teachingsIn } from './teaching.ts'
import { learnedWeights } from './weights.ts'

/** Belief in a refusal that says why, in one that only says no, and in words that follow an interruption. */
const WITH_WORDS = 0.9
const WITHOUT_WORDS = 0.8
const AFTER_INTERRUPTION = 0.8
/** What is quoted of a call or of the words about it. */
const QUOTE = 500

type Refused = EventOf<'PermissionDenied'>
type Prompted = EventOf<'UserPromptSubmit'>

/** What a person teaches by refusing a call: what they typed, read like a prompt, or that they refused it. */
export function signalsOfRefusal(event: Refused): readonly Signal[] {
  const { said, act, classification } = event
  // Answers to a question and remarks on a plan are part of the task
  if (said === undefined || (act.kind === 'other' && act.puts === 'question')) return []
  const taught = teachingsIn(said).map((teaching, n) => ({
    ...about(event, n),
    ...teaching,
    ...reachAt(teaching, event),
  }))
  if (taught.length > 0) return taught
  if (said.trim() !== '') return [rejection(event, said, WITH_WORDS)]
  const target = classification.target ?? ''
  return act.kind === 'other' || target === '' ? [] : [rejection(event, target, WITHOUT_WORDS)]
}

/**
 * What a person teaches by interrupting the agent and then typing words that alone would be too weak to count as a
 * correction. `before`: the session's events before the prompt, oldest first.
 */
export function signalsAfterInterruption(
  event: Prompted,
  prompt: string,
  before: readonly EventRecord[],
): readonly Signal[] {
  const interrupted = lastCall(event, before)
  const isWords = event.origin === 'person' && !event.isPrivate && !prompt.trimStart().startsWith('/')
  if (interrupted?.outcome !== 'interrupted' || !isWords || teachingsIn(prompt).length > 0) return []
  const objection = ownSentencesOf(prompt).find((sentence) => scoresOf(sentence, learnedWeights()).correction >= WEAK)
  if (objection === undefined) return []
  const signal = rejection(event, objection.text, AFTER_INTERRUPTION)
  return [{ ...signal, evidence: [...signal.evidence, interrupted.id] }]
}

/** Log-odds from which words after an interruption object to what was interrupted. */
const WEAK = -1

/** The call that the turn before a prompt broke off with. */
function lastCall({ id }: Prompted, before: readonly EventRecord[]): EventRecord | undefined {
  const at = before.findIndex((each) => each.id === id)
  const earlier = (at < 0 ? before : before.slice(0, at)).filter(({ agentId }) => agentId === undefined)
  const last = earlier.findLast(({ name }) => TURN.has(name))
  return last?.tool === undefined ? undefined : last
}

const TURN = new Set(['PostToolUse', 'PostToolUseFailure', 'PermissionDenied', 'Stop', 'StopFailure', 'SessionStart'])

const about = ({ id, session, project, at, promptId, name }: Refused | Prompted, n: number) => ({
  id: deriveId('g', id, name, n),
  session,
  project,
  at,
  by: 'person' as const,
  promptId,
  evidence: [id],
})

/** A contrast or an order in the words names what was wanted instead; otherwise the rejection names nothing. */
function rejection(event: Refused | Prompted, words: string, confidence: number): Signal {
  const clauses = ownSaid(words).flatMap(({ spoken }) => clausesOf(spoken))
  const contrast = clauses.flatMap(({ core }) => contrastOf(core) ?? [])[0]
  const meaning: Meaning | undefined =
    contrast === undefined
      ? clauses.flatMap((clause) => orderIn(clause) ?? [])[0]
      : { polarity: 'do', subject: contrast.prefer, object: contrast.avoid }
  const { polarity, subject, object } = meaning ?? { polarity: 'avoid', subject: '' }
  return {
    ...about(event, 0),
    type: 'rejection',
    quote: cap(words.trim(), QUOTE),
    polarity,
    subject,
    object,
    qualifier: (meaning && qualifierOf(words, subject, object)) || undefined,
    reach: clauses.some(({ horizon }) => horizon === 'passing') ? 'until' : 'unsaid',
    hasHorizon: false,
    confidence,
  }
}

/** "use our logging framework", "don't delete migrations": what a person wants in place of what they refused. */
function orderIn({ core, isAsked }: Clause): Meaning | undefined {
  const forbidden = /^(?:don't|do not|dont|never|stop|avoid|no more) (\S+ .+)$/.exec(core)?.[1]
  const subject = forbidden ?? core
  if (isAsked || !subject.includes(' ') || POINTS.test(subject) || !beginsWithVerb(subject)) return undefined
  return { polarity: forbidden === undefined ? 'do' : 'avoid', subject }
}
