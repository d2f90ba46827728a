import type { Handoff } from '../nouns/handoff.ts'
import { commitsIn } from './commits.ts'
import type { Turn } from './turns.ts'

/**
 * The newest recap that the client's model wrote of a session, as part of its handoff, unless a prompt or a commit came
 * after it: then it no longer says where the work stands.
 */
export function recapIn(turns: readonly Turn[]): Pick<Handoff, 'movedAt' | 'recap' | 'recapAt'> {
  const moves = turns.flatMap(({ prompts, calls }) => [
    ...prompts,
    ...calls.filter((call) => commitsIn([call]).length > 0),
  ])
  const movedAt = moves.length === 0 ? undefined : Math.max(...moves.map(({ at }) => at))
  const [last] = turns
    .flatMap(({ events }) => events.filter(({ name, agentId }) => name === 'Recap' && agentId === undefined))
    .sort((one, other) => other.at - one.at)
  const recap = last?.body.text
  const isCurrent = last !== undefined && typeof recap === 'string' && last.at >= (movedAt ?? 0)
  return { movedAt, ...(isCurrent && { recap, recapAt: last.at }) }
}
