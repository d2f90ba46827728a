import { behaviour, on } from '../../domain/behaviour.ts'
import { outcomeSection } from '../../domain/context/belief-lines.ts'
import type { EventOf } from '../../domain/events.ts'
import { capturesOf } from '../../domain/experience/captured.ts'
import { withJournalEntry } from '../../domain/experience/journal.ts'
import type { FactsFor } from '../../domain/facts.ts'

/** What a run says about the work in hand matters more than what is known of a file. */
const RANK = 60

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const needs = ({ session, agent }: Called) =>
  ({ settings: { fact: 'settings' }, own: { fact: 'ownExperience', session, agent: agent?.id } }) as const

const reaction = {
  lane: 'reply',
  acts: ['shell'],
  onFailure: 'pass',
  answers: ['context'],
  needs,
  decide: captured,
} as const

/** Holds the results of checks against the belief that the agent tests. */
export default behaviour({
  name: 'outcome-capture',
  summary:
    'While an agent tests a belief: compares the result of each test or build with what it expected, and says once whether it is confirmed or falsified.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

function captured(event: Called, { settings, own }: FactsFor<typeof needs>) {
  if (own === undefined || own.runs.length === 0 || !settings.outcome.autoCapture) return []
  const { experience, runs } = own
  const output = event.name === 'PostToolUse' ? event.result.text : event.error
  const captures = capturesOf(experience, runs, output, event.at)
  const last = captures.findLast(({ verdict }) => verdict === 'mismatch') ?? captures.at(-1)
  if (last === undefined) return []
  const record = captures.reduce(withJournalEntry, experience)
  const section = { ...outcomeSection(experience, last), autoCaptured: true } as const
  return [
    { kind: 'context', type: 'outcome', rank: RANK, ...section },
    { kind: 'experience', record },
  ] as const
}
