import { digest } from '@hindcast/redaction/digest.ts'
import { patterns } from '../coordination/patterns/catalogue.ts'
import { isDone, roleSaid } from '../coordination/patterns/participants.ts'
import type { Contribution, Participant } from '../coordination/patterns/pattern.ts'
import type { RunProposal } from '../coordination/proposal.ts'
import type { RunProgress } from '../coordination/run-progress.ts'
import type { ContextItem, ReplyMap } from '../effects.ts'
import { quote } from '../quote.ts'

/** The characters that all quotations of one section may take together, and one of them at least. */
const QUOTED = 3000
const LEAST_QUOTED = 120
const RANK = 90

/** What an agent is told when it starts: its role, and what others said as far as its pattern passes it on. */
export function roleSection(own: Participant, { run, participants }: RunProgress): ReplyMap['context'] {
  const { says, claims } = patterns[run.pattern].brief(own, participants, run)
  const facts = says.map((text, at) => item(text, RANK - at))
  return { type: 'notice', rank: RANK, head: `Role in ${run.id}`, items: [...facts, ...quotations(claims)] }
}

/** What other agents of a run have said since an agent was last told; `marks`: the one-time notices that it is told now. */
export function newsSection(
  own: Participant,
  { run, participants }: RunProgress,
  warned: readonly string[],
): { readonly section: ReplyMap['context']; readonly marks: readonly string[] } | undefined {
  const { claims } = patterns[run.pattern].brief(own, participants, run)
  const news = claims.filter((claim) => !warned.includes(newsMark(own, claim)))
  if (news.length === 0) return undefined
  const section = { type: 'notice', rank: RANK, head: `Said by others in ${run.id}`, items: quotations(news) } as const
  return { section, marks: news.map((claim) => newsMark(own, claim)) }
}

const newsMark = ({ agent }: Participant, { id, text }: Contribution): string => `run ${agent} ${id} ${digest([text])}`

/** The result of a run, for the agent that started it. */
export function resultSection({ run, result }: RunProgress): ReplyMap['context'] {
  const head = `Result of ${run.id} (${run.pattern})`
  return { type: 'notice', rank: RANK, head, items: [item(`${result.says}.`, RANK), ...quotations(result.claims)] }
}

/** The same in sentences, to be kept. */
export const outcomeLines = ({ result }: Pick<RunProgress, 'result'>): readonly string[] => [
  `${result.says}.`,
  ...quotations(result.claims).map(({ text }) => text),
]

/** What a run still waits for, for an agent that is about to stop. */
export function missingReason({ run, running, toStart = [], participants }: RunProgress): string {
  const open = [
    ...running.map(({ role }) => `${roleSaid(role)} (not ended)`),
    ...toStart.map((who) => `${who} (not started)`),
  ]
  return `The ${run.pattern} run ${run.id} is not complete: ${participants.filter(isDone).length} ended; still missing: ${open.join(', ')}. \`hindcast run stop\` ends it as it is. This is said once.`
}

/** What a prompt seems to ask for, and the command that declares it. */
export function proposalItem({ pattern, agents }: RunProposal): ContextItem {
  const size = agents === undefined ? '' : ` --agents ${agents}`
  return item(
    `The prompt seems to ask for this pattern of subagents: ${pattern}. \`hindcast run start ${pattern}${size}\` (or the tool \`run\`) makes Hindcast give each subagent its role and collect the results.`,
    RANK,
  )
}

const item = (text: string, rank: number): ContextItem => ({ text, ids: [], rank })

/** Each agent's words under its role; the more there are, the shorter each is. */
function quotations(claims: readonly Contribution[]): readonly ContextItem[] {
  const most = Math.max(LEAST_QUOTED, Math.floor(QUOTED / Math.max(1, claims.length)))
  return claims.map(({ by, text }, at) => item(`- ${by}: agent reported ${quote(text, most)}`, RANK - 10 - at / 100))
}
