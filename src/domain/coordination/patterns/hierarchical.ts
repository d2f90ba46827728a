import {
  claimsOf,
  hintOf,
  inRole,
  isDone,
  lastSaid,
  nextRole,
  ofAll,
  outputsOf,
  unstartedNames,
} from './participants.ts'
import type { SubagentPattern } from './pattern.ts'

/** A coordinator divides the work, workers do it. */
export const hierarchical: SubagentPattern = {
  name: 'hierarchical',
  summary:
    'A coordinator divides the work and puts the results together; workers do one part each. The main agent coordinates unless a subagent is started as the coordinator.',
  counts: 'workers',
  roles: { coordinator: /\bcoordinat\w*|\borchestrat\w*/i, worker: /\bworkers?\b|\bspecialists?\b/i },
  words: /\bhierarch\w+|\bcoordinator and (?:\w+ )?workers\b|\bworkers under (?:a|one) coordinator\b/i,
  roleOf: (newcomer, others, { agents }) => {
    const isCoordinator = hintOf(hierarchical, newcomer) === 'coordinator'
    if (isCoordinator && inRole(others, 'coordinator').length === 0) return { name: 'coordinator', n: 1 }
    const role = nextRole('worker', others)
    return agents !== undefined && role.n > agents ? undefined : role
  },
  brief: ({ role }, all, { agents }) => {
    const [coordinator] = inRole(all, 'coordinator')
    if (role.name === 'coordinator') {
      return {
        says: [
          'This agent is the coordinator: it divides the task into parts for workers, and puts their results together.',
          'Its last message is passed on to workers that start later.',
        ],
        claims: claimsOf(inRole(all, 'worker')),
      }
    }
    const whose = coordinator === undefined ? 'the main agent' : 'a coordinator'
    return {
      says: [
        `This agent is worker ${role.n}${ofAll(agents)} under ${whose}, and does the one part that its prompt names.`,
        'Its last message is its report: what was done, what was found, what is left.',
      ],
      claims: claimsOf(coordinator === undefined ? [] : [coordinator]),
    }
  },
  toStart: unstartedNames('worker'),
  result: (all) => {
    const [coordinator] = inRole(all, 'coordinator')
    const workers = inRole(all, 'worker')
    return {
      says: `${workers.filter(isDone).length} of ${workers.length} workers reported`,
      claims: claimsOf(all),
      data: {
        coordinator: coordinator === undefined ? null : { agent: coordinator.agent, output: lastSaid(coordinator) },
        workers: outputsOf(workers),
      },
    }
  },
}
