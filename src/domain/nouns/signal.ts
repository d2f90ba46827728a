import { IN_SESSION, noun } from './noun.ts'

/**
 * What taught something. `directive`, `correction` and `retraction` (a rule is taken back) are a person's words; the others
 * are read from what happened.
 */
export type SignalType =
  | 'directive'
  | 'correction'
  | 'retraction'
  | 'rejection'
  | 'drift'
  | 'violation'
  | 'recovery'
  | 'repetition'

/** Whether something is to be done or preferred, or not to be done. */
export type Polarity = 'do' | 'avoid'

/** How far a rule reaches, in the person's words. `until`: only for some time. */
export type Reach = 'everywhere' | 'project' | 'folder' | 'until' | 'unsaid'

/** One teaching moment, with the evidence's own words. */
export interface Signal {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly type: SignalType
  /** The passage that teaches, word for word. */
  readonly quote: string
  readonly polarity: Polarity
  /** What to do or prefer, or what not to do; empty if the passage names nothing. */
  readonly subject: string
  /** What the subject takes the place of. */
  readonly object?: string | undefined
  /** The passage's words beside these, which may limit the rule; see `qualifierOf`. */
  readonly qualifier?: string | undefined
  readonly reach: Reach
  /** The folder that it is limited to, relative to the project's root. */
  readonly folder?: string | undefined
  /** It says that it holds for good, or in this project. */
  readonly hasHorizon: boolean
  /** Belief that it is what `type` says, 0–1. */
  readonly confidence: number
  /** Whose word or act it is: a person's, or a script's. */
  readonly by: 'person' | 'script'
  /** The session's own model read it as a rule that holds, in the person's own sentence. */
  readonly isConfirmed?: boolean | undefined
  /** It was read from a transcript, not heard when it was said. */
  readonly isPast?: boolean | undefined
  readonly promptId?: string | undefined
  readonly evidence: readonly string[]
}

export default noun<Signal>()({
  name: 'signal',
  table: 'signals',
  said: ['correction or rule heard', 'corrections and rules heard'],
  letter: 'g',
  role: 'derived',
  fields: {
    ...IN_SESSION,
    type: {
      oneOf: ['directive', 'correction', 'retraction', 'rejection', 'drift', 'violation', 'recovery', 'repetition'],
    },
    quote: 'text',
    polarity: { oneOf: ['do', 'avoid'] },
    subject: 'text',
    object: 'text?',
    qualifier: 'text?',
    reach: { oneOf: ['everywhere', 'project', 'folder', 'until', 'unsaid'] },
    folder: 'path?',
    hasHorizon: 'flag',
    confidence: 'real',
    by: { oneOf: ['person', 'script'] },
    isConfirmed: 'flag?',
    isPast: 'flag?',
    promptId: 'id?',
    evidence: 'ids',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }],
  again: 'replace',
})
