import type { AnyEffect } from '../domain/effects.ts'
import type { Event } from '../domain/events.ts'
import type { TurnLogEntry } from '../ports.ts'
import { isReply } from './merge.ts'
import type { Reacted } from './reaction.ts'
import type { ReplyTurn } from './turn.ts'

/** One entry for each reaction that did something, failed, or was asked for an answer and had none. */
export function entriesOf(event: Event, runs: readonly Reacted[], turn: Said | undefined): readonly TurnLogEntry[] {
  const worthTelling = runs.filter((run) => run.reaction.lane === 'reply' || run.effects.length > 0 || run.error)
  return worthTelling.map((run) => entryOf(event, run, turn))
}

type Said = Pick<ReplyTurn, 'merged' | 'deadlineMs'>

function entryOf(event: Event, run: Reacted, turn: Said | undefined): TurnLogEntry {
  const { behaviour, reaction, effects, error, ms } = run
  const told =
    turn?.merged.sections.filter((section) => section.behaviour === behaviour).flatMap(({ ids }) => ids) ?? []
  return {
    at: event.at,
    session: event.session,
    event: event.id,
    eventName: event.name,
    behaviour,
    effect: [...new Set(effects.map(({ kind }) => kind))].join(','),
    ids: [...new Set([...told, ...effects.flatMap(writtenId)])],
    reasons: effects.flatMap((effect) => reasonsIn(effect, told)),
    ms: Math.round(ms * 1_000) / 1_000,
    ...(turn && reaction.lane === 'reply' && { deadlineMs: Math.round(turn.deadlineMs) }),
    outcome: outcomeOf(run, turn),
    ...(error !== undefined && { error }),
  }
}

/** Why each record of a context was told, of those that were. */
const reasonsIn = (effect: AnyEffect, told: readonly string[]): string[] =>
  effect.kind === 'context'
    ? effect.items.flatMap(({ ids, because }) =>
        because === undefined ? [] : ids.filter((id) => told.includes(id)).map((id) => `${id} ${because}`),
      )
    : []

function outcomeOf({ behaviour, reaction, status, effects }: Reacted, turn: Said | undefined): TurnLogEntry['outcome'] {
  if (status !== 'decided') return status === 'late' && reaction.lane === 'reply' ? 'not-told' : 'failed'
  const replies = effects.filter(isReply).length
  const dropped = turn?.merged.dropped.filter((each) => each.behaviour === behaviour).length ?? 0
  if (replies > dropped) return 'said'
  if (replies < effects.length) return 'done'
  return replies > 0 ? 'omitted' : 'silent'
}

/** The id of the record that an effect stores; the event's own id is in the entry. */
function writtenId(effect: AnyEffect): readonly string[] {
  if (effect.kind === 'score') return [effect.event]
  return effect.kind !== 'event' && 'record' in effect && 'id' in effect.record ? [effect.record.id] : []
}
