import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { handoffOf } from '../../domain/memory/handoff.ts'
import { recordedInSession } from '../../domain/memory/record.ts'
import { turnNeeds, turnsUpTo } from '../../domain/memory/turns.ts'

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  key: ({ session }: Event) => session,
  needs: ({ session }: Event) => turnNeeds(session),
  decide: handed,
} as const

/** Keeps the state of the work ready for the next session, and for this one after its context is compacted. */
export default behaviour({
  name: 'compaction',
  summary: 'Updates the handoff after each turn; finalizes it when the session is compacted or ends.',
  reactions: [
    on('Stop', reaction),
    on('PreCompact', { lane: 'record', onFailure: 'pass', decide: recordedInSession }),
    on('PreCompact', reaction),
    // The client's own summary of the compacted part
    on('PostCompact', { lane: 'record', onFailure: 'pass', decide: recordedInSession }),
    on('SessionEnd', reaction),
    on('Recap', reaction),
  ],
})

function handed(event: Event, { session, events, prompts }: FactsFor<typeof turnNeeds>): readonly WorkEffect[] {
  const root = session?.worktree ?? session?.cwd
  const isSealed = event.name !== 'Stop' && event.name !== 'Recap'
  const handoff = handoffOf(turnsUpTo(event, events, prompts), { isSealed, root })
  return handoff === undefined ? [] : [{ kind: 'handoff', record: handoff }]
}
