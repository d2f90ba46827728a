import type { Part } from '../domain/behaviour.ts'
import type { AnyEffect } from '../domain/effects.ts'
import type { Event } from '../domain/events.ts'
import type { Settings } from '../domain/settings.ts'
import type { GiveBack } from './facts/asker.ts'
import { budgetOf, type Merged, merge, type Wish } from './merge.ts'
import { type Reacted, react, type Stage } from './reaction.ts'
import type { Registry } from './registry.ts'

/** The result of the `reply` lane for one event. */
export interface ReplyTurn {
  readonly runs: readonly Reacted[]
  readonly merged: Merged
}

/** A turn's dependencies; `part`: `fast` by default. */
interface TurnParts {
  readonly registry: Registry
  readonly stage: Stage
  readonly settings: Settings
  readonly part?: Part
}

/** Runs an event's reply reactions of one part concurrently and merges their replies. */
export async function turn(event: Event, { registry, stage, settings, part }: TurnParts): Promise<ReplyTurn> {
  const members = registry.due(event, 'reply', part)
  if (members.length === 0) return { runs: [], merged: SILENCE }
  const owner = {}
  const reactions = await Promise.all(members.map((member) => react(member, event, owner, stage)))
  const runs = reactions.filter((run) => run !== undefined)
  for (const run of runs) note(run, registry)
  const active = 'active' in event && event.active
  try {
    return {
      runs,
      merged: merge(
        { name: event.name, active, attended: event.attended, isApart: stage.runs.isApart(event) },
        runs.map(wishOf),
        budgetOf(event.name, settings),
        {
          session: event.session,
          withhold: settings.recall.withhold,
          isQuiet: (one) => stage.quieting.isQuiet(one, event.project),
        },
      ),
    }
  } catch (error) {
    return {
      runs: runs.map((run) => ({ ...run, status: 'failed', effects: [], error: String(error) })),
      merged: SILENCE,
    }
  }
}

/** Grants to return: all if the call was denied, otherwise those of reactions without an effect. */
export function forfeited(runs: readonly Reacted[], denied: boolean): readonly GiveBack[] {
  return runs.filter(({ status }) => denied || status !== 'decided').flatMap(({ grants }) => grants)
}

const SILENCE: Merged = { answer: {}, tokens: 0, sections: [], omitted: [], withheld: [], dropped: [] }

/** Lateness is not a failure: the machine may be busy. */
function note(run: Reacted, registry: Registry): void {
  if (run.status === 'decided') registry.succeeded(run)
  if (run.status === 'late') registry.late(run)
  if (run.status === 'failed') registry.failed(run, run.error ?? '')
}

function wishOf({ behaviour, reaction, status, effects }: Reacted): Wish {
  const { onFailure } = reaction
  const toApart = reaction.toApart
  if (status === 'decided' || (onFailure !== 'ask' && onFailure !== 'deny')) return { behaviour, effects, toApart }
  const how = status === 'late' ? 'did not come to an end in time' : 'failed'
  const fallback: AnyEffect = { kind: onFailure, reason: `Hindcast's ${behaviour} check ${how}.` }
  return { behaviour, effects: [fallback] }
}
