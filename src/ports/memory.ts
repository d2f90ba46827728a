import type { Embedding } from '@hindcast/text/similarity.ts'
import type { ProjectTotals } from '../domain/facts.ts'
import type { UseFigures } from '../domain/memory/use.ts'
import type { Handoff, HandoffOutcome } from '../domain/nouns/handoff.ts'
import type { Observation } from '../domain/nouns/observation.ts'
import type { AnyRecord, RecordOf, SearchedName, ShownName } from '../domain/nouns/records.ts'
import type { MatchQuery } from '../domain/retrieval/query.ts'
import type { RecalledRecord } from '../domain/retrieval/recall.ts'

export type { AnyRecord }
/** The searchable kinds of record. */
export type SearchedKind = SearchedName

/** What to search for, and where. */
export interface SearchFilter {
  readonly match: MatchQuery
  /** The query's embedding, if known. */
  readonly embedding?: Embedding | undefined
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

/** One search result. `score` is 0–1, with 1 the best of this answer; `snippet` shows the match. */
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

/** What to recall: records of one project that match a text, except for a session's own. */
export interface RecallFilter {
  readonly text: string
  readonly project: string
  readonly notSession: string
  readonly asOf?: number | undefined
  readonly limit: number
}

/** Reads derived records, and searches everything in the store. */
export interface Memories {
  /** Newest first. */
  observations(filter: {
    session?: string
    project?: string
    /** About the file at this path, read or changed, in any worktree of the project, and wherever that was before. */
    file?: string
    /** Stated or chosen by a person, or found in several sessions; only those that no later one supersedes. */
    standing?: boolean
    asOf?: number
    limit: number
  }): Promise<readonly Observation[]>
  /** Records of a noun, newest first. */
  records<N extends ShownName>(filter: {
    noun: N
    session?: string | undefined
    project?: string | undefined
    asOf?: number
    limit: number
  }): Promise<readonly RecordOf<N>[]>
  /** What a project has; records of the session `except` do not count. */
  totals(filter: { project: string; except?: string; asOf?: number }): Promise<ProjectTotals>
  /** Records the outcome of a handoff; false if there is no such handoff. */
  mark(id: string, outcome: HandoffOutcome, by: 'person' | 'agent'): Promise<boolean>
  /** Complete records by id or unique id prefix, in the order requested; unknown ids are left out. */
  show(ids: readonly string[]): Promise<readonly AnyRecord[]>
  /** The first ids of records, in order, that begin with a prefix. */
  idsFrom(prefix: string, limit: number): Promise<readonly string[]>
  search(filter: SearchFilter): Promise<readonly Hit[]>
  /** Observations, summaries and prompts that match well enough to show unasked, best first; often none. */
  recall(filter: RecallFilter): Promise<readonly RecalledRecord[]>
}

/** A record on one line: what it is, when, where, and which files it is about. */
export type IndexRow = Omit<Hit, 'snippet' | 'score' | 'why' | 'kind'> & { readonly kind: AnyRecord['kind'] }

/**
 * A session in numbers. `prompts` excludes machine text; `corrections` are the person's; `lessonsApplied`: how many it
 * was told or held to, and `lessonsViolated`: how many a call of it broke. `opening` is the beginning of the first
 * prompt, on one line.
 */
export interface SessionTotals {
  readonly session: string
  readonly prompts: number
  readonly tools: number
  readonly failures: number
  readonly corrections: number
  readonly lessonsApplied: number
  readonly lessonsViolated: number
  readonly opening?: string | undefined
  /** How its work turned out, according to its newest handoff. */
  readonly outcome?: HandoffOutcome | undefined
  readonly outcomeBy?: Handoff['outcomeBy']
}

/**
 * The subagents of one type in numbers; `durationMs` is the sum over the runs, each from its first event to its last.
 */
export interface AgentTotals {
  readonly agent: string
  readonly runs: number
  readonly sessions: number
  readonly tools: number
  readonly failures: number
  /** The results of the checks that they ran. */
  readonly passed: number
  readonly failed: number
  /** The sum of the contexts with which the runs ended; 0 if unknown. */
  readonly tokens: number
  readonly durationMs: number
}

/** A behaviour in the turn log: how often it said something, and how long it takes. */
export interface BehaviourTotals {
  readonly behaviour: string
  readonly said: number
  /** Nearest rank over all of its entries. */
  readonly p95Ms: number
}

/** How often the records told by one behaviour, or to one session, were used. */
export interface UseTotals extends UseFigures {
  readonly of: string
}

/** Reads the store as a timeline: what is next to what, with totals. */
export interface History {
  /**
   * The records of a project or session around a moment, oldest first. Among those at the same time, the anchor's
   * position in the index decides.
   */
  around(anchor: {
    id: string
    project: string
    session?: string | undefined
    at: number
    before: number
    after: number
  }): Promise<{ readonly before: readonly IndexRow[]; readonly after: readonly IndexRow[] }>
  /** Index rows of records, in the order requested; records that are not searchable are left out. */
  rows(ids: readonly string[]): Promise<readonly IndexRow[]>
  /** In the order requested; a session without records gets zeros. */
  sessions(ids: readonly string[]): Promise<readonly SessionTotals[]>
  /** By type, most used first. */
  agents(filter: { project?: string | undefined }): Promise<readonly AgentTotals[]>
  behaviours(): Promise<readonly BehaviourTotals[]>
  /** How often tellings were used, by behaviour or by session; with `newest`, only over each one's newest tellings. */
  uses(filter: {
    by: 'behaviour' | 'session'
    project?: string | undefined
    sessions?: readonly string[] | undefined
    newest?: number | undefined
  }): Promise<readonly UseTotals[]>
  /** The unique names, without folders, of the files that a project's observations are about. */
  files(project: string): Promise<readonly string[]>
  /** The types of all records that are searched, each once. */
  types(): Promise<readonly string[]>
}

/** A stored text without an embedding. `mark`: changes if the text does. */
export interface Unembedded {
  readonly id: number
  readonly mark: number
  readonly text: string
}

/** Embeddings of stored texts, alongside the full-text index: a text removed from one is removed from both. */
export interface Vectors {
  /** Texts that were said or derived from what was said, newest first, whenever they were stored. */
  missing(limit: number): Promise<readonly Unembedded[]>
  /** Skips texts that have changed or disappeared meanwhile. */
  fill(found: readonly (Pick<Unembedded, 'id' | 'mark'> & { readonly embedding: Embedding })[]): Promise<void>
  counts(): Promise<{ readonly known: number; readonly missing: number }>
}

/** Computes embeddings. Undefined: disabled, unavailable, or not ready in time. */
export interface Embedder {
  /** Embeds a query, ahead of stored texts; if it takes longer than `withinMs`, it is ready the next time. */
  asked(text: string, withinMs: number): Promise<Embedding | undefined>
  kept(text: string): Promise<Embedding | undefined>
  state(): EmbedderState
}

/** `loaded`: its model is in memory. `broken`: why it cannot be loaded. */
export interface EmbedderState {
  readonly on: boolean
  readonly loaded: boolean
  readonly broken?: string | undefined
}
