import { saysSame } from '../learning/meaning.ts'
import { heardFrom } from '../learning/scripts.ts'
import { combinedConfidence } from '../learning/strength.ts'
import type { Artifact } from '../nouns/artifact.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import type { Settings } from '../settings.ts'

/** `write`: it belongs in the files. `propose`: it may be written if a person approves it. */
export type Standing = 'write' | 'propose' | 'neither'

/** The evidence for a lesson: its signals, and whether the newest was heard from a client as it happened. */
export interface Support {
  readonly signals: readonly Signal[]
  readonly isLive: boolean
}

type Limits = Pick<Settings, 'learn' | 'artifacts'>

/**
 * Whether a lesson may be in files. By itself it is written only if a person said it often enough, in enough sessions,
 * and lately: what an import finds in the past is proposed, so that installing Hindcast edits no old project.
 */
export function standingOf(lesson: Lesson, isWritten: boolean, support: Support, limits: Limits): Standing {
  if (lesson.state !== 'active' || lesson.type !== 'rule') return 'neither'
  if (isWritten || lesson.decidedBy === 'person') return 'write'
  const { learn, artifacts } = limits
  // What a model pointed out is a person's word, but whether it holds is the model's judgement
  const heard = support.signals.filter(({ isConfirmed }) => isConfirmed !== true)
  const signals = saidOf(lesson, heardFrom(heard, learn.scripts))
  const isOften = (some: readonly Signal[]) =>
    some.length >= learn.occurrences && beliefIn(some, learn.sessions) >= learn.confidence
  if (!isOften(signals)) return 'neither'
  const said = signals.filter(({ by }) => by === 'person')
  const isEnough = isOften(said) && new Set(said.map(({ session }) => session)).size >= learn.sessions
  return isEnough && support.isLive && artifacts.mode === 'auto' ? 'write' : 'propose'
}

/** Of a lesson's evidence, what a person said in words that mean just this; of a change of the agent's work, each such change. */
export const saidOf = (lesson: Lesson, signals: readonly Signal[]): readonly Signal[] =>
  signals.filter((signal) => (SAID.has(signal.type) || lesson.type === 'insight') && saysSame(lesson, signal))

const SAID: ReadonlySet<Signal['type']> = new Set(['directive', 'correction', 'rejection'])

/**
 * Belief in a rule: over sessions; where the person lets one session be enough, over what they said in different words,
 * because one sentence repeated is one opinion.
 */
const beliefIn = (signals: readonly Signal[], sessions: number): number =>
  combinedConfidence(
    sessions > 1 ? signals : signals.map((signal) => ({ ...signal, session: `${signal.session} ${signal.quote}` })),
  )

/** Whether a lesson is in one of the files. */
export const isWrittenIn = ({ state, rules }: Artifact, lesson: string): boolean =>
  state === 'written' && Object.hasOwn(rules, lesson) && rules[lesson]?.mark !== DELETED

/** Whether somebody deleted a lesson from a file; unless a person approved it since, it is not written there again. */
export function isDeletedFrom({ rules }: Artifact, { id, decidedBy, at }: Lesson): boolean {
  const rule = Object.hasOwn(rules, id) ? rules[id] : undefined
  return rule?.mark === DELETED && !(decidedBy === 'person' && at > rule.at)
}

/** The mark of a rule that somebody deleted. */
export const DELETED = 'deleted'
/** The mark of a rule that somebody changed. */
export const EDITED = 'edited'

/** Why a lesson is only proposed for a file: that is read in more than the lesson's own project. */
export const WIDER = 'wider'
