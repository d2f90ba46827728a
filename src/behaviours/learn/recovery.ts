import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { observedIn } from '../../domain/learning/observed.ts'
import { recoveriesIn } from '../../domain/learning/recipes.ts'

/** A turn's end sees this many of its session's newest events, and prompts. */
const EVENTS_LOOKED_AT = 300
const PROMPTS_LOOKED_AT = 100

const needs = ({ session, project }: Event) =>
  ({
    events: { fact: 'events', session, limit: EVENTS_LOOKED_AT },
    prompts: { fact: 'prompts', session, limit: PROMPTS_LOOKED_AT },
    lessons: { fact: 'lessons', project },
  }) as const

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  // Lessons are read and stored again
  key: () => 'lessons',
  needs,
  decide: (_: Event, { events, prompts, lessons }: FactsFor<typeof needs>): readonly WorkEffect[] => [
    ...recoveriesIn(events).map((record) => ({ kind: 'signal', record }) as const),
    ...observedIn(events, prompts, lessons).map((record) => ({ kind: 'lesson', record }) as const),
  ],
} as const

/** Keeps which command worked after another had failed, and which one in place of a call that a lesson forbids. */
export default behaviour({
  name: 'recovery',
  summary:
    'Records which command worked after a similar one had failed, or in place of one that your rules forbid, so that the same call can be corrected next time.',
  reactions: [on('Stop', reaction), on('SessionEnd', reaction)],
})
