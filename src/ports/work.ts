import type { FoldMap } from '../domain/folds.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { TurnLogEntry } from '../domain/nouns/turn-log.ts'
import type { Clean, Cleaned, CleanJson } from '../domain/redaction/clean.ts'

/** A leased job: what is owed, and which try this is (from 1). */
export interface Job {
  readonly id: number
  readonly behaviour: string
  readonly event: EventRecord
  readonly attempt: number
}

/** What is owed by the `later` lane. The Journal adds jobs and closes them; both survive `kill -9`. */
export interface Jobs {
  /** Takes up to `limit` due jobs until `leaseMs` from now, none of the behaviours in `without`; one whose lease ran out is due again. */
  lease(options: { now: number; leaseMs: number; limit: number; without?: readonly string[] }): Promise<readonly Job[]>
  /** Puts a failed job back, due at `dueAt`. */
  retry(id: number, dueAt: number, error: Clean): Promise<void>
  /** Gives a job up: it stays as a dead letter with its error. */
  bury(id: number, error: Clean): Promise<void>
  /** Makes what a behaviour owes due at `dueAt`, where it was to be later. */
  hasten(behaviour: string, dueAt: number): Promise<void>
  /** Frees every lease: at start, when no one else can hold one. */
  release(): Promise<void>
  /** When the next job is due, but for those of the behaviours in `without`; undefined when none is. */
  nextDue(without?: readonly string[]): Promise<number | undefined>
  counts(without?: readonly string[]): Promise<{ readonly pending: number; readonly failed: number }>
}

/** A run of failures of one reaction that still goes on. */
export interface Failure {
  readonly behaviour: string
  /** Which of the behaviour's reactions, from 0. */
  readonly reaction: number
  readonly failures: number
  /** When the newest was. */
  readonly at: number
}

/** Failures in a row, kept over restarts; those of another release are forgotten, since that may have mended them. */
export interface Failures {
  list(release: string): Promise<readonly Failure[]>
  /** In place of what was noted of the reaction before. */
  note(failure: Cleaned<Failure>, release: Clean): Promise<void>
  /** Forgets what was noted of a behaviour, or of one of its reactions. */
  clear(behaviour: string, reaction?: number): Promise<void>
}

/** One-time permissions, taken by compare-and-set. */
export interface Grants {
  /** True for the first holder, and for the same holder again, until it expires or is given back. */
  take(key: Clean, holder: Clean, until: number, now: number): Promise<boolean>
  giveBack(key: Clean, holder: Clean): Promise<void>
}

/** Snapshots of folds: state and the `seq` of the last event that is in it. */
export interface Folds {
  load(fold: keyof FoldMap, scope: Clean): Promise<{ readonly state: CleanJson; readonly seq: number } | undefined>
  /** An older snapshot never replaces a newer one. */
  save(fold: keyof FoldMap, scope: Clean, state: CleanJson, seq: number): Promise<void>
}

export type { TurnLogEntry }

/** What was said and done, bounded in size, so that everything can be explained. */
export interface TurnLog {
  append(entries: readonly Cleaned<TurnLogEntry>[]): Promise<void>
  /** Newest first. */
  read(filter: { session?: string; limit: number }): Promise<readonly TurnLogEntry[]>
}
