import type { Clean, Cleaned, CleanJson } from '@hindcast/redaction/clean.ts'
import type { FoldMap } from '../domain/folds.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { TurnLogEntry } from '../domain/nouns/turn-log.ts'

/** A leased job, and the number of this attempt (from 1). */
export interface Job {
  readonly id: number
  readonly behaviour: string
  readonly event: EventRecord
  readonly attempt: number
}

/** A job that is not done: it is queued, or `isDead`, given up after its last attempt. */
export interface OpenJob {
  readonly id: number
  readonly behaviour: string
  /** Its event's id. */
  readonly event: string
  readonly isDead: boolean
  /** Why its latest attempt failed. */
  readonly error?: string | undefined
}

/** The queue of the `later` lane. The Journal adds jobs and closes them; both survive `kill -9`. */
export interface Jobs {
  /**
   * Leases up to `limit` due jobs until `leaseMs` from now, except those of the behaviours in `without`; a job with an
   * expired lease is due again.
   */
  lease(options: { now: number; leaseMs: number; limit: number; without?: readonly string[] }): Promise<readonly Job[]>
  /** Puts a failed job back, due at `dueAt`. */
  retry(id: number, dueAt: number, error: Clean): Promise<void>
  /** Removes jobs that had nothing to do; any other job is closed by the commit of its work. */
  finish(ids: readonly number[]): Promise<void>
  /** Gives up on a job, which stays as a dead letter with its error. */
  abandon(id: number, error: Clean): Promise<void>
  /** Makes a behaviour's jobs due at `dueAt` if they were due later. */
  hasten(behaviour: string, dueAt: number): Promise<void>
  /** Frees every lease; at start, when nobody else can hold one. */
  release(): Promise<void>
  /** When the next job is due, ignoring the behaviours in `without`; undefined if there is none. */
  nextDue(without?: readonly string[]): Promise<number | undefined>
  /** The jobs owed to a session's events, oldest first. */
  ofSession(session: string): Promise<readonly OpenJob[]>
  counts(without?: readonly string[]): Promise<{ readonly pending: number; readonly failed: number }>
}

/** A current run of failures of one reaction. */
export interface Failure {
  readonly behaviour: string
  /** The index of the reaction in its behaviour, from 0. */
  readonly reaction: number
  readonly failures: number
  /** The time of the newest failure. */
  readonly at: number
}

/** Consecutive failures, kept across restarts; those of another release are dropped, since the problem may be fixed. */
export interface Failures {
  list(release: string): Promise<readonly Failure[]>
  /** Replaces the reaction's previous entry. */
  note(failure: Cleaned<Failure>, release: Clean): Promise<void>
  /** Clears the entries of a behaviour, or of one of its reactions. */
  clear(behaviour: string, reaction?: number): Promise<void>
}

/** One-time permissions, taken by compare-and-set. */
export interface Grants {
  /** True for the first holder, and for the same holder again, until it expires or is given back. */
  take(key: Clean, holder: Clean, until: number, now: number): Promise<boolean>
  giveBack(key: Clean, holder: Clean): Promise<void>
}

/** Snapshots of folds: the state, and the `seq` of the last event in it. */
export interface Folds {
  load(fold: keyof FoldMap, scope: Clean): Promise<{ readonly state: CleanJson; readonly seq: number } | undefined>
  /** An older snapshot never replaces a newer one. */
  save(fold: keyof FoldMap, scope: Clean, state: CleanJson, seq: number): Promise<void>
}

export type { TurnLogEntry }

/** A bounded log of what was said and done, so that everything can be explained. */
export interface TurnLog {
  append(entries: readonly Cleaned<TurnLogEntry>[]): Promise<void>
  /** Newest first. */
  read(filter: { session?: string; limit: number }): Promise<readonly TurnLogEntry[]>
}
