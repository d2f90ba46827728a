import type { AnyEffect, Effect, Lane } from './effects.ts'
import type { Event, EventName, EventOf, PassingName } from './events.ts'
import type { Facts, Needs } from './facts.ts'

/** What happens when a reaction throws or overruns its budget. */
export interface OnFailure {
  record: 'pass'
  reply: 'pass' | 'ask' | 'deny'
  later: 'retry' | 'drop'
}

/** How a behaviour answers one kind of event. Plain data and pure functions. */
export interface Reaction<E extends EventName, L extends Lane, N extends Needs> {
  readonly lane: L
  /** Facts and decide together, in milliseconds; past it `onFailure` applies. */
  readonly budgetMs: number
  readonly onFailure: OnFailure[L]
  /** Reactions with the same key run one at a time. */
  readonly key?: (event: EventOf<E>) => string | undefined
  /** The questions to be answered first; undefined = not interested. A `record` reaction asks only for settings. */
  readonly needs?: (event: EventOf<E>) => N | undefined
  readonly decide: (event: EventOf<E>, facts: Facts<N>) => readonly Effect<E, L>[]
}

/** A reaction whose event is known to the engine only at run time. */
export interface AnyReaction {
  readonly event: EventName
  readonly lane: Lane
  readonly budgetMs: number
  readonly onFailure: OnFailure[Lane]
  readonly key?: (event: Event) => string | undefined
  readonly needs?: (event: Event) => Needs | undefined
  readonly decide: (event: Event, facts: Readonly<Record<string, unknown>>) => readonly AnyEffect[]
}

/** One named thing that the product does. File name = `name` = config key. */
export interface Behaviour {
  readonly name: string
  /** One sentence for `behaviours list` and the docs. */
  readonly summary: string
  readonly reactions: readonly AnyReaction[]
}

/** What is never kept can't be owed anything: its reactions reply, or there are none. */
export type LanesOf<E extends EventName> = E extends PassingName ? 'reply' : Lane

/** Ties a reaction to its event; its types hold the reaction to what that event admits. */
export function on<const E extends EventName, L extends LanesOf<E>, const N extends Needs = Record<never, never>>(
  event: E,
  reaction: Reaction<E, L, N>,
): AnyReaction {
  // The engine hands a reaction only events of its own name, so widening the parameter is sound.
  return { event, ...reaction } as unknown as AnyReaction
}

/** Declares a behaviour. */
export const behaviour = (declared: Behaviour): Behaviour => Object.freeze(declared)
