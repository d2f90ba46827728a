import type { Clean } from '@hindcast/redaction/clean.ts'
import type { Usage } from '../domain/nouns/usage.ts'

/** A line that could not be read as evidence: where, and why. Never contains its text. */
export interface SourceError {
  readonly path: string
  readonly line: number
  readonly why: string
}

/** How far a file was read, and the state that the next line's meaning depends on. */
export interface SourceCursor {
  readonly path: string
  /** Detects whether the file is still the same: a hash of its first bytes and of the last ones before `offset`. */
  readonly seal: string
  /** In bytes. */
  readonly offset: number
  readonly line: number
  /** The sessions that the file contains evidence of. */
  readonly sessions: readonly string[]
  /** The reader's state, as JSON. */
  readonly state: unknown
  /** Values that are not evidence, or that another session already reported. */
  readonly skipped: number
  /** How many lines of each kind the file has, in its host's words. */
  readonly kinds: Readonly<Record<string, number>>
  /** Only the first few. */
  readonly errors: readonly SourceError[]
}

/** What is stored with a batch's events, in the same commit. */
export interface SourceMark {
  readonly cursor: SourceCursor
  /** Lines with an id of their own, and the session in which they were read. */
  readonly lines: readonly SourceLine[]
  /** How full the context of the file's own session was at the newest line. */
  readonly usage?: Usage | undefined
}

/** A line's own id; a fork repeats it under a new session's. */
export interface SourceLine {
  readonly uuid: string
  readonly session: string
}

/** What is stored of some sessions. `prompts`: people's and scripts'. */
export interface SourceTally {
  readonly sessions: number
  readonly prompts: number
  readonly events: number
  readonly observations: number
}

/** How far files were read. The Journal writes marks, in the same commit as the events up to them. */
export interface Sources {
  /** By the path as stored, which may be redacted. */
  cursor(path: Clean): Promise<SourceCursor | undefined>
  /** Every file of which anything was read. */
  paths(): Promise<readonly Clean[]>
  /** Permits reading everything in this folder from now on, including later files. */
  consent(folder: Clean): Promise<void>
  /** The folders with that permission. */
  consented(): Promise<readonly Clean[]>
  /** The session in which each of these lines was first read, by uuid; lines never read are left out. */
  owners(uuids: readonly string[]): Promise<Readonly<Record<string, string>>>
  /** Those of these sessions that a client reported. */
  known(sessions: readonly string[]): Promise<readonly string[]>
  tally(sessions: readonly string[]): Promise<SourceTally>
  /** How many lines of each kind were read, in all files together. */
  kinds(): Promise<Readonly<Record<string, number>>>
  /** How full a session's context was at its last start, stop or end, which is as far as its transcript was read. */
  usage(session: string): Promise<Usage | undefined>
  /** Forgets how far files were read, so that all of them are read again from the beginning. */
  rewind(): Promise<void>
}

/** How much history there is, judging by the names and sizes of files. */
export interface Survey {
  readonly projects: number
  readonly sessions: number
  readonly files: number
  readonly bytes: number
  /** How many of the files nothing was read of yet; absent where that is not known. */
  readonly unread?: number
}

/** The progress of an import. `events`: only new ones. */
export interface ImportProgress {
  readonly running: boolean
  readonly files: number
  readonly bytes: number
  readonly filesDone: number
  readonly bytesDone: number
  readonly events: number
}

/** What is stored of the given files, whenever it was read. */
export interface Imported extends SourceTally {
  readonly files: number
  /** How many records this run added: 0 where everything had been imported before. */
  readonly added: number
  /** How many of the sessions were here before; absent where that is not known. */
  readonly known?: number
  /** Lines that are not evidence, or that another session already reported. */
  readonly skipped: number
  readonly errors: readonly SourceError[]
}

/** Imports the history kept by clients: all of it if no paths are given; `from`: only that client's. */
export interface Imports {
  survey(paths: readonly string[], from?: string): Promise<Survey>
  /** Can be resumed, and is safe to run twice. One at a time. */
  run(paths: readonly string[], from?: string): Promise<Imported>
  progress(): ImportProgress
}

/** Transcripts as a source: what clients wrote in them beside messages, as far as they were read. */
export interface TranscriptImports extends Imports {
  written(): Promise<WrittenBeside>
}

/** How many lines clients wrote: `read`, by what people call their kind; `unknown`, by the client's own names. */
export interface WrittenBeside {
  readonly read: Readonly<Record<string, number>>
  readonly unknown: Readonly<Record<string, number>>
}

/** A value in a row; very long texts are truncated, and bytes are left out. */
export type ForeignValue = string | number | null

/** Another program's database, as of one moment. */
export interface ForeignFile {
  /** The columns of a table; empty if the table does not exist. */
  columns(table: string): readonly string[]
  count(table: string): number
  /** Rows in `rowid` order, starting after a given one. */
  rows(
    table: string,
    columns: readonly string[],
    after: number,
    limit: number,
  ): readonly Readonly<Record<string, ForeignValue>>[]
  close(): Promise<void>
}

/** Opens other programs' databases. */
export interface ForeignFiles {
  /**
   * Opens a copy: the file itself is only read, and nothing next to it is created or changed. Throws `bad-database`.
   */
  open(path: string): Promise<ForeignFile>
}
