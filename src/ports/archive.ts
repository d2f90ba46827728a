import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { ArchivedOf, NounName } from '../domain/nouns/records.ts'
import type { SourceLine } from './sources.ts'

/** What an archive contains besides nouns: the ledger, and where lines were first read. */
interface ArchivedBeside {
  /** The hashes' secrets in hex; only if there are tombstones. */
  readonly ledger: { readonly keys: readonly string[] }
  readonly tombstone: { readonly hash: string; readonly until?: number | undefined }
  readonly exclusion: { readonly session: string; readonly promptId: string }
  /** Ends no later than the archive itself: a pause in effect at that time is over when it is restored. */
  readonly pause: {
    readonly session?: string | undefined
    readonly project?: string | undefined
    readonly since: number
    readonly until: number
  }
  readonly line: SourceLine
}

/** Everything that an archive contains, by kind: all nouns, and what is stored besides them. */
export type Archived = ArchivedBeside & { readonly [N in NounName]: ArchivedOf<N> }

/** The name of a kind, as used on a line of the file. */
export type ArchiveKind = keyof Archived

/** A job for the later lane. */
export interface OwedJob {
  readonly behaviour: string
  readonly dueAt: number
}

/** One line of an archive. `jobs`: only for an event. */
export type ArchiveRecord<K extends ArchiveKind = ArchiveKind> = {
  [N in K]: { readonly kind: N; readonly record: Archived[N]; readonly jobs?: readonly OwedJob[] | undefined }
}[K]

/** How many records of each kind. */
export type ArchiveCounts = Readonly<Record<ArchiveKind, number>>

/** What happened to a record: written; already present; rejected, since it was forgotten or must not be stored. */
export type Restored = 'new' | 'there' | 'refused'

/** Records of a kind, each as a line of JSON; `after` continues, and is undefined on the last page. */
export interface ArchivePage {
  readonly text: string
  readonly records: number
  readonly after: unknown
}

/** Which page: from one session or all; `asOf`: the archive's time in epoch milliseconds. */
export interface PageFilter {
  readonly kind: ArchiveKind
  readonly session?: string | undefined
  readonly after?: unknown
  readonly asOf: number
}

/** Everything in the store, read page by page. */
export interface ArchiveView {
  counts(): Promise<ArchiveCounts>
  page(filter: PageFilter): Promise<ArchivePage>
}

/** The store's side of archives. */
export interface Archive extends ArchiveView {
  /**
   * Merges all of these by id in one transaction; `asOf`: the time of their archive. Existing records are never lost.
   * `isOwn`: they come from this store's own file, so nobody else can have written what they claim.
   */
  restore(records: readonly Cleaned<ArchiveRecord>[], asOf: number, isOwn?: boolean): Promise<readonly Restored[]>
}

/** The store at one moment, unaffected by later writes; does not block the writer. */
export interface Snapshot extends ArchiveView {
  close(): Promise<void>
}

/** The progress of an export or restore, in records. */
export interface ArchiveProgress {
  readonly running: boolean
  readonly what: 'export' | 'restore'
  readonly done: number
  readonly total: number
}

/** The result of an export. `left`: foreign files that were in the way, and were not changed. */
export interface Exported {
  readonly path: string
  readonly format: 'jsonl' | 'markdown'
  readonly counts: ArchiveCounts
  readonly files: number
  readonly bytes: number
  readonly left: readonly string[]
}

/**
 * The result of a restore. `complete`: the file has everything that its header announces. `malformed` counts lines;
 * `errors` lists the first of them.
 */
export interface RestoredAll {
  readonly path: string
  readonly complete: boolean
  readonly new: number
  readonly there: number
  readonly refused: number
  readonly malformed: number
  readonly kinds: Readonly<Partial<Record<ArchiveKind, Readonly<Record<Restored, number>>>>>
  readonly errors: readonly { readonly line: number; readonly why: string }[]
}

/** Exports everything in the store to files, and restores it. Paths are absolute. One operation at a time. */
export interface Archives {
  /** Throws `not-written` if something else is at that path. */
  export(to: { readonly path: string; readonly format: 'jsonl' | 'markdown' }): Promise<Exported>
  /**
   * Throws `bad-archive`, without any change, if the file is not a Hindcast archive. Repeating it adds only what is
   * missing.
   */
  restore(path: string): Promise<RestoredAll>
  progress(): ArchiveProgress
}

/** Another store and the past to take from it: the records of one project's sessions, except the one being replayed. */
export interface PastSource {
  /** The other store's file. */
  readonly file: string
  readonly project: string
  readonly notSession: string
  /** If false, only the ledger is copied, and no records. */
  readonly records: boolean
}

/** Brings other sessions' records into the store of a replay, each only from its own time on. */
export interface Past {
  /** Copies the ledger and prepares the records. Returns the time of the first record, if any. */
  stage(source: PastSource): Promise<number | undefined>
  /** Adds the records up to this time (epoch milliseconds). Returns the time of the next one, if any. */
  reach(at: number): Promise<number | undefined>
}
