import { noun } from './noun.ts'

/** One reaction's part in one turn: its effects, duration and outcome. */
export interface TurnLogEntry {
  readonly at: number
  readonly session: string
  readonly event: string
  readonly eventName: string
  readonly behaviour: string
  /** Kinds of effect, joined by commas. */
  readonly effect: string
  /** Ids of the records told or written. */
  readonly ids: readonly string[]
  readonly ms: number
  readonly budgetMs: number
  /** `said`, `done`, `silent`, `omitted`, `late` (over budget), `failed`. */
  readonly outcome: 'said' | 'done' | 'silent' | 'omitted' | 'late' | 'failed'
  /** Why it failed; redacted. */
  readonly error?: string | undefined
}

export default noun<TurnLogEntry>()({
  name: 'turn-log',
  table: 'turn_log',
  said: ['log entry', 'log entries'],
  role: 'log',
  fields: {
    at: 'time',
    session: 'session',
    event: 'id',
    eventName: 'word',
    behaviour: 'word',
    effect: 'word',
    ids: 'ids',
    ms: 'real',
    budgetMs: 'real',
    outcome: { oneOf: ['said', 'done', 'silent', 'omitted', 'late', 'failed'] },
    error: 'text?',
  },
  key: [],
  indexes: [{ on: ['session'] }],
  forget: { follows: ['event', 'ids'] },
})
