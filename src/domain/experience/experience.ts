// Folder src/domain/experience/: beliefs under test, and failing checks with what fixed them

/** What kind of work it was. */
export const DOMAINS = [
  'debugging',
  'refactoring',
  'feature',
  'testing',
  'configuration',
  'documentation',
  'performance',
  'security',
  'integration',
] as const
export type Domain = (typeof DOMAINS)[number]

/** How the agent goes about it. */
export const STRATEGIES = [
  'systematic-elimination',
  'trial-and-error',
  'research-first',
  'divide-and-conquer',
  'root-cause-analysis',
  'copy-from-similar',
  'check-assumptions',
  'read-the-error',
  'ask-user',
] as const
export type Strategy = (typeof STRATEGIES)[number]

/** Why a belief turned out to be wrong. */
export const ROOT_CAUSES = [
  'wrong-assumption',
  'missing-knowledge',
  'oversight',
  'environment-issue',
  'misleading-symptom',
  'incomplete-fix',
  'wrong-scope',
  'test-isolation',
  'timing-issue',
] as const
export type RootCause = (typeof ROOT_CAUSES)[number]

/** How an experience ended. */
export const STATUSES = ['confirmed', 'falsified', 'abandoned'] as const
export type Status = (typeof STATUSES)[number]

/**
 * How well the end is supported. `gold`: a checkable prediction, made before the run that decided it. `silver`: events
 * between its start and its end are cited. `bronze`: neither, or it was opened less than a minute before.
 */
export const TIERS = ['gold', 'silver', 'bronze', 'abandoned'] as const
export type Tier = (typeof TIERS)[number]

/** What is believed, what is done about it, and what should come of it. */
export interface Belief {
  readonly hypothesis: string
  readonly action: string
  readonly prediction: string
}

/** A belief under test, from its start to what came of it. All but `journal` is computed from the journal. */
export interface Experience extends Belief {
  readonly id: string
  /** The session in which it began, and the one that adopted it since. */
  readonly session: string
  readonly heldBy?: string | undefined
  /** The subagent whose experience it is; absent for the main agent. */
  readonly agentId?: string | undefined
  readonly project: string
  /** When it last changed. */
  readonly at: number
  readonly startedAt: number
  readonly closedAt?: number | undefined
  readonly state: 'open' | 'closed'
  /** Opened by Hindcast at a failing check, not by the agent. */
  readonly isProvisional: boolean
  readonly domain: Domain
  readonly strategy: Strategy
  readonly goal: string
  /** The prediction in checkable form; see `expect`. */
  readonly expect?: string | undefined
  /** 1, and one more for each change of hypothesis, action or prediction. */
  readonly iterations: number
  readonly status?: Status | undefined
  /** What came of it; while a check that failed still fails, with what else it fails now. */
  readonly result?: string | undefined
  /** The result was read from a run, not stated by the agent. */
  readonly isAutoCaptured?: boolean | undefined
  readonly surprise?: string | undefined
  readonly rootCause?: RootCause | undefined
  /** The root cause in words. */
  readonly cause?: string | undefined
  readonly lesson?: string | undefined
  readonly tier?: Tier | undefined
  /** The normalised error that it is about; see `failure`. Absent if it turned out to be harmless. */
  readonly failure?: string | undefined
  /** The tests that failed. */
  readonly failing: readonly string[]
  /** What the cure changed and ran, and the commit that followed; `diffs`: the changed lines, as `diffOf` shows them. */
  readonly files: readonly string[]
  readonly diffs: readonly string[]
  readonly commands: readonly string[]
  readonly committed?: string | undefined
  readonly evidence: readonly string[]
  /** Every change of mind: `{ changes: Entry[] }`. */
  readonly journal: Readonly<Record<string, unknown>>
}
