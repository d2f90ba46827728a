import { IN_SESSION, noun } from './noun.ts'

/** How handed-over work turned out. */
export type HandoffOutcome = 'SUCCEEDED' | 'PARTIAL_PLUS' | 'PARTIAL_MINUS' | 'FAILED'

/** How work can end, as people say and type it: `mostly-done` on the command line. */
export const outcomeWords: Readonly<Record<HandoffOutcome, string>> = {
  SUCCEEDED: 'done',
  PARTIAL_PLUS: 'mostly done',
  PARTIAL_MINUS: 'partly done',
  FAILED: 'failed',
}

/** The state of a session's work, for the next session or after a compaction. */
export interface Handoff {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly goal: string
  /**
   * The author of the goal's words: a plan's heading and a commit's subject are the agent's; an offer counts once it
   * was accepted.
   */
  readonly goalBy?: 'user' | 'script' | 'plan' | 'commit' | 'agent' | undefined
  /** The last commit or other work, and its state: `Add a retry (committed, pushed)`. */
  readonly now: string
  /** Whose words that is; `user`, `script`: what an unfinished turn was asked; `observed`: nobody's. */
  readonly nowBy?: 'user' | 'script' | 'agent' | 'commit' | 'observed' | undefined
  /** What remains: what the agent asked or announced, unless it was done or dropped since; else what the person put off. */
  readonly next: string
  readonly nextBy?: 'agent' | 'user' | undefined
  /** What the client's model wrote of the session while the person was away, and when; nothing has superseded it. */
  readonly recap?: string | undefined
  readonly recapAt?: number | undefined
  /** When the last prompt came or the last commit was made. */
  readonly movedAt?: number | undefined
  readonly blockers: readonly string[]
  readonly worked: readonly string[]
  readonly failed: readonly string[]
  /** What the person decided: the agent's question and the answer, or their own sentence. */
  readonly choices: readonly string[]
  /** What the agent said it decided. */
  readonly decisions: readonly string[]
  /** Absolute paths of the files that were changed, most changed first, then of those that were deleted. */
  readonly files: readonly string[]
  readonly removed: readonly string[]
  /** The folder that paths are relative to: the session's worktree, otherwise where the session began. */
  readonly root?: string | undefined
  /** Complete: the session ended, or its earlier part was compacted. */
  readonly sealed: boolean
  readonly evidence: readonly string[]
  readonly outcome?: HandoffOutcome | undefined
  /** Who reported the outcome; `inferred`: nobody, it follows from checks and commits. */
  readonly outcomeBy?: 'person' | 'agent' | 'inferred' | undefined
  /** What the inferred outcome rests on, kept beside a reported one: "`npm test` passed, committed". */
  readonly outcomeReason?: string | undefined
}

/** Whether a person or an agent reported the outcome. */
export const isMarked = ({ outcomeBy }: Pick<Handoff, 'outcomeBy'>): boolean =>
  outcomeBy !== undefined && outcomeBy !== 'inferred'

const withOutcomeOf = (handoff: Handoff, { outcome, outcomeBy }: Partial<Handoff>): Handoff => ({
  ...handoff,
  outcome,
  outcomeBy,
})

/** A recap is read some time after it was written: whatever was kept meanwhile stays, and the recap if it is still current. */
function withRecapOf([latest, earlier]: readonly [Handoff, Handoff]): Handoff {
  const { recap, recapAt = 0 } = earlier
  const isCurrent = recapAt > (latest.recapAt ?? 0) && recapAt >= (latest.movedAt ?? 0)
  return isCurrent ? { ...latest, recap, recapAt } : latest
}

export default noun<Handoff>()({
  name: 'handoff',
  table: 'handoffs',
  letter: 'h',
  role: 'derived',
  fields: {
    ...IN_SESSION,
    goal: 'text',
    goalBy: { oneOf: ['user', 'script', 'plan', 'commit', 'agent'], optional: true },
    now: 'text',
    nowBy: { oneOf: ['user', 'script', 'agent', 'commit', 'observed'], optional: true },
    next: 'text',
    nextBy: { oneOf: ['agent', 'user'], optional: true },
    recap: 'text?',
    recapAt: 'time?',
    movedAt: 'time?',
    blockers: 'texts',
    worked: 'texts',
    failed: 'texts',
    choices: 'texts',
    decisions: 'texts',
    files: 'texts',
    removed: 'texts',
    root: 'path?',
    sealed: 'flag',
    evidence: 'ids',
    outcome: { oneOf: ['SUCCEEDED', 'PARTIAL_PLUS', 'PARTIAL_MINUS', 'FAILED'], optional: true },
    outcomeBy: { oneOf: ['person', 'agent', 'inferred'], optional: true },
    outcomeReason: 'text?',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }],
  // Only the person or agent who reported an outcome may change it
  merge: (kept, next) => {
    const latest = withRecapOf(kept.at > next.at ? [kept, next] : [next, kept])
    return isMarked(kept) ? withOutcomeOf(latest, kept) : latest
  },
  restore: (kept, archived) => (isMarked(archived) && !isMarked(kept) ? withOutcomeOf(kept, archived) : kept),
  initial: (handoff) => (isMarked(handoff) ? withOutcomeOf(handoff, {}) : handoff),
  forget: { retells: true },
})
