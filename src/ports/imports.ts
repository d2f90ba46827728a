import type { SourceError, SourceTally } from './sources.ts'

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

/** Reads the history that a client kept. Without paths: all of it. */
export interface Imports {
  survey(paths: readonly string[]): Promise<Survey>
  /** Resumable; twice changes nothing. One at a time. */
  run(paths: readonly string[]): Promise<Imported>
  progress(): ImportProgress
}
