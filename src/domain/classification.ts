/** How a tool call ended. */
export type Outcome = 'ok' | 'failed' | 'denied' | 'interrupted'

/** A run that checks the work. */
export type Check = 'test' | 'build' | 'lint' | 'types'

/** One simple command of a shell line: its program's base name and its words. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Its output goes to a file. */
  readonly redirected?: boolean
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
  readonly commands: readonly Command[]
  readonly check?: Check | undefined
  readonly outcome?: Outcome | undefined
  readonly exitCode?: number | undefined
}
