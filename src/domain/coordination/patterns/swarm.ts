import { markedValues } from './marks.ts'
import { claimsOf, equals, isDone, ofAll, outputsOf, roleSaid, unstartedNames } from './participants.ts'
import type { Contribution, Participant, SubagentPattern } from './pattern.ts'

/** Agents work side by side and broadcast what the others should know. */
export const swarm: SubagentPattern = {
  name: 'swarm',
  summary: 'Agents work side by side on parts of one task and broadcast what they find to the others.',
  counts: 'workers',
  roles: { worker: /\bworkers?\b/i },
  words: /\bswarms?\b/i,
  isLive: true,
  roleOf: equals('worker'),
  brief: (own, all, { agents }) => ({
    says: [
      `This agent is worker ${own.role.n}${ofAll(agents)} of a swarm: the others work on other parts of the same task.`,
      'A line of its answer in the form `BROADCAST: text` is passed on to the other workers.',
    ],
    claims: broadcastsOf(all.filter(({ agent }) => agent !== own.agent)),
  }),
  toStart: unstartedNames('worker'),
  result: (all) => {
    const broadcasts = broadcastsOf(all)
    return {
      says: `${all.filter(isDone).length} of ${all.length} workers ended, with ${broadcasts.length} broadcasts`,
      claims: claimsOf(all),
      data: { workers: outputsOf(all), broadcasts: broadcasts.map(({ by, text }) => ({ by, text })) },
    }
  },
}

const broadcastsOf = (all: readonly Participant[]): readonly Contribution[] =>
  all.flatMap(({ role, said }) =>
    said.flatMap(({ id, text }) =>
      markedValues(text, 'BROADCAST').map((value) => ({ id, by: roleSaid(role), text: value })),
    ),
  )
