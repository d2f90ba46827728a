import type { UseFigures } from '../domain/memory/use.ts'
import type { HandoffOutcome } from '../domain/nouns/handoff.ts'
import type { Observation } from '../domain/nouns/observation.ts'
import type { AnyRecord, RecordOf, SearchedName, ShownName } from '../domain/nouns/records.ts'
import type { MatchQuery } from '../domain/retrieval/query.ts'
import type { RecallCandidate } from '../domain/retrieval/recall.ts'
import type { Embedding } from '../domain/retrieval/semantic.ts'

export type { AnyRecord }
/** The kinds of record that are searched. */
export type SearchedKind = SearchedName

/** What to search for, and where. */
export interface SearchFilter {
  readonly match: MatchQuery
  /** What the words mean, where that is known. */
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
  /** Newest first. */
  observations(filter: {
    session?: string
    project?: string
    /** Of this file, read or changed; in any worktree of the project (`relative` to its top). */
    file?: { readonly path: string; readonly relative: string }
    /** A person's word or choice, or found in several sessions; none that a later one supersedes. */
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
  recall(filter: RecallFilter): Promise<readonly RecallCandidate[]>
}

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

/** How often what one behaviour told, or what one session was told, was used. */
export interface UseTotals extends UseFigures {
  readonly of: string
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
  /** By behaviour or by session: how often what was told was used; of each one's newest tellings, where `newest` is given. */
  uses(filter: {
    by: 'behaviour' | 'session'
    project?: string | undefined
    sessions?: readonly string[] | undefined
    newest?: number | undefined
  }): Promise<readonly UseTotals[]>
  /** The names, without folders, of the files that a project's observations are about; each once. */
  files(project: string): Promise<readonly string[]>
}

/** A kept text whose meaning is not known yet. `mark`: another one, where the text has changed since. */
export interface Unembedded {
  readonly id: number
  readonly mark: number
  readonly text: string
}

/** What kept texts mean, beside the full-text index: what leaves that leaves this. */
export interface Vectors {
  /** Of what was said and made of it, the newest first, whenever it was stored. */
  missing(limit: number): Promise<readonly Unembedded[]>
  /** Leaves out what has changed or gone meanwhile. */
  fill(found: readonly (Pick<Unembedded, 'id' | 'mark'> & { readonly embedding: Embedding })[]): Promise<void>
  counts(): Promise<{ readonly known: number; readonly missing: number }>
}

/** Says what texts mean. Undefined: it is switched off, it cannot, or it was not known in time. */
export interface Embedder {
  /** What somebody asks for, before all that is kept; what takes longer than `withinMs` is known the next time. */
  asked(text: string, withinMs: number): Promise<Embedding | undefined>
  kept(text: string): Promise<Embedding | undefined>
  state(): EmbedderState
}

/** `loaded`: its model is in memory. `broken` says why it cannot be. */
export interface EmbedderState {
  readonly on: boolean
  readonly loaded: boolean
  readonly broken?: string | undefined
}
