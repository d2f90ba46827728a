/** A session's lease on a file, by its real path. Times are epoch milliseconds. */
export interface Claim {
  readonly path: string
  readonly project: string
  /** The root of the worktree that the file is in, if the session is in one. */
  readonly worktree?: string | undefined
  readonly session: string
  readonly since: number
  /** When it expires unless it is renewed. */
  readonly until: number
}
