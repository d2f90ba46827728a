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
  /** Whose words the goal is in: a plan's heading and a commit's subject are the agent's, an offer is one that was taken up. */
  readonly goalBy?: 'user' | 'plan' | 'commit' | 'agent' | undefined
  /** The last commit or the last work, and how far it got: `Add a retry (committed, pushed)`. */
  readonly now: string
  /** What the agent asked or announced at the end; empty where it did neither. */
  readonly next: string
  readonly blockers: readonly string[]
  readonly worked: readonly string[]
  readonly failed: readonly string[]
  readonly decisions: readonly string[]
  /** Absolute paths of the files that were changed, those changed most first, and of those that were deleted. */
  readonly files: readonly string[]
  readonly removed: readonly string[]
  /** The folder that paths count from: the session's worktree, else where it began. */
  readonly root?: string | undefined
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
    goalBy: { oneOf: ['user', 'plan', 'commit', 'agent'], optional: true },
    now: 'text',
    next: 'text',
    blockers: 'texts',
    worked: 'texts',
    failed: 'texts',
    decisions: 'texts',
    files: 'texts',
    removed: 'texts',
    root: 'path?',
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
