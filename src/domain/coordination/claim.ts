/**
 * What happens to claims besides being taken before a call: `take` after a call that changed files, `release` of one file or
 * all, `handOver` to the session that continues another.
 */
export type ClaimChange =
  | {
      readonly kind: 'take'
      readonly session: string
      readonly project: string
      readonly worktree?: string | undefined
      readonly paths: readonly string[]
    }
  | { readonly kind: 'release'; readonly session: string; readonly paths?: readonly string[] }
  | { readonly kind: 'handOver'; readonly from: string; readonly to: string }

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
