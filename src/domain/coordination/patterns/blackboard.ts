import { quote } from '../../quote.ts'
import { markedValues } from './marks.ts'
import { equals, isDone, ofAll, roleSaid, unstartedNames } from './participants.ts'
import type { Participant, SubagentPattern } from './pattern.ts'

/** Specialists write what they find under keys that all later ones read. */
export const blackboard: SubagentPattern = {
  name: 'blackboard',
  summary: 'Specialists write what they find on a board, under keys, and the others read it.',
  counts: 'specialists',
  roles: { specialist: /\bspecialists?\b/i },
  words: /\bblackboard\b/i,
  isLive: true,
  roleOf: equals('specialist'),
  brief: (own, all, { agents }) => ({
    says: [
      `This agent is specialist ${own.role.n}${ofAll(agents)} at a blackboard that all specialists share.`,
      'A line of its answer in the form `BOARD: key = value` is written on the board; a later value replaces an earlier one.',
    ],
    claims: [...boardOf(all.filter(({ agent }) => agent !== own.agent))].map(([key, { id, by, value }]) => ({
      id,
      by,
      text: `${key} = ${value}`,
    })),
  }),
  toStart: unstartedNames('specialist'),
  result: (all) => {
    const board = boardOf(all)
    const said = [...board].map(([key, { value }]) => quote(`${key} = ${value}`, 120)).join(', ')
    return {
      says: `${all.filter(isDone).length} of ${all.length} specialists ended${said === '' ? '; the board is empty' : `; written by agent: ${said}`}`,
      claims: [],
      data: { board: Object.fromEntries([...board].map(([key, { value, by }]) => [key, { value, by }])) },
    }
  },
}

interface Written {
  readonly id: string
  readonly by: string
  readonly value: string
}

/** What stands on the board, each key with its latest value. */
function boardOf(all: readonly Participant[]): ReadonlyMap<string, Written> {
  const board = new Map<string, Written>()
  for (const { role, said } of all.toSorted((a, b) => (a.stoppedAt ?? 0) - (b.stoppedAt ?? 0)))
    for (const { id, text } of said)
      for (const line of markedValues(text, 'BOARD')) {
        const [, key, value] = /^([^=:]{1,60}?)\s*[=:]\s*(\S.*)$/.exec(line) ?? []
        if (key !== undefined && value !== undefined)
          board.set(key.trim().toLowerCase(), { id, by: roleSaid(role), value })
      }
  return board
}
