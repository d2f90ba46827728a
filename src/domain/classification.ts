/** How a tool call ended. */
export type Outcome = 'ok' | 'failed' | 'denied' | 'interrupted'

/** A run that checks the work. */
export type Check = 'test' | 'build' | 'lint' | 'types'

/** A part of a text: [from, to) in UTF-16 code units. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** One simple command of a shell line: its program's base name and its words. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Where `cd`s before it led, one after the other. */
  readonly folders?: readonly string[]
  /** Files that its input comes from and that its output goes to; devices and other descriptors are none. */
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  /** The line ended well only if this did. */
  readonly vouched?: true
  /** If the line failed, this did. */
  readonly blamed?: true
  /**
   * Where it stands in the line, from its program to its last word, and each word, the program first. Absent where it can't
   * be replaced there: within quoted scripts and backticks, with a redirection between its words, in a line with errors.
   */
  readonly source?: Span & { readonly words: readonly Span[] }
}

/**
 * What an event is about, found once and never parsed again. Paths are POSIX, absolute where the cwd is known.
 * On PreToolUse the files are those that the call is about to read or change.
 */
export interface Classification {
  /** The one thing it is about: a path, a command's first line, a pattern, an agent's task. */
  readonly target?: string | undefined
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  /** What a shell line that took put into files, by its words alone: redirections, `tee`, `sed -i`, `cp`, `mv`. */
  readonly filesWritten?: readonly string[] | undefined
  readonly commands: readonly Command[]
  readonly check?: Check | undefined
  readonly outcome?: Outcome | undefined
  readonly exitCode?: number | undefined
  /** Those of the files that are the client's own: what is done to them is no work on the project. */
  readonly clientsOwn?: readonly string[] | undefined
  /** A file of the client's memory is changed. */
  readonly clientMemory?: true | undefined
  /** Where the client looks for instructions from here on: absolute paths, for events that say in which folder the agent is. */
  readonly instructions?: readonly string[] | undefined
}
