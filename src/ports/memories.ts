import type { EventRecord, Observation, Prompt, Summary } from '../domain/memory/nouns.ts'
import type { MatchQuery } from '../domain/retrieval/query.ts'

/** A record of any kind, as `show` gives it. */
export type AnyRecord =
  | { readonly kind: 'event'; readonly record: EventRecord }
  | { readonly kind: 'prompt'; readonly record: Prompt }
  | { readonly kind: 'observation'; readonly record: Observation }
  | { readonly kind: 'summary'; readonly record: Summary }

/** What to search for, and where. */
export interface SearchFilter {
  readonly match: MatchQuery
  /** Only this project … */
  readonly project?: string | undefined
  /** … or all, this one ranked first. */
  readonly prefer?: string | undefined
  readonly kind?: AnyRecord['kind'] | undefined
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
  readonly kind: AnyRecord['kind']
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

/** Reads interpretation, and searches over everything that is kept. */
export interface Memories {
  /** Newest first; so are summaries. */
  observations(filter: {
    session?: string
    project?: string
    asOf?: number
    limit: number
  }): Promise<readonly Observation[]>
  summaries(filter: { session?: string; project?: string; asOf?: number; limit: number }): Promise<readonly Summary[]>
  /** Whole records by id or unique prefix of one, in the order asked; unknown ids are left out. */
  show(ids: readonly string[]): Promise<readonly AnyRecord[]>
  search(filter: SearchFilter): Promise<readonly Hit[]>
}
