/** How a tool call ended. */
export type Outcome = 'ok' | 'failed' | 'denied' | 'interrupted'

/** A run that checks the work. */
export type Check = 'test' | 'build' | 'lint' | 'types'

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
}
