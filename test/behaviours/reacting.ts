import type { AnyReaction, Behaviour } from '../../src/domain/behaviour.ts'
import type { AnyEffect, Lane } from '../../src/domain/effects.ts'
import type { Event } from '../../src/domain/events.ts'
import type { Needs } from '../../src/domain/facts.ts'
import { defaults, settingsOf } from '../../src/domain/settings.ts'
import { wants } from '../../src/domain/subscriptions.ts'

/** The defaults, with nothing withheld at random. */
export const SETTINGS = settingsOf({ ...defaults, 'recall.withhold': 0, skipTools: ['TodoWrite', 'Skill'] })

/** The reactions of a behaviour to an event on one lane. */
const reactions = (behaviour: Behaviour, event: Event, lane: Lane): readonly AnyReaction[] =>
  behaviour.reactions.filter(
    (reaction) => reaction.event === event.name && reaction.lane === lane && wants(reaction, event, () => []),
  )

/** What a behaviour asks of an event on one lane; undefined if it is not interested. */
export const needsOf = (behaviour: Behaviour, event: Event, lane: Lane): Needs | undefined =>
  reactions(behaviour, event, lane)[0]?.needs?.(event)

/** What a behaviour does on one lane, given these facts; nothing if it is not interested. */
export function effectsOf(behaviour: Behaviour, event: Event, lane: Lane, facts: object = {}): readonly AnyEffect[] {
  return reactions(behaviour, event, lane).flatMap((reaction) => {
    if (reaction.needs !== undefined && reaction.needs(event) === undefined) return []
    return reaction.decide(event, facts as Readonly<Record<string, unknown>>)
  })
}

/** The effects of one kind. */
export const ofKind = <K extends AnyEffect['kind']>(effects: readonly AnyEffect[], kind: K) =>
  effects.filter((effect): effect is Extract<AnyEffect, { kind: K }> => effect.kind === kind)
