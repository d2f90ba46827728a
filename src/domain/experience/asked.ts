import { outcomesOfCall } from '../checks/judge.ts'
import type { Event, EventOf } from '../events.ts'
import { promptWish } from '../memory/intent.ts'
import { namesInError } from './failure.ts'
import type { Query } from './similar.ts'

/** Pasted text is compared, too, but the person's own words come first: only so many are. */
const LONGEST = 4000

/** What a prompt is compared by. */
export const queryOf = (prompt: string): Query => ({ text: `${promptWish(prompt)}\n${prompt}`.slice(0, LONGEST) })

/** What a failing check is compared by: its failing tests, what its error names, and its command; undefined if none failed. */
export function failedIn(
  call: EventOf<'PostToolUse' | 'PostToolUseFailure'>,
  extra: readonly string[],
): Query | undefined {
  const failed = outcomesOfCall(call, extra).filter(({ status }) => status === 'fail' || status === 'error')
  const [first] = failed
  if (first === undefined) return undefined
  const text = failed.flatMap(({ failing = [], error = '' }) => [...failing, ...namesInError(error), error])
  return { text: [...text, first.command].join('\n').slice(0, LONGEST), command: first.command }
}

/** What past beliefs are recalled from. */
export const beliefNeeds = ({ project, session }: Pick<Event, 'project' | 'session'>) =>
  ({
    settings: { fact: 'settings' },
    experiences: { fact: 'experiences', project },
    told: { fact: 'told', scope: session },
    premortem: { fact: 'premortem', scope: session },
  }) as const

/** How a reaction that recalls them at a failing check is declared. */
export const AT_FAILURE = { lane: 'reply', acts: ['shell'], answers: ['context'], onFailure: 'pass' } as const
