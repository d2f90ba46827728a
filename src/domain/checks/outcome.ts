import type { Check } from '../classification.ts'

/**
 * How a run that checks the work came out. `pass`: it ended well; `fail`: it judged the work and found fault; `error`: it
 * came to no judgement (not found, wrong options, nothing to run, died); `unknown`: its exit was another program's, or
 * nobody saw it end, and its output does not say.
 */
export type CheckStatus = 'pass' | 'fail' | 'error' | 'unknown'

/** What a check came to: what the `Outcome` event, which follows the call that ran it, says. */
export interface CheckOutcome {
  readonly check: Check
  /** What judged: `vitest`, `pytest`, `cargo` …; the command's own program where the runner isn't known. */
  readonly runner: string
  /** As it was run, without what only wraps it or trims its output. */
  readonly command: string
  readonly status: CheckStatus
  /** Cases of a test run, by its own totals; absent where it tells none. */
  readonly passed?: number | undefined
  readonly failed?: number | undefined
  readonly skipped?: number | undefined
  /** Errors that a compiler, a linter or a type checker counts. */
  readonly errors?: number | undefined
  /** Names of failing tests, at most 20. */
  readonly failing?: readonly string[] | undefined
  /** The line that says first what was wrong. */
  readonly error?: string | undefined
  /** How long it took, where it says so. */
  readonly durationMs?: number | undefined
}

/** The outcomes among a session's kept events, by the id of the call that they follow; a call may run several checks. */
export function outcomesOf(events: readonly Told[]): ReadonlyMap<string, readonly CheckOutcome[]> {
  const found = new Map<string, CheckOutcome[]>()
  for (const { name, cause, body } of events) {
    if (name !== 'Outcome' || cause === undefined) continue
    const outcome = body as unknown as CheckOutcome
    found.set(cause, [...(found.get(cause) ?? []), outcome])
  }
  return found
}

/** What is needed of a kept event to read an outcome from it. */
interface Told {
  readonly name: string
  readonly cause?: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}
