/** Whom something concerns: one session, one project (by id), or, with neither, everything. */
export interface Scope {
  readonly session?: string | undefined
  readonly project?: string | undefined
}

/** From a time on, until another one where it is known; epoch milliseconds, the end not included. */
export interface Span {
  readonly from: number
  readonly until?: number | undefined
}

/** Somebody asked for silence: of what happens in the span nothing is kept, and nothing is said. */
export type Pause = Scope & Span

/** What is to be forgotten. `match` is found in any text that is kept, in either case. */
export interface Selection extends Scope {
  /** Whole ids; with a derived record goes what it was made from. Beside `match`: what a survey found by it. */
  readonly ids?: readonly string[] | undefined
  readonly match?: string | undefined
  /** No trace is left that keeps it away: nobody can tell of it again. */
  readonly unburied?: boolean | undefined
  /**
   * Of much, a part at a time: `ids` and nothing that was made from them. To `bury` is to keep them away, with the session
   * or project that is named, and to delete nothing yet.
   */
  readonly step?: 'bury' | 'erase' | undefined
}

/** What a selection takes: everything that it names, and all that was made from it. */
export interface Found {
  readonly ids: readonly string[]
  readonly counts: {
    readonly events: number
    readonly prompts: number
    readonly observations: number
    readonly summaries: number
    readonly handoffs: number
    /** Those that go as a whole. */
    readonly sessions: number
  }
  /** Files of clients that told of it. */
  readonly transcripts: readonly string[]
}

/** What must stay away. Every source asks it; an event that was forgotten is turned away by the Journal. */
export interface Ledger {
  /** Whether a prompt is excluded, and with it the events that it causes. */
  excluded(session: string, promptId: string): Promise<boolean>
  /** Spans of which nothing of a session may be kept: paused, or forgotten. */
  silences(of: { session: string; project: string }): Promise<readonly Span[]>
  /** Pauses that hold at this time. */
  paused(now: number): Promise<readonly Pause[]>
  /** Takes the place of one of the same scope. */
  pause(pause: Pause): Promise<void>
  /** Ends what holds for this scope; without one, every pause. The span stays known. */
  resume(scope: Scope, at: number): Promise<void>
  /** What `forget` would take. */
  survey(selection: Selection): Promise<Found>
  /** Deletes, and keeps keyed hashes that tell nothing but what may not come back. */
  forget(selection: Selection, at: number): Promise<Found>
  /** Writes over what a deletion left in indexes, log and free pages, a little at a time; true while there is more. */
  sweep(): Promise<boolean>
}
