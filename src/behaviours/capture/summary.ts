import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { summarise } from '../../domain/memory/summarise.ts'
import { type Turn, turnNeeds, turnOf, turnsUpTo } from '../../domain/memory/turns.ts'

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  key: ({ session }: Event) => session,
  needs: ({ session }: Event) => turnNeeds(session),
  decide: summed,
} as const

/** Stores the state of a session; it has a summary for each matter, the latest of which is current. */
export default behaviour({
  name: 'summary',
  summary: 'Keeps a summary of each line of work in a session: request, learned, completed, next steps.',
  reactions: [on('Stop', reaction), on('PreCompact', reaction), on('SessionEnd', reaction)],
})

function summed(event: Event, { session, events, prompts }: FactsFor<typeof turnNeeds>): readonly WorkEffect[] {
  const turns = turnsUpTo(event, events, prompts)
  const isTelling = ({ message, calls }: Turn) => message !== '' || calls.length > 0
  const last = event.name === 'Stop' ? turnOf(event, turns) : turns.findLast(isTelling)
  const root = session?.worktree ?? session?.cwd
  const summary = last === undefined ? undefined : summarise(turns.slice(0, turns.indexOf(last) + 1), root)
  return summary === undefined ? [] : [{ kind: 'summary', record: summary }]
}
