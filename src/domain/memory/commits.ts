import { actOf } from './failures.ts'
import { shorten } from './prose.ts'
import type { TurnEvent } from './turns.ts'

/** A commit that a shell line made, by what git printed of it. */
export interface GitCommit {
  readonly hash: string
  readonly subject: string
  readonly event: TurnEvent
}

/** What the fact of an observation begins with that was committed. */
export const COMMIT_FACT = 'Commit: '

/** The commits that a turn's shell lines made, in order. */
export function commitsIn(calls: readonly TurnEvent[]): GitCommit[] {
  const lines = calls.filter((call) => actOf(call) === 'shell' && /\bgit\b[^\n]*\bcommit\b/.test(call.input ?? ''))
  return lines.flatMap((event) =>
    [...(event.output ?? '').matchAll(PRINTED)].map(([, hash = '', subject = '']) => ({ hash, subject, event })),
  )
}

/** `[main 1a2b3c4] Subject`, `[main (root-commit) 1a2b3c4] Subject`. */
const PRINTED = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] (\S[^\n]{0,300})$/gm

/** `Commit: 1a2b3c4 Subject` */
export const commitFact = ({ hash, subject }: GitCommit): string => `${COMMIT_FACT}${hash} ${shorten(subject, 120)}`

/** A subject without the kind of change that some write before it. */
export const plainSubject = ({ subject }: GitCommit): string =>
  subject.replace(/^(?:feat|fix|chore|docs|refactor|tests?|perf|ci|build|style)(?:\([^)]{0,60}\))?!?:\s*/i, '')
