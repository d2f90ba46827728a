import type { Handoff } from '../nouns/handoff.ts'
import { commitsIn } from './commits.ts'
import type { Turn } from './turns.ts'

/**
 * The newest recap that the client's model wrote of a session, as part of its handoff, unless a prompt or a commit came
 * after it: then it no longer says where the work stands.
 */
export function recapIn(turns: readonly Turn[]): Pick<Handoff, 'recap' | 'recapAt'> {
  const [recap] = turns
    .flatMap(({ events }) => events.filter(({ name, agentId }) => name === 'Recap' && agentId === undefined))
    .sort((one, other) => other.at - one.at)
  const text = recap?.body.text
  if (recap === undefined || typeof text !== 'string' || text === '') return {}
  const since = turns.flatMap(({ prompts, calls }) => [
    ...prompts,
    ...calls.filter((call) => commitsIn([call]).length > 0),
  ])
  return since.some(({ at }) => at > recap.at) ? {} : { recap: text, recapAt: recap.at }
}
