/** How a tool call ended. */
export type Outcome = 'ok' | 'failed' | 'denied' | 'interrupted'

/** A kind of check. */
export type Check = 'test' | 'build' | 'lint' | 'types'

/** A range in a text: [from, to) in UTF-16 code units. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** One simple command of a shell line: its program's base name and its words. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** The folders that earlier `cd`s on the line went to, in order. */
  readonly folders?: readonly string[]
  /** Files that its input is read from and its output written to; devices and other file descriptors are left out. */
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  /** Behind `find -exec` and `xargs`, the globs of the files that it is given besides its words. */
  readonly fed?: readonly string[]
  /** A successful line means that this command succeeded. */
  readonly vouched?: true
  /** A failed line means that this command failed. */
  readonly blamed?: true
  /**
   * Where the command is in the line, from its program to its last word, and where each word is, program first. Absent
   * if it cannot be replaced there: inside quoted scripts and backticks, with a redirection between its words, or in a
   * line with syntax errors.
   */
  readonly source?: Span & { readonly words: readonly Span[] }
}

/**
 * What a command does to a repository or to its pull requests, by its own words alone: text inside a word, a heredoc or
 * a script is none of it.
 */
export interface GitAct {
  /** `commit`, `push`, `reset --hard`; of a forge's client, `pr create`. */
  readonly verb: string
  /** A successful line means that it succeeded. */
  readonly isVouched?: true
  /** The first line of a commit's message; absent if the words do not tell it. */
  readonly subject?: string
  readonly isAmended?: true
  /** It takes back commits (`reset HEAD~1`), what was changed since (`restore`, `checkout -- FILE`, `stash`, `reset --hard`), or both. */
  readonly takesBack?: 'commits' | 'changes' | 'both'
  /** The commit that a reset goes back to, as named: `HEAD~1`. */
  readonly backTo?: string
}

/**
 * What an event is about, worked out once and never parsed again. Paths are POSIX, and absolute if the cwd is known. On
 * PreToolUse, the files are those that the call is about to read or change.
 */
export interface Classification {
  /** The main subject: a path, a command's first line, a pattern, an agent's task. */
  readonly target?: string | undefined
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  /**
   * The files that a successful shell line wrote, moved or deleted, judged by its words alone: redirections, `tee`,
   * `sed -i`, `cp`, `mv`, `rm`, `git checkout -- FILE`, formatters that were given files.
   */
  readonly filesWritten?: readonly string[] | undefined
  /** Those of them that it deleted. */
  readonly filesDeleted?: readonly string[] | undefined
  readonly gitActs?: readonly GitAct[] | undefined
  readonly commands: readonly Command[]
  readonly check?: Check | undefined
  readonly outcome?: Outcome | undefined
  readonly exitCode?: number | undefined
  /** Those of the files that belong to the client; changing them is not work on the project. */
  readonly clientsOwn?: readonly string[] | undefined
  /** The call changes a file of the client's memory. */
  readonly clientMemory?: true | undefined
  /**
   * Where the client looks for instructions from now on (absolute paths); for events that say which folder the agent is
   * in.
   */
  readonly instructions?: readonly string[] | undefined
}
