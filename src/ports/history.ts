import type { AnyRecord, Hit } from './memories.ts'

/** A record in one line: what it is, when, where, and about which files. */
export type IndexRow = Omit<Hit, 'snippet' | 'score' | 'why' | 'kind'> & { readonly kind: AnyRecord['kind'] }

/** What a session came to. `prompts` leaves machine text out; `opening` is how the first of them begins, on one line. */
export interface SessionTotals {
  readonly session: string
  readonly prompts: number
  readonly tools: number
  readonly failures: number
  readonly opening?: string | undefined
}

/** What the subagents of one type came to; `durationMs` is the sum over the runs, each from its first event to its last. */
export interface AgentTotals {
  readonly agent: string
  readonly runs: number
  readonly sessions: number
  readonly tools: number
  readonly failures: number
  readonly durationMs: number
}

/** What the turn log holds of a behaviour: how often it said something, and how long it takes. */
export interface BehaviourTotals {
  readonly behaviour: string
  readonly said: number
  /** Nearest rank, over all of its entries. */
  readonly p95Ms: number
}

/** Reads the record as a course of events: what stands beside what, and what it all came to. */
export interface History {
  /**
   * The records of one project, or of one session of it, next to a moment: of those at the same time, the anchor's place in
   * the index decides. Oldest first.
   */
  around(anchor: {
    id: string
    project: string
    session?: string | undefined
    at: number
    before: number
    after: number
  }): Promise<{ readonly before: readonly IndexRow[]; readonly after: readonly IndexRow[] }>
  /** Rows of records, in the order asked; what has nothing to be found by is left out. */
  rows(ids: readonly string[]): Promise<readonly IndexRow[]>
  /** In the order asked; one of which nothing is kept has zeros. */
  sessions(ids: readonly string[]): Promise<readonly SessionTotals[]>
  /** By type, the most used first. */
  agents(filter: { project?: string | undefined }): Promise<readonly AgentTotals[]>
  behaviours(): Promise<readonly BehaviourTotals[]>
  /** The names, without folders, of the files that a project's observations are about; each once. */
  files(project: string): Promise<readonly string[]>
}
