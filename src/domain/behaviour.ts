import type { AnyEffect, Effect, Lane, RepliesTo, ReplyMap } from './effects.ts'
import type { CallName, Event, EventName, EventOf, PassingName } from './events.ts'
import type { Facts, Needs } from './facts.ts'
import type { ActKind } from './tool.ts'

/** What happens when a reaction throws, or is not ready at the deadline. */
export interface OnFailure {
  record: 'pass'
  reply: 'pass' | 'ask' | 'deny'
  later: 'retry' | 'drop'
}

/** What an answer can hold. */
export type ReplyKind = keyof ReplyMap

/** Which part of an answer: the `fast` one is there in a moment, for the `slow` one compilers may run. */
export type Part = 'fast' | 'slow'

/**
 * How long a client waits for each part, in milliseconds. Five seconds is what a healthy daemon may need on a machine with
 * twenty endless loops per core; a daemon that hangs is replaced long before.
 */
export const WAIT_MS: Readonly<Record<Part, number>> = { fast: 5_000, slow: 12_000 }

/** The events that may have a slow part. By then the call has run or the turn is over, so waiting delays no prompt. */
export type SlowName = 'PostToolUse' | 'PostToolUseFailure' | 'Stop' | 'SubagentStop'

/** How a behaviour responds to one kind of event. Plain data and pure functions. */
export interface Reaction<E extends EventName, L extends Lane, N extends Needs, A extends RepliesTo<E>> {
  readonly lane: L
  /** Which part of the answer it contributes to; `fast` by default. */
  readonly part?: L extends 'reply' ? (E extends SlowName ? Part : 'fast') : never
  /** The kinds of calls that it wants; any if absent. `search` includes shell commands that search. */
  readonly acts?: E extends CallName ? readonly ActKind[] : never
  /** The name of a demand: the reaction sees only the acts that are currently in demand under that name. */
  readonly due?: E extends CallName ? string : never
  /**
   * The kinds of answer that it can give; every kind that its event admits if absent. A reaction that only adds context
   * can run after a call rather than before it; for one that never answers (`[]`), no answer waits.
   */
  readonly answers?: readonly A[]
  /** It tells nothing of other agents' work, so it may speak to an agent that must judge alone. */
  readonly toApart?: true
  /**
   * What is decided first when time is short, one of `weights`; 0 by default. All reactions to an event share one deadline,
   * the answer's.
   */
  readonly weight?: L extends 'reply' ? number : never
  readonly onFailure: OnFailure[L]
  /** It can wait: above the queue's high-water mark it is postponed until the queue has drained. */
  readonly optional?: L extends 'later' ? boolean : never
  /** Reactions with the same key run one at a time. */
  readonly key?: (event: EventOf<E>) => string | undefined
  /** The facts it needs; undefined = not interested. A `record` reaction may ask only for settings. */
  readonly needs?: (event: EventOf<E>) => N | undefined
  readonly decide: (event: EventOf<E>, facts: Facts<N>) => readonly Decided<E, L, NoInfer<A>>[]
}

/** The effects that a reaction may return; of the answers, only those that it declares. */
export type Decided<E extends EventName, L extends Lane, A extends RepliesTo<E>> = Exclude<
  Effect<E, L>,
  { readonly kind: Exclude<ReplyKind, A> }
>

/** A reaction whose event type is known to the engine only at run time. */
export interface AnyReaction {
  readonly event: EventName
  readonly lane: Lane
  readonly part?: Part
  readonly acts?: readonly ActKind[]
  readonly due?: string
  readonly answers?: readonly ReplyKind[]
  readonly toApart?: true
  readonly weight?: number
  readonly onFailure: OnFailure[Lane]
  readonly optional?: boolean
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

/** An event that is never stored cannot be recorded or queued, so its reactions can only reply. */
export type LanesOf<E extends EventName> = E extends PassingName ? 'reply' : Lane

/** What must not be lost when time is short: what the user ruled, who works on a file, where work stands. */
export const weights = { rule: 3, claim: 2, handoff: 1 } as const

/** Binds a reaction to its event; the types limit it to what that event admits. */
export function on<
  const E extends EventName,
  L extends LanesOf<E>,
  const N extends Needs = Record<never, never>,
  const A extends RepliesTo<E> = RepliesTo<E>,
>(event: E, reaction: Reaction<E, L, N, A>): AnyReaction {
  // The engine hands a reaction only events of its own name, so widening the parameter is sound.
  return { event, ...reaction } as unknown as AnyReaction
}

/** Declares a behaviour. */
export const behaviour = (declared: Behaviour): Behaviour => Object.freeze(declared)
