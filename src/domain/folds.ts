import type { EventRecord } from './memory/nouns.ts'

/** A pure reducer over the kept events of a scope (a session), whose state the engine keeps as a snapshot. */
export interface Fold<S> {
  readonly initial: S
  /** The events that can change the state. */
  readonly events: readonly string[]
  readonly reduce: (state: S, event: EventRecord) => S
}

/** The ids that a session was told and may still have in its context. */
export interface Told {
  readonly ids: readonly string[]
  /** When something was last told; epoch milliseconds. */
  readonly at?: number | undefined
}

/** Every fold by the name of its fact. */
export interface FoldMap {
  told: Told
}

/** Forgets on compact and clear: what the model no longer has may be told again. */
export const folds: { readonly [N in keyof FoldMap]: Fold<FoldMap[N]> } = {
  told: {
    initial: { ids: [] },
    events: ['Told', 'SessionStart'],
    reduce: (state, event) => {
      if (event.name === 'Told') {
        const ids = (event.body as { ids?: readonly string[] }).ids ?? []
        return { ids: [...new Set([...state.ids, ...ids])], at: event.at }
      }
      const source = (event.body as { source?: string }).source
      return source === 'compact' || source === 'clear' ? { ids: [] } : state
    },
  },
}
