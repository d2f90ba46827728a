import { relativePath } from '@hindcast/text/paths.ts'
import type { CheckOutcome, CheckStatus } from '../checks/outcome.ts'
import type { HandoffOutcome } from '../nouns/handoff.ts'
import { commitsIn } from './commits.ts'
import { takesBack } from './git-acts.ts'
import type { Turn, TurnEvent } from './turns.ts'

/** How a session's work turned out, as far as its checks and commits show it. */
export interface Turnout {
  readonly outcome: HandoffOutcome
  /** What that rests on, in a few words: "`npm test` passed, committed". */
  readonly reason: string
  /** The events that it rests on. */
  readonly evidence: readonly string[]
}

/**
 * Infers how a session's work turned out from the last result of each kind of check, from its commits and from how its
 * last turn ended; `root` is the folder that the work is in, if known. Undefined if nothing was changed, committed or checked.
 */
export function turnoutOf(turns: readonly Turn[], root?: string): Turnout | undefined {
  const work = workIn(turns, root)
  const outcome = gradeOf(work)
  if (outcome === undefined) return undefined
  const evidence = [...[...work.checks.values()].map(({ id }) => id), work.edited?.id, work.committed?.id]
  return { outcome, reason: reasonOf(work), evidence: [...new Set(evidence.filter((id) => id !== undefined))] }
}

/** What counts in a session. */
interface Work {
  /** The last result of each kind of check; `unknown` only after a failure. */
  readonly checks: ReadonlyMap<string, Checked>
  readonly edited?: Step | undefined
  readonly committed?: Step | undefined
  /** All edits are committed. */
  readonly isDelivered: boolean
  /** The last turn was interrupted, and did not commit. */
  readonly isUnfinished: boolean
}

/** An event and its position. */
interface Step {
  readonly id: string
  readonly at: number
}
interface Checked extends Step {
  readonly result: CheckOutcome
}

function workIn(turns: readonly Turn[], root?: string): Work {
  const checks = new Map<string, Checked>()
  let [edited, committed]: (Step | undefined)[] = []
  for (const [at, call] of turns.flatMap(({ calls }) => calls).entries()) {
    const step = { id: call.id, at }
    for (const result of call.checks ?? []) countCheck(checks, { ...step, result })
    if (isEditIn(call, root)) edited = step
    if (takesBack(call, 'commits')) committed = undefined
    if (commitsIn([call]).length > 0) committed = step
  }
  const last = turns.findLast(({ prompts, calls }) => prompts.length + calls.length > 0)
  const isUnfinished = last?.message === '' && !last.calls.some(({ id }) => id === committed?.id)
  const isDelivered = committed !== undefined && committed.at >= (edited?.at ?? 0)
  return { checks, edited, committed, isDelivered, isUnfinished }
}

/** A run whose result was not seen counts only after a failure, because that may have been fixed. */
function countCheck(checks: Map<string, Checked>, run: Checked): void {
  const { check, status } = run.result
  const before = checks.get(check)?.result.status ?? 'pass'
  if (status !== 'unknown' || before !== 'pass') checks.set(check, run)
}

const isEditIn = ({ filesModified }: TurnEvent, root?: string): boolean =>
  filesModified.some((file) => root === undefined || !relativePath(file, root).startsWith('/'))

function gradeOf({ checks, edited, committed, isDelivered, isUnfinished }: Work): HandoffOutcome | undefined {
  const results = [...checks.values()]
  const passes = results.filter(({ result }) => result.status === 'pass')
  const bad = results.filter(({ result }) => result.status === 'fail' || result.status === 'error')
  if (bad.length > 0) {
    if (isDelivered && bad.every(({ at }) => at < (committed?.at ?? 0))) return 'PARTIAL_PLUS'
    return committed !== undefined || passes.length > 0 ? 'PARTIAL_MINUS' : 'FAILED'
  }
  const isVerified = passes.length === results.length && passes.some(({ at }) => at > (edited?.at ?? -1))
  if (isDelivered || isVerified) return isUnfinished ? 'PARTIAL_PLUS' : 'SUCCEEDED'
  return edited && (isUnfinished ? 'PARTIAL_MINUS' : 'PARTIAL_PLUS')
}

const MAX_COMMAND = 60

const ENDS: Readonly<Record<CheckStatus, string>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'failed',
  unknown: 'result not seen',
}

function reasonOf({ checks, edited, isDelivered, isUnfinished }: Work): string {
  const parts = [...checks.values()].map(
    ({ result: { command, status } }) => `\`${command.slice(0, MAX_COMMAND)}\` ${ENDS[status]}`,
  )
  if (isDelivered) parts.push('committed')
  else if (edited !== undefined) parts.push('not committed')
  if (isUnfinished) parts.push('last turn unfinished')
  return parts.join(', ')
}
