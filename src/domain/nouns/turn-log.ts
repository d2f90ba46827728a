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
  /** Why a record was told, where that is known: its id, a space and the reason. */
  readonly reasons: readonly string[]
  readonly ms: number
  /** How long the answer might take; only of reactions that an answer waits for. */
  readonly deadlineMs?: number | undefined
  /** `not-told`: it was not ready at the deadline, or the answer did not reach the client. */
  readonly outcome: 'said' | 'done' | 'silent' | 'omitted' | 'not-told' | 'failed'
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
    reasons: 'texts',
    ms: 'real',
    deadlineMs: 'real?',
    outcome: { oneOf: ['said', 'done', 'silent', 'omitted', 'not-told', 'failed'] },
    error: 'text?',
  },
  key: [],
  indexes: [{ on: ['session'] }],
  forget: { follows: ['event', 'ids'] },
})
