import type { EventRecord } from './nouns/event.ts'
import type { Clean, Cleaned, CleanJson } from './redaction/clean.ts'

/** Whose events a fold reduces: one session's, or those of all sessions of a project. */
export type FoldScope = 'session' | 'project'

/** A pure reducer over the kept events of a scope, whose state the engine keeps as a snapshot: Clean, since the events are. */
export interface Fold<S> {
  readonly scope: FoldScope
  readonly initial: Cleaned<S>
  /** The events that can change the state. */
  readonly events: readonly string[]
  readonly reduce: (state: Cleaned<S>, event: Cleaned<EventRecord>) => Cleaned<S>
}

/** The ids that a session was told and may still have in its context. */
export interface Told {
  readonly ids: readonly string[]
  /** When something was last told; epoch milliseconds. */
  readonly at?: number | undefined
}

/** What a session was told that is told once (something nearly full, a file), and which of its subagents run. */
export interface Strain {
  readonly warned: readonly string[]
  readonly agents: readonly { readonly id: string; readonly since: number }[]
  /** When its context was last compacted or cleared; epoch milliseconds. */
  readonly emptiedAt?: number | undefined
}

/** Every fold by the name of its fact. */
export interface FoldMap {
  told: Told
  strain: Strain
}

/** Forgets on compact and clear: what the model no longer has may be told again. */
export const folds: { readonly [N in keyof FoldMap]: Fold<FoldMap[N]> } = {
  told: {
    scope: 'session',
    initial: { ids: [] },
    events: ['Told', 'SessionStart'],
    reduce: (state, event) => {
      if (event.name === 'Told') {
        return { ids: [...new Set([...state.ids, ...textsIn(event.body.ids)])], at: event.at }
      }
      const { source } = event.body
      return source === 'compact' || source === 'clear' ? { ids: [] } : state
    },
  },
  strain: {
    scope: 'session',
    initial: { warned: [], agents: [] },
    events: ['Warned', 'SubagentStart', 'SubagentStop', 'SessionStart'],
    reduce: (state, event) => {
      const others = state.agents.filter(({ id }) => id !== event.agentId)
      switch (event.name) {
        case 'Warned':
          return { ...state, warned: [...new Set([...state.warned, ...textsIn(event.body.of)])] }
        case 'SubagentStart':
          return { ...state, agents: [...others, { id: event.agentId ?? event.id, since: event.at }] }
        case 'SubagentStop':
          return { ...state, agents: others }
        default: {
          const { source } = event.body
          // A compaction ends no agent
          const agents = source === 'compact' ? state.agents : []
          const isEmptied = source === 'compact' || source === 'clear'
          return isEmptied ? { warned: [], agents, emptiedAt: event.at } : { ...state, agents }
        }
      }
    },
  },
}

const textsIn = (list: CleanJson): readonly Clean[] =>
  isList(list) ? list.filter((item) => typeof item === 'string') : []

/** Array.isArray would make \`any\` of what it is not told. */
const isList = (value: CleanJson): value is readonly CleanJson[] => Array.isArray(value)
