import { markedWord } from './marks.ts'
import { claimsOf, hintOf, inRole, isDone, lastSaid, nextRole, readOf } from './participants.ts'
import type { Participant, RunPlan, SubagentPattern } from './pattern.ts'

const ROUNDS = 3

/** A generator and a critic take turns until the critic approves. */
export const generatorCritic: SubagentPattern = {
  name: 'generator-critic',
  summary: 'A generator makes something, a critic judges it, and so on until it is approved or the rounds are used up.',
  counts: 'agents',
  roles: {
    generator: /\bgenerat\w+|\bwriters?\b|\bauthors?\b/i,
    critic: /\bcritics?\b|\bcritiqu\w+|\breviewers?\b/i,
  },
  words: /\bgenerators? (?:and|\/|\+|plus) (?:an? )?critics?\b|\bgenerator[- ]critic\b|\bcritic loop\b/i,
  roleOf: (newcomer, others, plan) => {
    const name = hintOf(generatorCritic, newcomer) ?? turnAfter(others.at(-1))
    const role = nextRole(name, others)
    return role.n > roundsOf(plan) || isApproved(others) ? undefined : role
  },
  brief: ({ role: { name, n } }, all, plan) => {
    const of = ` of ${roundsOf(plan)}`
    if (name === 'generator') {
      const before = inRole(all, 'critic').at(-1)
      return {
        says: [
          `This agent is the generator of round ${n}${of}: it makes what its prompt asks for; a critic judges it next.`,
          ...(before === undefined ? [] : ['What the critic of the round before said:']),
        ],
        claims: claimsOf(before === undefined ? [] : [before]),
      }
    }
    const made = inRole(all, 'generator').at(-1)
    return {
      says: [
        `This agent is the critic of round ${n}${of}: it judges what the generator made.`,
        'Its verdict is read from the last line of its answer: `APPROVED`, or `CHANGES: ` and what is to be changed.',
      ],
      claims: claimsOf(made === undefined ? [] : [made]),
    }
  },
  toStart: (all, plan) => {
    const [made, judged] = [inRole(all, 'generator').length, inRole(all, 'critic').length]
    if (isApproved(all) || (judged >= roundsOf(plan) && made >= judged)) return []
    const name = turnAfter(all.at(-1))
    return [`the ${name} of round ${nextRole(name, all).n}`]
  },
  result: (all) => {
    const critics = inRole(all, 'critic')
    const verdicts = critics.map((one) => ({
      round: one.role.n,
      agent: one.agent,
      verdict: criticVerdict(one) ?? null,
    }))
    const generator = inRole(all, 'generator').findLast(isDone)
    const approved = isApproved(all)
    return {
      says: `${critics.filter(isDone).length} rounds judged; ${approved ? 'the critic approved' : 'not approved'}`,
      claims: claimsOf([generator, critics.at(-1)].filter((one) => one !== undefined)),
      data: { approved, rounds: verdicts, output: generator === undefined ? null : lastSaid(generator) },
    }
  },
}

const roundsOf = ({ rounds = ROUNDS }: RunPlan): number => rounds

const turnAfter = (last: Participant | undefined): 'generator' | 'critic' =>
  last?.role.name === 'generator' ? 'critic' : 'generator'

const criticVerdict = (critic: Participant) => readOf(critic, (text) => markedWord(text, ['APPROVED', 'CHANGES']))

const isApproved = (all: readonly Participant[]): boolean => {
  const last = inRole(all, 'critic').findLast(isDone)
  return last !== undefined && criticVerdict(last) === 'APPROVED'
}
