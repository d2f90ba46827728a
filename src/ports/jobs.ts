import type { EventRecord } from '../domain/memory/nouns.ts'

/** A leased job: what is owed, and which try this is (from 1). */
export interface Job {
  readonly id: number
  readonly behaviour: string
  readonly event: EventRecord
  readonly attempt: number
}

/** What is owed by the `later` lane. The Journal adds jobs and closes them; both survive `kill -9`. */
export interface Jobs {
  /** Takes up to `limit` due jobs until `leaseMs` from now; one whose lease ran out is due again. */
  lease(options: { now: number; leaseMs: number; limit: number }): Promise<readonly Job[]>
  /** Puts a failed job back, due at `dueAt`. */
  retry(id: number, dueAt: number, error: string): Promise<void>
  /** Gives a job up: it stays as a dead letter with its error. */
  bury(id: number, error: string): Promise<void>
  /** Makes what a behaviour owes due at `dueAt`, where it was to be later. */
  hasten(behaviour: string, dueAt: number): Promise<void>
  /** Frees every lease: at start, when no one else can hold one. */
  release(): Promise<void>
  /** When the next job is due; undefined when none is. */
  nextDue(): Promise<number | undefined>
  counts(): Promise<{ readonly pending: number; readonly failed: number }>
}
