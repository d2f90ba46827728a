import type { Event } from '../events.ts'
import type { EventRecord, Observation, Prompt } from './nouns.ts'
import { recordOf } from './record.ts'
import { type Turn, type TurnEvent, turnsOf } from './turns.ts'

/** How many of a session's newest events are looked at; a longer turn is told from its end. */
export const EVENTS_LOOKED_AT = 1000
/** Turns before the last that are made good at most. */
const MAX_MISSED = 3

/** A session's turns up to an event, the event among them even where it is not stored yet. */
export function turnsUpTo(event: Event, events: readonly EventRecord[], prompts: readonly Prompt[]): Turn[] {
  const known: readonly TurnEvent[] = events.some(({ id }) => id === event.id) ? events : [...events, recordOf(event)]
  return turnsOf(known, prompts)
}

/** The turn that an event closes: its own prompt's, else the last. */
export function turnOf(event: Event, turns: readonly Turn[]): Turn | undefined {
  return turns.find(({ events }) => events.some(({ id }) => id === event.id)) ?? turns.at(-1)
}

/**
 * The turns to distil at an event: the one that it closes, and the latest before it of which nothing is told yet, since
 * a turn that was interrupted has no end of its own. A prompt closes only what was before it.
 */
export function owedTurns(event: Event, turns: readonly Turn[], told: readonly Observation[]): Turn[] {
  const cited = new Set(told.flatMap(({ evidence }) => evidence))
  const closed = turnOf(event, turns)
  const missed = turns
    .filter((turn) => turn !== closed && !turn.events.some(({ id }) => cited.has(id)))
    .slice(-MAX_MISSED)
  return event.name === 'UserPromptSubmit' || closed === undefined ? missed : [...missed, closed]
}
