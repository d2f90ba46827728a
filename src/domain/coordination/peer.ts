/** Another live session of a project, as it is shown to a session. Times are epoch milliseconds. */
export interface Peer {
  readonly session: string
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
  readonly lastSeenAt: number
  /** What it is doing, in a few words that quote its prompt or summary; undefined if it was not told yet. */
  readonly workingOn?: WorkingOn | undefined
  /** The files it holds, the latest claim first; real paths. */
  readonly claims: readonly string[]
}

/** What a session is doing, and who said so. */
export interface WorkingOn {
  readonly text: string
  readonly by: 'user' | 'script' | 'agent'
}
