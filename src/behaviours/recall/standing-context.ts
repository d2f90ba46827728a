import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import { atHand, STANDING_HEAD, STANDING_MOST, standingLines } from '../../domain/context/standing-lines.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'

type Start = EventOf<'SessionStart' | 'SubagentStart'>

/** Below the handoff and above the index, which then covers the rest. */
const RANK = 65
/** How many records the few are chosen from. */
const LOOKED_AT = 200
/** As many as the handoff considers, to see what happened to files since. */
const HANDOFFS = 50

const reaction = { lane: 'reply', onFailure: 'pass' } as const

const standingNeeds = (project: string) =>
  ({
    settings: { fact: 'settings' },
    standing: { fact: 'standing', project, limit: LOOKED_AT },
    handoffs: { fact: 'records', noun: 'handoff', project, limit: HANDOFFS },
    instructions: { fact: 'instructions', project },
  }) as const

/** Tells a session what is current in its project, however old, starting with what is relevant to the work at hand. */
export default behaviour({
  name: 'standing-context',
  summary: 'When a session starts: shows the current decisions and notes of the project.',
  reactions: [
    on('SessionStart', {
      ...reaction,
      needs: ({ source, project }) => (source === 'resume' ? undefined : standingNeeds(project)),
      decide: (event, facts) => standingReplies(event, facts),
    }),
    on('SubagentStart', {
      ...reaction,
      needs: ({ project }) => standingNeeds(project),
      decide: (event, facts) => (facts.settings.subagents.context === 'full' ? standingReplies(event, facts) : []),
    }),
    // A continuing session still has what it was told
    on('SessionStart', {
      ...reaction,
      needs: ({ source, project, session }) =>
        source === 'resume'
          ? { ...standingNeeds(project), before: { fact: 'told', scope: session } as const }
          : undefined,
      decide: (event, { before, ...known }) => {
        const { ids, at = event.at } = before
        return standingReplies(event, { ...known, standing: known.standing.filter((each) => each.at > at) }, ids)
      },
    }),
  ],
})

function standingReplies(
  event: Start,
  known: FactsFor<typeof standingNeeds>,
  ids: readonly string[] = [],
): Decided<'SessionStart', 'reply', 'context'>[] {
  if (!known.settings.standing.enabled) return []
  const work = atHand(known.handoffs[0], event.branch)
  const items = standingLines(known.standing, known.handoffs, {
    work,
    now: event.at,
    isNarrow: known.settings.context.depth === 'narrow',
  })
  if (items.length === 0) return []
  const heard = { ids, texts: known.instructions }
  return [{ kind: 'context', type: 'reminder', rank: RANK, head: STANDING_HEAD, items, most: STANDING_MOST, heard }]
}
