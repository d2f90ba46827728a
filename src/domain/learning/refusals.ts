import type { EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Signal } from '../nouns/signal.ts'
import { clausesOf } from '../voice/clause.ts'
import { ownSaid } from '../voice/own-words.ts'
import { contrastOf } from './contrast.ts'
import { reachAt } from './signals.ts'
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

/** A contrast in the words names what was wanted instead; otherwise the rejection names nothing. */
function rejection(event: Refused | Prompted, words: string, confidence: number): Signal {
  const contrast = ownSaid(words)
    .flatMap(({ spoken }) => clausesOf(spoken))
    .flatMap(({ core }) => contrastOf(core) ?? [])[0]
  return {
    ...about(event, 0),
    type: 'rejection',
    quote: cap(words.trim(), QUOTE),
    polarity: contrast === undefined ? 'avoid' : 'do',
    subject: contrast?.prefer ?? '',
    ...(contrast && { object: contrast.avoid }),
    reach: 'unsaid',
    hasHorizon: false,
    confidence,
  }
}
