import { outcomesOfCall } from '../checks/judge.ts'
import type { EventOf } from '../events.ts'
import { errorLine } from '../memory/failures.ts'
import type { Experience } from './experience.ts'
import { type FailureMark, isSameFailure, isSameTest, markIn, markOf } from './failure.ts'

/** How far back in its own session a cure counts as forgotten. */
const FAR_MS = 2 * 60 * 60_000

/** A session that asks: what it did itself lately is no news to it. */
export interface Asking {
  readonly session: string
  readonly at: number
  readonly startedAt: number
  /** When its context was last compacted or cleared. */
  readonly emptiedAt?: number | undefined
}

/** What failed in a shell call: its checks, or else the call itself; none if nothing did. */
export function failuresOf(
  call: EventOf<'PostToolUse' | 'PostToolUseFailure'>,
  extra: readonly string[],
): readonly FailureMark[] {
  const failed = outcomesOfCall(call, extra).filter(({ status }) => status === 'fail' || status === 'error')
  const line = call.name === 'PostToolUseFailure' ? errorLine({ output: call.error }) : ''
  return [...failed.map(markOf), ...(line === '' ? [] : [markOf({ error: line })])]
}

/** Experiences that cured one of these failures before, the newest first; those for the same tests before others. */
export function curesOf(
  failures: readonly FailureMark[],
  experiences: readonly Experience[],
  asking: Asking,
): readonly Experience[] {
  const tests = new Set(failures.flatMap((mark) => mark.tests))
  const same = experiences.filter(
    (one) =>
      saysHow(one) &&
      isNewCure(one, asking) &&
      failures.some((mark) => mayBe(mark, one) && isSameFailure(mark, markOfKept(one))),
  )
  const isOfTests = ({ failing }: Experience) => failing.some((name) => tests.has(name))
  return distinct([...same.filter(isOfTests), ...same.filter((one) => !isOfTests(one))])
}

/** Of cures that did the same, the first. */
function distinct(cures: readonly Experience[]): readonly Experience[] {
  const seen = new Set<string>()
  return cures.filter(({ files, commands }) => {
    const did = JSON.stringify([files, commands])
    return !seen.has(did) && seen.add(did)
  })
}

/** Rules most out without taking them apart. */
const mayBe = ({ print, tests }: FailureMark, { failure = '', failing }: Experience): boolean =>
  (print !== '' && failure.startsWith(print)) || failing.some((name) => tests.some((its) => isSameTest(name, its)))

const marks = new WeakMap<Experience, FailureMark>()

/** The mark of a kept failure. Every failing call asks for all of them. */
export function markOfKept(one: Experience): FailureMark {
  const known = marks.get(one) ?? markIn(one.failure, one.failing)
  marks.set(one, known)
  return known
}

/** Whether it passed in the end, and something is known to have made the difference. */
export const saysHow = ({ status, files, commands }: Experience): boolean =>
  status === 'confirmed' && (files.length > 0 || commands.length > 0)

/** Whether a session does not know it: from before its start or its last compaction, far back, or another session's. */
function isNewCure({ session, heldBy, startedAt, closedAt = 0 }: Experience, asking: Asking): boolean {
  const before = Math.max(asking.startedAt, asking.emptiedAt ?? 0, asking.at - FAR_MS)
  const isOthers = session !== asking.session && heldBy !== asking.session && startedAt > asking.startedAt
  return closedAt < before || isOthers
}
