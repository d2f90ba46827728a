import { behaviour, on } from '../../domain/behaviour.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { type HandoffOutcome, outcomeWords } from '../../domain/nouns/handoff.ts'

/** Just below the line with counts, which every session has. */
const RANK = 9
/** How many handoffs to look at: other sessions may have gone on since. */
const LOOKED_AT = 20
/** Ends by which no person finished work: the client stopped, or the person went on in another session. */
const GOES_ON = new Set(['other', 'clear', 'resume'])

const needs = ({ project, session, source, attended, client }: EventOf<'SessionStart'>) =>
  source === 'startup' && (client?.attended ?? attended) !== false
    ? ({
        ended: { fact: 'endedBefore', project, session },
        handoffs: { fact: 'records', noun: 'handoff', project, limit: LOOKED_AT },
      } as const)
    : undefined

/** After a person ended a session, tells them once how it seems to have turned out, and how to correct that. */
export default behaviour({
  name: 'session-outcome',
  summary:
    'When a session starts after you ended one: tells you once how that one turned out, inferred from its checks and commits, and how to correct it.',
  reactions: [
    on('SessionStart', { lane: 'reply', onFailure: 'pass', needs, decide: (_, facts) => outcomeRequest(facts) }),
  ],
})

function outcomeRequest({ ended, handoffs }: FactsFor<typeof needs>): Effect<'SessionStart', 'reply'>[] {
  const handoff = handoffs.find(({ session }) => session === ended?.id)
  if (ended === undefined || GOES_ON.has(ended.endReason ?? 'other')) return []
  if (handoff?.outcome === undefined || handoff.outcomeBy !== 'inferred') return []
  return [{ kind: 'note', text: outcomeQuestion(handoff.id, handoff.outcome, handoff.outcomeReason ?? ''), rank: RANK }]
}

/** `Hindcast: last session looks mostly done (not committed). To correct: …` */
function outcomeQuestion(id: string, outcome: HandoffOutcome, reason: string): string {
  const others = Object.values(outcomeWords).filter((words) => words !== outcomeWords[outcome])
  const choices = others.map((words) => words.replace(' ', '-')).join('|')
  return `Hindcast: last session looks ${outcomeWords[outcome]} (${reason}). To correct: hindcast handoff mark ${id.slice(0, ID)} ${choices}`
}

/** A unique prefix is enough. */
const ID = 10
