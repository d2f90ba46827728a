import { behaviour, on } from '../../domain/behaviour.ts'
import { outcomesOfCall } from '../../domain/checks/judge.ts'
import { outcomeSection } from '../../domain/context/belief-lines.ts'
import type { EventOf } from '../../domain/events.ts'
import { capturesOf } from '../../domain/experience/captured.ts'
import { changed } from '../../domain/experience/journal.ts'
import type { FactMap } from '../../domain/facts.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Settings } from '../../domain/settings.ts'

/** What a run says about the work in hand matters more than what is known of a file. */
const RANK = 60

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const reaction = {
  lane: 'reply',
  acts: ['shell'],
  // The first runs in a daemon's life compile the readers' patterns, and what is cut off is not told
  budgetMs: 100,
  onFailure: 'pass',
  answers: ['context'],
  needs: ({ session, agent }: Called) =>
    ({ settings: { fact: 'settings' }, own: { fact: 'ownExperience', session, agent: agent?.id } }) as const,
  decide: captured,
} as const

/** Holds the results of checks against the belief that the agent tests. */
export default behaviour({
  name: 'outcome-capture',
  summary:
    'While an agent tests a belief: compares the result of each test or build with what it expected, and says once whether it is confirmed or falsified.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

interface Facts {
  readonly settings: Settings
  readonly own: FactMap['ownExperience']['answer']
}

function captured(event: Called, { settings, own }: Facts) {
  if (own === undefined || !settings.outcome.autoCapture || settings.skipTools.includes(event.tool)) return []
  const { experience } = own
  const output = event.name === 'PostToolUse' ? event.result.text : event.error
  const runs = outcomesOfCall(event, settings.outcome.extraCommands).map((outcome, n) => {
    return { id: deriveId('e', event.id, 'outcome', n), outcome, output }
  })
  const captures = capturesOf(experience, runs, event.at)
  const last = captures.findLast(({ verdict }) => verdict === 'mismatch') ?? captures.at(-1)
  if (last === undefined) return []
  const record = captures.reduce(changed, experience)
  const section = { ...outcomeSection(experience, last), autoCaptured: true } as const
  return [
    { kind: 'context', type: 'outcome', rank: RANK, ...section },
    { kind: 'experience', record },
  ] as const
}
