import { markedWord } from './marks.ts'
import { claimsOf, equals, isDone, lastSaid, numberedNames, ofAll, readOf, roleSaid } from './participants.ts'
import type { Participant, SubagentPattern } from './pattern.ts'

const joins = equals('handler')

/** Handlers follow each other until one handles it. */
export const chainOfResponsibility: SubagentPattern = {
  name: 'chain-of-responsibility',
  summary: 'Handlers are asked one after the other; each handles the task or passes it on with a reason.',
  counts: 'handlers',
  roles: { handler: /\bhandlers?\b/i },
  words: /\bchain of responsibility\b|\bchain of (?:\w+ )?handlers\b/i,
  roleOf: (newcomer, others, plan) => (handlerOf(others) ? undefined : joins(newcomer, others, plan)),
  brief: (own, all, { agents }) => ({
    says: [
      `This agent is handler ${own.role.n}${ofAll(agents)} of a chain: it handles the task, or passes it on.`,
      'Which of them is read from the last line of its answer: `HANDLED`, or `ESCALATE: ` and why.',
    ],
    claims: claimsOf(all.filter(({ role }) => role.n === own.role.n - 1)),
  }),
  toStart: (all, { agents }) => {
    if (handlerOf(all)) return []
    return agents === undefined ? undefined : numberedNames('handler', all.length + 1, agents)
  },
  result: (all) => {
    const handler = handlerOf(all)
    return {
      says: handler
        ? `handled by ${roleSaid(handler.role)}`
        : `not handled by any of ${all.filter(isDone).length} handlers`,
      claims: claimsOf([handler ?? all.at(-1)].filter((one) => one !== undefined)),
      data: {
        handledBy: handler ? { agent: handler.agent, handler: handler.role.n } : null,
        handlers: all.map((one) => ({
          agent: one.agent,
          handler: one.role.n,
          reading: handlingOf(one) ?? null,
          output: lastSaid(one),
        })),
      },
    }
  },
}

const handlingOf = (one: Participant) => readOf(one, (text) => markedWord(text, ['HANDLED', 'ESCALATE']))

const handlerOf = (all: readonly Participant[]): Participant | undefined =>
  all.find((one) => handlingOf(one) === 'HANDLED')
