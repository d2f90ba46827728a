import type { AnyEffect } from '../domain/effects.ts'
import type { Event } from '../domain/events.ts'
import type { TurnLogEntry } from '../ports.ts'
import { isReply, type Merged } from './merge.ts'
import type { Reacted } from './reaction.ts'

/** One entry for each reaction that did something, failed, or was asked for an answer and had none. */
export function entriesOf(event: Event, runs: readonly Reacted[], merged: Merged | undefined): readonly TurnLogEntry[] {
  const worthTelling = runs.filter((run) => run.reaction.lane === 'reply' || run.effects.length > 0 || run.error)
  return worthTelling.map((run) => entryOf(event, run, merged))
}

function entryOf(event: Event, run: Reacted, merged: Merged | undefined): TurnLogEntry {
  const { behaviour, reaction, effects, error, ms } = run
  const told = merged?.sections.filter((section) => section.behaviour === behaviour).flatMap(({ ids }) => ids) ?? []
  return {
    at: event.at,
    session: event.session,
    event: event.id,
    eventName: event.name,
    behaviour,
    effect: [...new Set(effects.map(({ kind }) => kind))].join(','),
    ids: [...new Set([...told, ...effects.flatMap(writtenId)])],
    ms: Math.round(ms * 1_000) / 1_000,
    budgetMs: reaction.budgetMs,
    outcome: outcomeOf(run, merged),
    ...(error !== undefined && { error }),
  }
}

function outcomeOf({ behaviour, status, effects }: Reacted, merged: Merged | undefined): TurnLogEntry['outcome'] {
  if (status !== 'decided') return status
  const replies = effects.filter(isReply).length
  const dropped = merged?.dropped.filter((each) => each.behaviour === behaviour).length ?? 0
  if (replies > dropped) return 'said'
  if (replies < effects.length) return 'done'
  return replies > 0 ? 'omitted' : 'silent'
}

/** The id of the record that an effect stores; the event's own id is in the entry. */
function writtenId(effect: AnyEffect): readonly string[] {
  if (effect.kind === 'score') return [effect.event]
  return effect.kind !== 'event' && 'record' in effect && 'id' in effect.record ? [effect.record.id] : []
}
