import type { CheckOutcome } from '../checks/outcome.ts'

/** A failing run: its outcome's event, and the call that ran it. */
export interface FailingRun {
  readonly at: number
  readonly outcome: string
  readonly call: string
  /** What it failed with instead, if what failed first did not fail in it. */
  readonly instead?: string | undefined
}

/** What made a failing check pass. */
export interface Ending {
  readonly at: number
  readonly session: string
  readonly passed: CheckOutcome
  /** The outcome that passed, and the call that ran it. */
  readonly outcome: string
  readonly call: string
  /** Files changed between failure and pass that cured it (see `curingAmong`), the last change first, and the changes' events. */
  readonly files: readonly string[]
  readonly edits: readonly string[]
  /** What the last edit of each file changed, as `diffOf` shows it. */
  readonly diffs: readonly string[]
  /** Commands in between that cured it. */
  readonly commands: readonly string[]
  /** The passing run prints the same error, so it was not what failed. */
  readonly isErrorHarmless: boolean
  readonly commit?: { readonly hash: string; readonly subject: string; readonly event: string } | undefined
}
