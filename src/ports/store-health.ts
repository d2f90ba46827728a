/** How a store fares; times are epoch milliseconds, absent where there is nothing of the kind. */
export interface StoreState {
  /** What SQLite's own check found, the first ones; empty where the file is sound. */
  readonly problems: readonly string[]
  /** Steps of the schema that the file has, and that this release knows. */
  readonly schema: number
  readonly known: number
  /** The newest event that came by a hook, and the newest end of a turn among them. */
  readonly lastHookAt?: number | undefined
  readonly lastStopAt?: number | undefined
  /** The newest observation or summary. */
  readonly lastMemoryAt?: number | undefined
  /** Since when the oldest job is due. */
  readonly oldestDueAt?: number | undefined
  readonly pending: number
  readonly failed: number
  /** What the newest job that was given up failed with. */
  readonly failure?: string | undefined
  /** Lines of transcripts that could not be read. */
  readonly unreadable: number
}

/** Looks after the store itself. */
export interface StoreHealth {
  examine(): Promise<StoreState>
  /** Puts jobs that were given up back into the queue; says how many. */
  retryFailed(): Promise<number>
}
