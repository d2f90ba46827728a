import { noun } from './noun.ts'

/** How work that was handed over came out. */
export type HandoffOutcome = 'SUCCEEDED' | 'PARTIAL_PLUS' | 'PARTIAL_MINUS' | 'FAILED'

/** Where the work of a session stands, for the next one or after a compaction. */
export interface Handoff {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly goal: string
  readonly now: string
  readonly next: string
  readonly blockers: readonly string[]
  readonly worked: readonly string[]
  readonly failed: readonly string[]
  readonly decisions: readonly string[]
  readonly files: readonly string[]
  /** Nothing more is added: the session ended, or what came before was compacted. */
  readonly sealed: boolean
  readonly evidence: readonly string[]
  readonly outcome?: HandoffOutcome | undefined
  /** Who told the outcome. */
  readonly outcomeBy?: 'person' | 'agent' | undefined
}

const withOutcomeOf = (handoff: Handoff, { outcome, outcomeBy }: Partial<Handoff>): Handoff => ({
  ...handoff,
  outcome,
  outcomeBy,
})

export default noun<Handoff>()({
  name: 'handoff',
  table: 'handoffs',
  letter: 'h',
  role: 'derived',
  fields: {
    id: 'id',
    session: 'session',
    project: 'project',
    at: 'time',
    goal: 'text',
    now: 'text',
    next: 'text',
    blockers: 'texts',
    worked: 'texts',
    failed: 'texts',
    decisions: 'texts',
    files: 'texts',
    sealed: 'flag',
    evidence: 'ids',
    outcome: { oneOf: ['SUCCEEDED', 'PARTIAL_PLUS', 'PARTIAL_MINUS', 'FAILED'], optional: true },
    outcomeBy: { oneOf: ['person', 'agent'], optional: true },
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }],
  // An outcome is told by somebody, and only they change it
  merge: (kept, next) => withOutcomeOf(next, kept),
  restore: (kept, archived) => (kept.outcome === undefined ? withOutcomeOf(kept, archived) : kept),
  initial: (handoff) => withOutcomeOf(handoff, {}),
  forget: { retells: true },
})
