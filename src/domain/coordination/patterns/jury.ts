import { quote } from '../../quote.ts'
import { lastValue } from './marks.ts'
import { equals, ofAll, readOf, unstartedNames } from './participants.ts'
import type { SubagentPattern } from './pattern.ts'

const LONGEST_CHOICE = 80

/** Several agents judge the same thing alone; their votes are counted. */
export const jury: SubagentPattern = {
  name: 'jury',
  summary: 'Several agents judge the same thing, each alone, and their votes are counted.',
  counts: 'jurors',
  roles: { juror: /\bjurors?\b/i },
  words: /\bjur(?:y|ors?)\b/i,
  isIsolated: true,
  roleOf: equals('juror'),
  brief: ({ role: { n } }, _all, { agents }) => ({
    says: [
      `This agent is juror ${n}${ofAll(agents)} of a jury. Each juror judges alone: none is shown what another found.`,
      'Its vote is read from the last line of its answer, in the form `VOTE: choice`, the choice in a few words.',
    ],
    // Never anything of another juror
    claims: [],
  }),
  toStart: unstartedNames('juror'),
  result: (all, { agents = 0 }) => {
    const votes = all.map((one) => ({ agent: one.agent, juror: one.role.n, vote: readOf(one, voteIn) ?? null }))
    const tally = votesByChoice(votes.flatMap(({ vote }) => vote ?? []))
    const [first, second] = tally
    const missing = Math.max(agents, all.length) - votes.filter(({ vote }) => vote !== null).length
    // No vote that is still missing could change it
    const isDecided = first !== undefined && first.votes > (second?.votes ?? 0) + missing
    const verdict = isDecided ? first.choice : null
    const said = tally.map(({ choice, votes }) => `${quote(choice, LONGEST_CHOICE)} ${votes}`).join(', ')
    const planned = missing + tally.reduce((sum, { votes }) => sum + votes, 0)
    const open = missing === 0 ? '; a tie' : '; undecided'
    return {
      says: `${planned - missing} of ${planned} jurors' votes read${said === '' ? '' : `; votes by agent: ${said}`}${first !== undefined && verdict === null ? open : ''}`,
      claims: [],
      data: { votes, tally, verdict },
    }
  },
}

const voteIn = (text: string): string | undefined => lastValue(text, 'VOTE')

/** How often each choice was made, the most frequent first; letter case makes no difference. */
function votesByChoice(votes: readonly string[]): readonly { readonly choice: string; readonly votes: number }[] {
  const byKey = new Map<string, { choice: string; votes: number }>()
  for (const choice of votes) {
    const key = choice.toLowerCase()
    byKey.set(key, { choice: byKey.get(key)?.choice ?? choice, votes: (byKey.get(key)?.votes ?? 0) + 1 })
  }
  return [...byKey.values()].sort((a, b) => b.votes - a.votes)
}
