import type { Lesson } from '../domain/nouns/lesson.ts'

/** A change to a file of the person's; undefined: the file does not exist. */
export interface FileChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A lesson that was taken back, and the files that no longer contain it. */
export interface Undone {
  readonly lesson: Lesson
  readonly files: readonly string[]
  /** The lessons that it had replaced, which are active again. */
  readonly restored: readonly Lesson[]
}

/** Keeps the files that clients read in line with the lessons. */
export interface Artifacts {
  /** Writes what is due, and reads back what a person changed. Never rejects: a file that is refused is recorded. */
  sync(): Promise<void>
  /** What would be written if a person approved these lessons; without ids, all active ones of a project. */
  preview(of: {
    readonly ids?: readonly string[]
    readonly project?: string | undefined
  }): Promise<readonly FileChange[]>
  /** Takes back the newest `most` lessons that Hindcast applied or wrote by itself. */
  undo(most: number): Promise<readonly Undone[]>
  /** What that would take back. */
  undoable(most: number): Promise<readonly Undone[]>
  /** Removes these lessons from all files, because they are about to be deleted. */
  withdraw(ids: readonly string[]): Promise<void>
  /** Removes everything from the files of one project folder, or from all files; returns their paths. */
  purge(root?: string): Promise<readonly string[]>
}

/** A file as read, or why it must not be written. */
export type ReadFile = { readonly text: string | undefined } | { readonly refused: string }

/** The files in which a person keeps instructions. */
export interface UserFiles {
  /** Refuses a file that a link takes out of `root`, or that is not text. */
  read(path: string, root: string | undefined): Promise<ReadFile>
  /**
   * Replaces a file atomically or, with `after` undefined, deletes it; returns the folders that were made, deepest first,
   * or why nothing was changed. Checks what it wrote, and puts the file back if that is wrong.
   */
  change(
    change: FileChange,
    root: string | undefined,
  ): Promise<{ readonly folders: readonly string[] } | { readonly refused: string }>
  /** Deletes these folders if they are empty. */
  removeFolders(folders: readonly string[]): Promise<void>
  /** Keeps a copy under a name of its own; returns its path. */
  backUp(name: string, text: string): Promise<string>
  dropBackup(path: string): Promise<void>
  /** The first of these paths that exists. */
  existing(paths: readonly string[]): Promise<string | undefined>
  isFolder(path: string): Promise<boolean>
  /** Whether git has exactly this file in its newest commit. */
  isCommitted(path: string): Promise<boolean>
  /** One process at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}
