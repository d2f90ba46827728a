import type { Event } from '../../domain/events.ts'

/** Undoes a grant, because its event was denied, or its reaction failed. */
export type GiveBack = () => Promise<void>

/** The event for which a question is answered, and the deadline. */
export interface Asker {
  readonly event: Event
  readonly signal: AbortSignal
  /** Called for each grant taken for the event, with what undoes it. */
  readonly taken: (giveBack: GiveBack) => void
}
