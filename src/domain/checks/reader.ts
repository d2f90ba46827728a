import type { Check } from '../classification.ts'

/** How to read a runner's output. Patterns are anchored to line starts and bounded, so reading is linear. */
export interface Reader {
  readonly runner: string
  readonly check: Check
  /** Text that only this runner writes; identifies it however it was started. */
  readonly sign: RegExp
  /** Captures the totals in group 1; several matches (one per package) are added up. */
  readonly passed?: RegExp
  /** All cases, for runners that do not count passes. */
  readonly total?: RegExp
  readonly failed?: RegExp
  readonly skipped?: RegExp
  readonly errors?: RegExp
  /** Each match counts as one, for runners that name failures without counting them. */
  readonly eachFailed?: RegExp
  readonly eachError?: RegExp
  /** The same for all cases and for skipped ones. */
  readonly eachTotal?: RegExp
  readonly eachSkipped?: RegExp
  /** Indicates failure, without a number. */
  readonly bad?: RegExp
  /** It could not run, or there was nothing to run: an error rather than a failure. */
  readonly nothing?: RegExp
  /** Indicates success; without it, any passed case counts as success. */
  readonly good?: RegExp
  /** Captures a failing test's name in group 1. */
  readonly failing?: RegExp
  /** Captures the reason for a failure in group 1, where the general error patterns would miss it. */
  readonly reason?: RegExp
  /** The reason stands at a failing test's name; elsewhere, such a line may be what a passing test logs. */
  readonly isReasonTied?: true
  /** Number and unit (`ms`, `s` or `m`; `s` by default). */
  readonly took?: RegExp
  /** It prints no totals at the end, so truncated output proves nothing. */
  readonly isOpenEnded?: true
  /** It runs checks of any kind, so its success is that of a test run, too. */
  readonly runsAny?: true
  /** It is a format that several runners write. */
  readonly isFormat?: true
}
