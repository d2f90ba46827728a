import type { Event } from '../domain/events.ts'
import type { BeforeCall } from '../domain/facts.ts'
import type { Merged } from './merge.ts'

/** How many of the latest calls are known. */
const MOST = 2_000

/** What became of the answers that were given before calls, in memory. */
export class AnsweredCalls {
  readonly #calls = new Map<string, BeforeCall>()
  readonly #since: number

  /** `since`: when this began to look, in epoch milliseconds. */
  constructor(since: number) {
    this.#since = since
  }

  /** Notes the answer to an event if a call is about to run. */
  note(event: Event, { answer }: Pick<Merged, 'answer'>, isSent: boolean): void {
    if (event.name !== 'PreToolUse') return
    this.#calls.set(event.toolUseId, isSent ? (answer.rewrite ? 'rewritten' : 'answered') : 'unsent')
    const oldest = this.#calls.keys().next().value
    if (this.#calls.size > MOST && oldest !== undefined) this.#calls.delete(oldest)
  }

  /** What is known of a call that began at `beganAt`; of one from before this looked, the best is assumed. */
  of(toolUseId: string, beganAt: number): BeforeCall {
    return this.#calls.get(toolUseId) ?? (beganAt < this.#since ? 'answered' : 'unseen')
  }
}
