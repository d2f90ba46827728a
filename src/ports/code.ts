import type { CodeAnswer, CodeQuestion, CodeReach, Embedded, UnembeddedCode } from '@hindcast/code-insight'

/** The code of projects. */
export interface Code {
  /**
   * Answers a question asked in a folder, about the project that contains it; or, if the target is an existing path
   * outside of that, about the project that contains the target. The first question builds the project's index and is
   * answered from what is indexed by then. Throws `not-found` if there is no such folder or revision, `bad-input` if
   * the question cannot be answered for it, `needs-person` where that would be about a project that is not `within` reach.
   */
  ask(folder: string, question: CodeQuestion, within: CodeReach): Promise<CodeAnswer>
  /** Deletes every index; the next question makes a new one, of the files as they are then. */
  forget(): Promise<void>
}

/** The indexes of code. */
export interface CodeIndexes {
  /** Brings the index of the project that contains a folder up to date in the background, if there is one. Never rejects. */
  refresh(folder: string): Promise<void>
  /** From now on, nothing in these folders is read or told when a project around one of them is asked about. */
  spare(folders: readonly string[]): void
  /** Ends all work, also that in the background; who waits for an answer gets an error. The next question begins anew. */
  rest(): void
  /** Deletes indexes that were not used for a week. `now`: epoch milliseconds. */
  sweep(now: number): Promise<void>
  /** Resolves when nothing runs any more. */
  close(): Promise<void>
}

/** What the code of a project is about, for searches by meaning. */
export interface CodeMeanings {
  /** Texts of functions, methods and classes without an embedding, of the project that contains a folder. */
  unembedded(folder: string, limit: number): Promise<readonly UnembeddedCode[]>
  embed(folder: string, found: readonly Embedded[]): Promise<void>
}
