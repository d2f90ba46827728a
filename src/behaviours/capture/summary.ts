import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { summarise } from '../../domain/memory/summarise.ts'
import { turnNeeds, turnOf, turnsUpTo } from '../../domain/memory/turns.ts'

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  key: ({ session }: Event) => session,
  needs: ({ session }: Event) => turnNeeds(session),
  decide: summed,
} as const

/** Stores the state of a session; a session has several summaries, the latest of which is current. */
export default behaviour({
  name: 'summary',
  summary: 'Summarises the session after each turn: request, learned, completed, next steps.',
  reactions: [on('Stop', reaction), on('PreCompact', reaction), on('SessionEnd', reaction)],
})

function summed(event: Event, { session, events, prompts }: FactsFor<typeof turnNeeds>): readonly WorkEffect[] {
  const turns = turnsUpTo(event, events, prompts)
  const telling = turns.filter((turn) => turn.message !== '' || turn.calls.length > 0)
  const turn = event.name === 'Stop' ? turnOf(event, turns) : telling.at(-1)
  const root = session?.worktree ?? session?.cwd
  const summary = turn === undefined ? undefined : summarise(turn, root, turns.slice(0, turns.indexOf(turn)))
  return summary === undefined ? [] : [{ kind: 'summary', record: summary }]
}
