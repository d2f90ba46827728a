import type { Check } from '../classification.ts'

/**
 * How a check ended. `pass`: it succeeded; `fail`: it ran and found problems; `error`: it could not run (not found, bad
 * options, nothing to run, crashed); `unknown`: the exit status belongs to another program, the end was not seen and the
 * output does not say, or it ended well without running anything.
 */
export type CheckStatus = 'pass' | 'fail' | 'error' | 'unknown'

/** The result of a check, carried by the `Outcome` event that follows the call that ran it. */
export interface CheckOutcome {
  readonly check: Check
  /** The runner: `vitest`, `pytest`, `cargo` …; the command's own program if the runner is not known. */
  readonly runner: string
  /** The command as run, without wrappers and without pipes that trim its output. */
  readonly command: string
  readonly status: CheckStatus
  /** It found nothing to run. */
  readonly isEmpty?: true | undefined
  /** Test cases according to the runner's totals; absent if it prints none. */
  readonly passed?: number | undefined
  readonly failed?: number | undefined
  readonly skipped?: number | undefined
  /** Errors counted by a compiler, linter or type checker. */
  readonly errors?: number | undefined
  /** Names of failing tests, at most 20. */
  readonly failing?: readonly string[] | undefined
  /** The first line that names the error. */
  readonly error?: string | undefined
  /** How long it took, if the output says. */
  readonly durationMs?: number | undefined
}

/** The outcomes among a session's events, by the id of the call that they follow; one call may run several checks. */
export function outcomesOf(events: readonly Told[]): ReadonlyMap<string, readonly CheckOutcome[]> {
  const found = new Map<string, CheckOutcome[]>()
  for (const { name, cause, body } of events) {
    if (name !== 'Outcome' || cause === undefined) continue
    const outcome = body as unknown as CheckOutcome
    found.set(cause, [...(found.get(cause) ?? []), outcome])
  }
  return found
}

/** The part of an event needed to read an outcome from it. */
interface Told {
  readonly name: string
  readonly cause?: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}
