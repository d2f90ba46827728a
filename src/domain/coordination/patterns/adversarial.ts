import { quote } from '../../quote.ts'
import { lastValue } from './marks.ts'
import { claimsOf, hintOf, inRole, isDone, lastSaid, nextRole, readOf, roleSaid } from './participants.ts'
import type { Participant, RunPlan, SubagentPattern } from './pattern.ts'

/** An advocate and an adversary argue; a judge decides. */
export const adversarial: SubagentPattern = {
  name: 'adversarial',
  summary:
    'An advocate argues for something and an adversary against it, for a number of rounds; then a judge decides.',
  counts: 'agents',
  roles: {
    advocate: /\badvocates?\b(?!.*\bdevil)|\bproponents?\b/i,
    adversary: /\badversar(?:y|ies)\b|\bopponents?\b|\bdevil'?s advocate\b/i,
    judge: /\bjudges?\b|\barbiters?\b/i,
  },
  words: /\badversarial(?:ly)?\b|\badvocate (?:and|against|versus|vs\.?) (?:an? )?adversary\b|\bdebate between\b/i,
  roleOf: (newcomer, others, plan) => {
    const name = hintOf(adversarial, newcomer) ?? turnAfter(others, plan)
    const role = nextRole(name, others)
    return role.n > (name === 'judge' ? 1 : roundsOf(plan)) ? undefined : role
  },
  brief: ({ role: { name, n } }, all, plan) => {
    if (name === 'judge') {
      return {
        says: [
          'This agent is the judge: it decides between the advocate and the adversary.',
          'Its decision is read from the last line of its answer, in the form `VERDICT: decision`.',
        ],
        claims: claimsOf(all.filter(({ role }) => role.name !== 'judge')),
      }
    }
    const against = inRole(all, name === 'advocate' ? 'adversary' : 'advocate').at(-1)
    const side = name === 'advocate' ? 'for' : 'against'
    return {
      says: [
        `This agent is the ${name} of round ${n} of ${roundsOf(plan)}: it argues ${side} what its prompt proposes.`,
      ],
      claims: claimsOf(against === undefined ? [] : [against]),
    }
  },
  toStart: (all, plan) => {
    if (inRole(all, 'judge').length > 0) return []
    const rounds = roundsOf(plan)
    const sides = Array.from({ length: rounds }, (_, at) => [
      { name: 'advocate', n: at + 1 },
      { name: 'adversary', n: at + 1 },
    ]).flat()
    const isOpen = ({ name, n }: { name: string; n: number }) => n > inRole(all, name).length
    return [...sides.filter(isOpen).map((role) => `the ${role.name} of round ${role.n}`), 'the judge']
  },
  result: (all) => {
    const judge = inRole(all, 'judge').at(-1)
    const verdict = judge && readOf(judge, (text) => lastValue(text, 'VERDICT'))
    const sides = all.filter(({ role }) => role.name !== 'judge')
    const decided = verdict === undefined ? 'no verdict was read' : `verdict by agent: ${quote(verdict, 120)}`
    return {
      says: `${sides.filter(isDone).length} arguments; ${decided}`,
      claims: claimsOf(judge === undefined ? sides : [judge]),
      data: {
        arguments: sides.map((one) => ({ by: roleSaid(one.role), agent: one.agent, text: lastSaid(one) })),
        verdict: verdict ?? null,
      },
    }
  },
}

const roundsOf = ({ rounds = 1 }: RunPlan): number => rounds

function turnAfter(others: readonly Participant[], plan: RunPlan): string {
  const [own, against] = [inRole(others, 'advocate').length, inRole(others, 'adversary').length]
  if (own > against) return 'adversary'
  return own >= roundsOf(plan) ? 'judge' : 'advocate'
}
