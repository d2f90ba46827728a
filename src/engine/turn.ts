import type { Part } from '../domain/behaviour.ts'
import type { StartDepth } from '../domain/context/shares.ts'
import type { AnyEffect } from '../domain/effects.ts'
import type { Event } from '../domain/events.ts'
import type { Settings } from '../domain/settings.ts'
import { type Deadline, deadlineIn } from './deadline.ts'
import type { GiveBack } from './facts/asker.ts'
import { budgetOf, isReply, type Merged, merge, type Wish } from './merge.ts'
import { type Reacted, react, type Stage } from './reaction.ts'
import type { Member, Registry } from './registry.ts'

/** The result of the `reply` lane for one event. */
export interface ReplyTurn {
  readonly runs: readonly Reacted[]
  readonly merged: Merged
  /** How long the answer might take, in milliseconds. */
  readonly deadlineMs: number
  /** How many reactions only look on: they cannot answer, so no answer waits for them. */
  readonly observers: number
  /** Runs those. */
  readonly observe: () => Promise<readonly Reacted[]>
}

/** A turn's dependencies. `part`: `fast` by default. `deadline`: without one, nobody waits for the answer. */
interface TurnParts {
  readonly registry: Registry
  readonly stage: Stage
  readonly settings: Settings
  readonly part?: Part
  readonly deadline?: Deadline | undefined
}

/** After this, what nobody waits for is given up, so that what hangs holds no key for ever. */
const UNHURRIED_MS = 60_000

/**
 * Runs an event's reply reactions of one part and merges what is ready at the deadline. They run concurrently, but those
 * that weigh more begin first, and where their facts are in memory they decide before the others begin.
 */
export async function turn(event: Event, { registry, stage, settings, part, deadline }: TurnParts): Promise<ReplyTurn> {
  const members = registry.due(event, 'reply', part)
  const owner = {}
  const [speakers, observers] = [members.filter(speaks), members.filter((one) => !speaks(one))]
  const run = async (some: readonly Member[], by: Deadline) => {
    const reactions = await Promise.all(some.map((member) => react(member, { event, owner, deadline: by }, stage)))
    const runs = reactions.filter((each) => each !== undefined)
    for (const each of runs) note(each, registry)
    return runs
  }
  const observe = async () => {
    const unhurried = deadlineIn(UNHURRIED_MS)
    return run(observers, unhurried).finally(unhurried.clear)
  }
  const answer = { deadlineMs: deadline?.ms ?? UNHURRIED_MS, observers: observers.length, observe }
  if (speakers.length === 0) return { runs: [], merged: SILENCE, ...answer }
  const until = deadline ?? deadlineIn(UNHURRIED_MS)
  const begun: Promise<Reacted[]>[] = []
  for (const group of byWeight(speakers)) {
    if (begun.length > 0) await new Promise(setImmediate)
    begun.push(run(group, until))
  }
  const runs = (await Promise.all(begun)).flat()
  if (deadline === undefined) until.clear()
  return { ...merged(event, runs, { stage, settings }), ...answer }
}

/** A session that lost its context is told where it stood in full. */
function startDepth(event: Event, { context }: Settings): StartDepth {
  const isLost = event.name === 'SessionStart' && (event.source === 'compact' || event.source === 'clear')
  return context.depth === 'narrow' && isLost ? 'lost' : context.depth
}

function merged(
  event: Event,
  runs: readonly Reacted[],
  { stage, settings }: Pick<TurnParts, 'stage' | 'settings'>,
): Pick<ReplyTurn, 'runs' | 'merged'> {
  const active = 'active' in event && event.active
  try {
    return {
      runs,
      merged: merge(
        {
          name: event.name,
          active,
          attended: event.attended,
          isApart: stage.runs.isApart(event),
          start: startDepth(event, settings),
        },
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
export function forfeitedGrants(runs: readonly Reacted[], denied: boolean): readonly GiveBack[] {
  return runs.filter(({ status }) => denied || status !== 'decided').flatMap(({ grants }) => grants)
}

/**
 * What is left of a turn whose answer did not reach the client: what would have been said was not told, so nothing that
 * goes with it is done either.
 */
export function unsent(turn: ReplyTurn): ReplyTurn {
  const runs = turn.runs.map((run): Reacted => {
    return run.effects.some(isReply) ? { ...run, status: 'late', effects: [] } : run
  })
  return { ...turn, runs, merged: SILENCE }
}

const SILENCE: Merged = { answer: {}, tokens: 0, sections: [], omitted: [], withheld: [], dropped: [] }

const speaks = ({ reaction }: Member): boolean => reaction.answers?.length !== 0

/** They are sorted by weight, heaviest first. */
function byWeight(members: readonly Member[]): readonly (readonly Member[])[] {
  const groups: Member[][] = []
  for (const member of members) {
    const last = groups.at(-1)
    if (last && (last[0]?.reaction.weight ?? 0) === (member.reaction.weight ?? 0)) last.push(member)
    else groups.push([member])
  }
  return groups
}

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
