/** A run of failures of one reaction that still goes on. */
export interface Failure {
  readonly behaviour: string
  /** Which of the behaviour's reactions, from 0. */
  readonly reaction: number
  readonly failures: number
  /** When the newest was. */
  readonly at: number
}

/** Failures in a row, kept over restarts; those of another release are forgotten, since that may have mended them. */
export interface Failures {
  list(release: string): Promise<readonly Failure[]>
  /** In place of what was noted of the reaction before. */
  note(failure: Failure, release: string): Promise<void>
  /** Forgets what was noted of a behaviour, or of one of its reactions. */
  clear(behaviour: string, reaction?: number): Promise<void>
}
