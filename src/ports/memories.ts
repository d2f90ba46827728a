import type { EventRecord, Handoff, HandoffOutcome, Observation, Prompt, Summary } from '../domain/memory/nouns.ts'
import type { Meaning } from '../domain/retrieval/meaning.ts'
import type { MatchQuery } from '../domain/retrieval/query.ts'
import type { Recalled } from '../domain/retrieval/recalled.ts'

/** A record of any kind, as `show` gives it. */
export type AnyRecord =
  | { readonly kind: 'event'; readonly record: EventRecord }
  | { readonly kind: 'prompt'; readonly record: Prompt }
  | { readonly kind: 'observation'; readonly record: Observation }
  | { readonly kind: 'summary'; readonly record: Summary }
  | { readonly kind: 'handoff'; readonly record: Handoff }

/** The kinds of record that are searched. */
export type SearchedKind = Exclude<AnyRecord['kind'], 'handoff'>

/** What to search for, and where. */
export interface SearchFilter {
  readonly match: MatchQuery
  /** What the words mean, where that is known. */
  readonly meaning?: Meaning | undefined
  /** Only this project … */
  readonly project?: string | undefined
  /** … or all, this one ranked first. */
  readonly prefer?: string | undefined
  readonly kind?: SearchedKind | undefined
  readonly type?: string | undefined
  readonly file?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly asOf?: number | undefined
  readonly limit: number
}

/** One find. `score` is 0–1, 1 the best of this answer; `snippet` shows the match. */
export interface Hit {
  readonly id: string
  readonly kind: SearchedKind
  readonly type: string
  readonly title: string
  readonly snippet: string
  readonly score: number
  readonly sessionId: string
  readonly project: string
  readonly at: number
  readonly files: readonly string[]
  readonly why: string
}

/** What is to be recalled: records of one project that fit a text, other than a session's own. */
export interface RecallFilter {
  readonly text: string
  readonly project: string
  readonly notSession: string
  readonly asOf?: number | undefined
  readonly limit: number
}

/** Reads interpretation, and searches over everything that is kept. */
export interface Memories {
  /** Newest first; so are summaries. */
  observations(filter: {
    session?: string
    project?: string
    /** Of this file, read or changed; in any worktree of the project (`relative` to its top). */
    file?: { readonly path: string; readonly relative: string }
    /** Remembered on somebody's word, decided, or found to beware of; none that a later one supersedes. */
    standing?: boolean
    asOf?: number
    limit: number
  }): Promise<readonly Observation[]>
  summaries(filter: { session?: string; project?: string; asOf?: number; limit: number }): Promise<readonly Summary[]>
  /** Newest first. */
  handoffs(filter: { session?: string; project?: string; asOf?: number; limit: number }): Promise<readonly Handoff[]>
  /** How much of a project there is to tell of. */
  totals(filter: {
    project: string
    asOf?: number
  }): Promise<{ readonly sessions: number; readonly observations: number }>
  /** Notes how handed over work came out; false where there is no such handoff. */
  mark(id: string, outcome: HandoffOutcome, by: 'person' | 'agent'): Promise<boolean>
  /** Whole records by id or unique prefix of one, in the order asked; unknown ids are left out. */
  show(ids: readonly string[]): Promise<readonly AnyRecord[]>
  search(filter: SearchFilter): Promise<readonly Hit[]>
  /** Observations, summaries and prompts that fit well enough to be told unasked, best first; often none. */
  recall(filter: RecallFilter): Promise<readonly Recalled[]>
}
