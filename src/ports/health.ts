import type { Recovery } from '../domain/facts.ts'
import type { TimeSpan } from './record.ts'

/**
 * The caller of an examination: the program's release, and the environment variables that decide whether hooks arrive.
 */
interface Caller {
  readonly version?: string | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
}

/** One check. `ok` is null if the user chose this state, or if it could not be checked. */
export interface DoctorCheck {
  readonly name: string
  readonly ok: boolean | null
  readonly detail: string
  /** What to do; null if nothing. */
  readonly remedy: string | null
}

/** Checks everything that Hindcast needs to work. */
export interface Doctor {
  /** `fix` first fixes what is safe to fix. `from`: the caller's folder. Throws `bad-input`. */
  examine(asked: {
    readonly fix: boolean
    readonly caller: Caller
    readonly from?: string | undefined
    /** The name of a single check to run. */
    readonly only?: string | undefined
  }): Promise<readonly DoctorCheck[]>
}

/** A store's health; times are epoch milliseconds, absent if there is none. */
export interface StoreState {
  /** The first problems found by SQLite's own check; empty if the file is intact. */
  readonly problems: readonly string[]
  /** The number of migrations in the file, and in this release. */
  readonly schema: number
  readonly known: number
  /** The newest event received from a hook, and the newest end of a turn among them. */
  readonly lastHookAt?: number | undefined
  readonly lastStopAt?: number | undefined
  /** The newest observation or summary. */
  readonly lastMemoryAt?: number | undefined
  /** When the oldest waiting job became due. */
  readonly oldestDueAt?: number | undefined
  readonly pending: number
  readonly failed: number
  /** The error of the newest job that was given up. */
  readonly failure?: string | undefined
  /** Transcript lines that could not be read. */
  readonly unreadable: number
}

/** A session of a client, and the project that it belongs to if it is stored. */
export interface ArrivalsOf {
  readonly session: string
  readonly project: string
}

/** What is stored of a session that arrived by hook. */
export interface Arrived {
  /** When the newest event arrived, in epoch milliseconds. */
  readonly at?: number | undefined
  /** Spans in which nothing of it may be stored. */
  readonly silences: readonly TimeSpan[]
}

/** The backups of a store, and when the newest was made (epoch milliseconds). */
export interface Backups {
  readonly count: number
  readonly newestAt?: number | undefined
}

/** What is known about recoveries and backups, without asking the store. */
export interface StoreCare {
  /** The latest recovery. */
  recovery(): Recovery | undefined
  /** Why the latest backup failed; undefined if it did not. */
  backupFailure(): string | undefined
}

/** Maintains the store itself. */
export interface StoreHealth {
  /** Checks everything, which takes as long as the store is large. A daemon's store first restores what is damaged. */
  examine(): Promise<StoreState>
  /** What arrived from these sessions by hook, and what of them must not be stored; in the same order. */
  heard(sessions: readonly ArrivalsOf[]): Promise<readonly Arrived[]>
  /** Makes a backup if the newest is older than a day, or if there is none; returns whether it made one. */
  backUp(): Promise<boolean>
  backups(): Promise<Backups>
  /** Moves what was written lately from the log to the database itself. Writers do not wait for it. */
  checkpoint(): Promise<void>
  /** Writes a copy, without free pages, to a file that does not exist yet; its indexes are copied or made anew. */
  copy(to: string, isReindexed: boolean): Promise<void>
  /** Rejects if a file of the store was deleted or replaced while it is open. */
  probe(): Promise<void>
  /** Puts jobs that were given up back into the queue; returns how many. */
  retryFailed(): Promise<number>
}
