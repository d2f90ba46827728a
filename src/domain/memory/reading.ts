import type { Observation } from '../nouns/observation.ts'
import type { Account } from './account.ts'
import type { Aim } from './aim.ts'
import { type Chain, checkOfEvent, turnActKind } from './failures.ts'
import { tidiesRepository } from './git-acts.ts'
import { isHousekeeping } from './intent.ts'
import type { Turn, TurnEvent } from './turns.ts'

/** A turn, parsed once for all of its observations. */
export interface TurnReading {
  readonly turn: Turn
  readonly aim: Aim
  readonly account: Account
  readonly edits: readonly TurnEvent[]
  readonly chains: readonly Chain[]
  /** The observations from the session's earlier turns. */
  readonly known: readonly Observation[]
  /** Where the work was done; paths in titles are relative to it. */
  readonly root?: string | undefined
}

/**
 * The content of one observation; the rest comes from its turn. `anchor` identifies it within the turn and must never
 * change.
 */
export interface ObservationDraft
  extends Pick<
    Observation,
    'type' | 'title' | 'narrative' | 'facts' | 'concepts' | 'filesModified' | 'decidedBy' | 'titledBy'
  > {
  readonly anchor: string
  readonly evidence: readonly TurnEvent[]
}

/**
 * Whether a file of an event belongs to the client, according to its classification; such a file is not work on the
 * project.
 */
export const isClientsOwn = ({ body }: TurnEvent, file: string): boolean =>
  Array.isArray(body.clientsOwn) && body.clientsOwn.includes(file)

/** Files that were read, most read first, without the client's own. */
export function filesReadIn(events: readonly TurnEvent[]): string[] {
  const counts = new Map<string, number>()
  for (const event of events)
    for (const file of event.filesRead) if (!isClientsOwn(event, file)) counts.set(file, (counts.get(file) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([file]) => file)
    .slice(0, 20)
}

/** Files that support the product: tests and documents. */
export const BESIDE =
  /(?:^|\/)(?:tests?|specs?|__tests__|docs?)\/|[._-](?:test|spec)\.[a-z]+$|(?:^|\/)test_[^/]+$|\.(?:md|mdx|rst)$/i

/** Files that were changed, most changed first, the product before its tests, without the client's own. */
export function filesModifiedIn(events: readonly TurnEvent[]): string[] {
  const weights = new Map<string, number>()
  for (const event of events) {
    const weight = 100 + (event.input?.length ?? 0)
    for (const file of event.filesModified.filter((each) => !isClientsOwn(event, each)))
      weights.set(file, (weights.get(file) ?? 0) + weight / (BESIDE.test(file) ? 10 : 1))
  }
  return [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([file]) => file)
}

/** Shell lines that did something, as far as one can tell. */
export const deedsByShell = (calls: readonly TurnEvent[]): TurnEvent[] =>
  calls.filter((call) => turnActKind(call) === 'shell' && call.outcome === 'ok' && call.body.looks !== true)

/** Whether a turn did something to the project: changed files, or ran a command that changes something. */
export const isWork = ({ calls }: Turn): boolean =>
  filesModifiedIn(calls).length > 0 || deedsByShell(calls).some((call) => checkOfEvent(call) === undefined)

/** Whether a turn asked for nothing of lasting value. */
export const isChore = ({ prompts }: Turn): boolean =>
  prompts.length > 0 && prompts.every(({ text }) => isHousekeeping(text))

/** Whether a turn did nothing but version control. */
export function keepsHouse({ calls }: Turn): boolean {
  const deeds = deedsByShell(calls)
  return deeds.length > 0 && deeds.every(tidiesRepository)
}
