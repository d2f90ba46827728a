/** One reaction's part in one turn: what it said or did, how long it took, what became of it. */
export interface TurnLogEntry {
  readonly at: number
  readonly session: string
  readonly event: string
  readonly eventName: string
  readonly behaviour: string
  /** Kinds of effect, joined by commas. */
  readonly effect: string
  /** Ids that were told or written. */
  readonly ids: readonly string[]
  readonly ms: number
  readonly budgetMs: number
  /** `said`, `done`, `silent`, `omitted`, `late` (over budget), `failed`. */
  readonly outcome: 'said' | 'done' | 'silent' | 'omitted' | 'late' | 'failed'
  /** Why it failed; redacted. */
  readonly error?: string | undefined
}

/** What was said and done, bounded in size, so that everything can be explained. */
export interface TurnLog {
  append(entries: readonly TurnLogEntry[]): Promise<void>
  /** Newest first. */
  read(filter: { session?: string; limit: number }): Promise<readonly TurnLogEntry[]>
}
