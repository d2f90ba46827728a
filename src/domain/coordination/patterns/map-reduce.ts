import {
  claimsOf,
  hintOf,
  inRole,
  isDone,
  lastSaid,
  nextRole,
  numberedNames,
  ofAll,
  outputsOf,
} from './participants.ts'
import type { SubagentPattern } from './pattern.ts'

/** Mappers each take a part; a reducer combines what they found. */
export const mapReduce: SubagentPattern = {
  name: 'map-reduce',
  summary: 'Mappers each take one part of the input, and a reducer combines what they found.',
  counts: 'mappers',
  roles: { mapper: /\bmap(?:per|pers|ping)?\b/i, reducer: /\breduc(?:e|er|ing)\b/i },
  words: /\bmap[- ]?reduce\b|\bmappers\b/i,
  roleOf: (newcomer, others, { agents }) => {
    const mappers = inRole(others, 'mapper')
    const isFull = agents === undefined ? mappers.length >= 2 && mappers.every(isDone) : mappers.length >= agents
    const name = hintOf(mapReduce, newcomer) ?? (isFull ? 'reducer' : 'mapper')
    if (name === 'mapper' && agents !== undefined && mappers.length >= agents) return undefined
    return nextRole(name, others)
  },
  brief: ({ role }, all, { agents }) => {
    const mappers = inRole(all, 'mapper')
    if (role.name === 'mapper') {
      return {
        says: [
          `This agent is mapper ${role.n}${ofAll(agents)}, and works on the one part of the input that its prompt names.`,
          'Its last message is passed on to the reducer.',
        ],
        claims: [],
      }
    }
    const running = mappers.filter((one) => !isDone(one)).length
    return {
      says: [
        `This agent is the reducer: it combines what ${mappers.length}${ofAll(agents)} mappers found.`,
        ...(running > 0 ? [`${running} of them have not ended yet.`] : []),
      ],
      claims: claimsOf(mappers),
    }
  },
  toStart: (all, { agents }) => {
    const reducers = inRole(all, 'reducer')
    // It has combined what there is
    if (reducers.some(isDone)) return []
    const reducer = reducers.length > 0 ? [] : ['the reducer']
    if (agents === undefined) return reducer.length > 0 ? undefined : []
    return [...numberedNames('mapper', inRole(all, 'mapper').length + 1, agents), ...reducer]
  },
  result: (all, { agents = 0 }) => {
    const mappers = inRole(all, 'mapper')
    const reducer = inRole(all, 'reducer').at(-1)
    const reduced = reducer !== undefined && isDone(reducer) ? lastSaid(reducer) : null
    return {
      says: `${mappers.filter(isDone).length} of ${Math.max(agents, mappers.length)} mappers ended, ${reduced === null ? 'nothing reduced yet' : 'and the reducer'}`,
      claims: reduced === null || reducer === undefined ? claimsOf(mappers) : claimsOf([reducer]),
      data: { mapped: outputsOf(mappers), reduced },
    }
  },
}
