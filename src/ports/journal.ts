import type { RecordEffect, WorkEffect } from '../domain/effects.ts'
import type { Cleaned } from '../domain/redaction/clean.ts'
import type { SourceMark } from './sources.ts'

/** A later reaction that is owed to a kept event. */
export interface JobDraft {
  readonly behaviour: string
  readonly event: string
  /** Not before this time; epoch milliseconds. */
  readonly dueAt: number
}

/** One thing to store. Text comes as Clean: nothing reaches the disk that redaction has not seen. */
export type Change = Cleaned<Exclude<RecordEffect | WorkEffect, { kind: 'emit' | 'order' }>>

/** All or nothing, in one transaction. */
export interface Commit {
  readonly changes: readonly Change[]
  readonly jobs?: readonly JobDraft[]
  /** Jobs that are done by this commit. */
  readonly done?: readonly number[]
  /** Where this event is already kept, the whole commit is left out. */
  readonly once?: string
}

/** The only way to write evidence and interpretation. */
export interface Journal {
  /** `fresh` is false when nothing was written: `once` was already there, or it was `forgotten` and stays away. */
  commit(commit: Commit): Promise<{ readonly fresh: boolean; readonly forgotten?: boolean }>
  /** Several commits and how far their source was read, in one transaction; says which were fresh. */
  commitAll(commits: readonly Commit[], mark: SourceMark): Promise<readonly boolean[]>
  /** `commitAll` of what another process has packed; says how many were fresh. The buffer is handed over. */
  commitPacked(packed: ArrayBuffer): Promise<number>
}
