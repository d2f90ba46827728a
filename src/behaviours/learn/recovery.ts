import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import { recoveriesIn } from '../../domain/learning/recipes.ts'
import type { EventRecord } from '../../domain/nouns/event.ts'

/** A turn's end sees this many of its session's newest events. */
const EVENTS_LOOKED_AT = 300

const reaction = {
  lane: 'later',
  budgetMs: 2000,
  onFailure: 'retry',
  needs: ({ session }: Event) => ({ events: { fact: 'events', session, limit: EVENTS_LOOKED_AT } }) as const,
  decide: (_: Event, { events }: { readonly events: readonly EventRecord[] }): readonly WorkEffect[] =>
    recoveriesIn(events).map((record) => ({ kind: 'signal', record })),
} as const

/** Keeps which command worked after another had failed. */
export default behaviour({
  name: 'recovery',
  summary: 'Records which command worked after a similar one had failed, with the error.',
  reactions: [on('Stop', reaction), on('SessionEnd', reaction)],
})
