import type { ArchivedOf, NounName } from '../domain/nouns/records.ts'
import type { Cleaned } from '../domain/redaction/clean.ts'
import type { SourceLine } from './sources.ts'

/** What an archive holds beside nouns: what must stay away, and where lines were first read. */
interface ArchivedBeside {
  /** Secrets of the hashes, hexadecimal; only where there are tombstones. */
  readonly ledger: { readonly keys: readonly string[] }
  readonly tombstone: { readonly hash: string; readonly until?: number | undefined }
  readonly exclusion: { readonly session: string; readonly promptId: string }
  /** Never later than the archive itself: what still held then is over where it is restored. */
  readonly pause: {
    readonly session?: string | undefined
    readonly project?: string | undefined
    readonly since: number
    readonly until: number
  }
  readonly line: SourceLine
}

/** Everything that an archive holds, by kind: every noun, and what is kept beside them. */
export type Archived = ArchivedBeside & { readonly [N in NounName]: ArchivedOf<N> }

/** The name of a kind, as it stands in a line of the file. */
export type ArchiveKind = keyof Archived

/** What the later lane still owes an event. */
export interface OwedJob {
  readonly behaviour: string
  readonly dueAt: number
}

/** One line of an archive. `jobs`: of an event alone. */
export type ArchiveRecord<K extends ArchiveKind = ArchiveKind> = {
  [N in K]: { readonly kind: N; readonly record: Archived[N]; readonly jobs?: readonly OwedJob[] | undefined }
}[K]

/** How many records of each kind. */
export type ArchiveCounts = Readonly<Record<ArchiveKind, number>>

/** What became of a record: written; kept already; turned away, since it was forgotten or must not be kept. */
export type Restored = 'new' | 'there' | 'refused'

/** Some records of a kind, a line of JSON each; `after` continues, undefined where that was all. */
export interface ArchivePage {
  readonly text: string
  readonly records: number
  readonly after: unknown
}

/** Which page: of one session, or of all; `asOf` is the time of the archive, epoch milliseconds. */
export interface PageFilter {
  readonly kind: ArchiveKind
  readonly session?: string | undefined
  readonly after?: unknown
  readonly asOf: number
}

/** Everything that is kept, to be read page by page. */
export interface ArchiveView {
  counts(): Promise<ArchiveCounts>
  page(filter: PageFilter): Promise<ArchivePage>
}

/** What a store does for archives. */
export interface Archive extends ArchiveView {
  /** All of these in one transaction, merged by id; `asOf` is the time of their archive. Nothing that is kept goes by it. */
  restore(records: readonly Cleaned<ArchiveRecord>[], asOf: number): Promise<readonly Restored[]>
}

/** One moment of the store, whatever is written meanwhile; holds back no writer. */
export interface Snapshot extends ArchiveView {
  close(): Promise<void>
}

/** How far an export or a restore is, in records. */
export interface ArchiveProgress {
  readonly running: boolean
  readonly what: 'export' | 'restore'
  readonly done: number
  readonly total: number
}

/** What an export wrote. `left`: files of somebody else's that stood in the way, and stay as they are. */
export interface Exported {
  readonly path: string
  readonly format: 'jsonl' | 'markdown'
  readonly counts: ArchiveCounts
  readonly files: number
  readonly bytes: number
  readonly left: readonly string[]
}

/** What a restore did. `complete`: the file ends where its header says. `malformed` counts lines; `errors` names the first. */
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

/** Copies everything that is kept into files of the person's, and back. Paths are absolute. One at a time. */
export interface Archives {
  /** Throws `not-written` where the path is taken by something else. */
  export(to: { readonly path: string; readonly format: 'jsonl' | 'markdown' }): Promise<Exported>
  /** Throws `bad-archive` where the file is none of ours; then nothing was changed. Again = what was missing. */
  restore(path: string): Promise<RestoredAll>
  progress(): ArchiveProgress
}

/** Another store, and whose past is meant: what one project's sessions recorded, save the one that is to be relived. */
export interface PastSource {
  /** The other store's file. */
  readonly file: string
  readonly project: string
  readonly notSession: string
  /** False: what must stay away is taken over, and no record. */
  readonly records: boolean
}

/** What others recorded, brought into a store in which a session is relived: nothing of it is there before its time. */
export interface Past {
  /** Takes over what must stay away, and makes ready what was recorded. Gives the time of the first record, if there is one. */
  stage(source: PastSource): Promise<number | undefined>
  /** Lets in what was recorded up to this time (epoch milliseconds). Gives the time of the next, if there is one. */
  reach(at: number): Promise<number | undefined>
}
