import type { Usage } from '../domain/nouns/usage.ts'
import type { Clean } from '../domain/redaction/clean.ts'

/** A line that could not be read as evidence: where, and why. Never any of its text. */
export interface SourceError {
  readonly path: string
  readonly line: number
  readonly why: string
}

/** How far a file was read, and what the next line's meaning depends on. */
export interface SourceCursor {
  readonly path: string
  /** Tells whether the file is still the one that was read: a digest of its first bytes and of the last before `offset`. */
  readonly seal: string
  /** In bytes. */
  readonly offset: number
  readonly line: number
  /** Whose evidence the file holds. */
  readonly sessions: readonly string[]
  /** The reader's state, JSON. */
  readonly state: unknown
  /** Values that are no evidence, or that another session told before. */
  readonly skipped: number
  /** The first ones alone. */
  readonly errors: readonly SourceError[]
}

/** What is kept of a batch beside its events, in the same commit. */
export interface SourceMark {
  readonly cursor: SourceCursor
  /** Lines with an id of their own, and in which session they were read. */
  readonly lines: readonly SourceLine[]
  /** How full the context of the file's own session was at the newest line. */
  readonly usage?: Usage | undefined
}

/** A line's own id; a fork repeats it under a new session's. */
export interface SourceLine {
  readonly uuid: string
  readonly session: string
}

/** What is kept of some sessions. `prompts`: people's and scripts'. */
export interface SourceTally {
  readonly sessions: number
  readonly prompts: number
  readonly events: number
  readonly observations: number
}

/** How far files were read. The Journal writes marks, in the commit of what they stand for. */
export interface Sources {
  /** By the path as it is kept, which may be redacted. */
  cursor(path: Clean): Promise<SourceCursor | undefined>
  /** Every file of which anything was read. */
  paths(): Promise<readonly Clean[]>
  /** Everything in this folder may be read from now on, whenever it is written. */
  consent(folder: Clean): Promise<void>
  /** Folders of which that was said. */
  consented(): Promise<readonly Clean[]>
  /** In which session each of these lines was first read, by uuid; those never read are left out. */
  owners(uuids: readonly string[]): Promise<Readonly<Record<string, string>>>
  /** Those of these sessions of which a client told. */
  known(sessions: readonly string[]): Promise<readonly string[]>
  tally(sessions: readonly string[]): Promise<SourceTally>
  /** How full a session's context was, as of its last start, stop or end: until then its transcript was read. */
  usage(session: string): Promise<Usage | undefined>
}

/** How much history there is, as the files' names and sizes tell it. */
export interface Survey {
  readonly projects: number
  readonly sessions: number
  readonly files: number
  readonly bytes: number
}

/** How far an import is. `events`: those that were not kept before. */
export interface ImportProgress {
  readonly running: boolean
  readonly files: number
  readonly bytes: number
  readonly filesDone: number
  readonly bytesDone: number
  readonly events: number
}

/** What is kept of the files that were named, whenever it was read. */
export interface Imported extends SourceTally {
  readonly files: number
  /** Lines that are no evidence, or that another session told before. */
  readonly skipped: number
  readonly errors: readonly SourceError[]
}

/** Reads the history that clients kept. Without paths: all of it; `from`: of the client of that name alone. */
export interface Imports {
  survey(paths: readonly string[], from?: string): Promise<Survey>
  /** Resumable; twice changes nothing. One at a time. */
  run(paths: readonly string[], from?: string): Promise<Imported>
  progress(): ImportProgress
}

/** A value of a row; texts are cut where they are endless, and bytes are left out. */
export type ForeignValue = string | number | null

/** Somebody else's database, as it was at one moment. */
export interface ForeignFile {
  /** The columns of a table; none where there is no such table. */
  columns(table: string): readonly string[]
  count(table: string): number
  /** Rows in the order of their numbers (`rowid`), from behind one of them on. */
  rows(
    table: string,
    columns: readonly string[],
    after: number,
    limit: number,
  ): readonly Readonly<Record<string, ForeignValue>>[]
  close(): Promise<void>
}

/** Opens databases of other programs. */
export interface ForeignFiles {
  /** Of a copy: the file itself is read, and nothing beside it made or changed. Throws `bad-database`. */
  open(path: string): Promise<ForeignFile>
}
