import type { Clean, Cleaned, CleanJson } from '@hindcast/redaction/clean.ts'
import { PREMORTEM_DUE, PREMORTEM_TOLD, type PremortemCycle } from './experience/past.ts'
import { type Sequences, withTurn } from './learning/sequences.ts'
import type { EventRecord } from './nouns/event.ts'

/** Whose events a fold reduces: those of one session, or of all sessions of a project. */
export type FoldScope = 'session' | 'project'

/**
 * A pure reducer over a scope's stored events. The engine keeps its state as a snapshot; the state is Clean because the
 * events are.
 */
export interface Fold<S> {
  readonly scope: FoldScope
  readonly initial: Cleaned<S>
  /** The events that can change the state. */
  readonly events: readonly string[]
  readonly reduce: (state: Cleaned<S>, event: Cleaned<EventRecord>) => Cleaned<S>
}

/** The ids that a session was told and may still have in context. */
export interface Told {
  readonly ids: readonly string[]
  /** When something was last told, in epoch milliseconds. */
  readonly at?: number | undefined
}

/** The one-time notices a session has had (context nearly full, notes on a file), and its running subagents. */
export interface Strain {
  readonly warned: readonly string[]
  readonly agents: readonly { readonly id: string; readonly since: number }[]
  /** When its context was last compacted or cleared, in epoch milliseconds. */
  readonly emptiedAt?: number | undefined
}

/** Every fold, by the name of its fact. */
export interface FoldMap {
  told: Told
  strain: Strain
  premortem: PremortemCycle
  /** What was done and asked for after what in a project. */
  sequences: Sequences
}

/** What a session was told resets on compact and clear, since the model no longer has it. */
export const folds: { readonly [N in keyof FoldMap]: Fold<FoldMap[N]> } = {
  told: {
    scope: 'session',
    initial: { ids: [] },
    events: ['Told', 'SessionStart'],
    reduce: (state, event) => {
      // What a subagent was told, the session itself was not
      if (event.name === 'Told' && event.agentId !== undefined) return state
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
          // Agents survive a compaction
          const agents = source === 'compact' ? state.agents : []
          const isEmptied = source === 'compact' || source === 'clear'
          return isEmptied ? { warned: [], agents, emptiedAt: event.at } : { ...state, agents }
        }
      }
    },
  },
  premortem: {
    scope: 'session',
    initial: {},
    events: ['Warned', 'SessionStart'],
    reduce: (state, { name, at, body }) => {
      if (name === 'SessionStart') return body.source === 'compact' || body.source === 'clear' ? {} : state
      const marks: readonly string[] = textsIn(body.of)
      if (marks.includes(PREMORTEM_TOLD)) return { toldAt: at }
      return marks.includes(PREMORTEM_DUE) ? {} : state
    },
  },
  sequences: {
    scope: 'project',
    initial: { seen: [], last: [] },
    events: ['Steps'],
    reduce: (state, { id, session, body }) => {
      const done = withTurn(state, { id, session, kind: 'done', steps: textsIn(body.of) })
      return withTurn(done, { id, session, kind: 'asked', steps: textsIn(body.requests) })
    },
  },
}

const textsIn = (list: CleanJson): readonly Clean[] =>
  isList(list) ? list.filter((item) => typeof item === 'string') : []

/** Array.isArray alone would narrow CleanJson to `any[]`. */
const isList = (value: CleanJson): value is readonly CleanJson[] => Array.isArray(value)
