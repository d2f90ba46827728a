// Folder src/domain/coordination/: several sessions in one project: claims, changes, teams; `patterns/` of subagents

import type { LineRange } from './lines.ts'
import type { Peer } from './peer.ts'

/** A file that was changed within this time is being worked on. */
export const LATELY_MS = 10 * 60_000

/** A file that another live session is editing, which a call is about. Times are epoch milliseconds. */
export interface Overlap {
  /** The real path. */
  readonly path: string
  readonly peer: Peer
  /** Since when the peer holds the file. */
  readonly since: number
  /** When it last changed the file, and which lines that it has changed are there now; undefined if not known. */
  readonly changedAt?: number | undefined
  readonly lines?: readonly LineRange[] | undefined
  /** The peer has changed it since this agent last saw it, or this agent sees it for the first time. */
  readonly isNews: boolean
  /** The peer has changed it since this agent last saw it. */
  readonly isUnread: boolean
  /** This session has changed it after the peer last did. */
  readonly isSettled: boolean
  /** It is the same file of another worktree, which is not overwritten. */
  readonly isElsewhere: boolean
  /** The command that touches the file without naming it: `git stash`. */
  readonly reach?: string | undefined
}

/** Changes of a file by another session that an agent has not seen: it saw the file before them. */
export interface Unread {
  /** The real path. */
  readonly path: string
  readonly peer: Peer
  /** The session that changed it is still there. */
  readonly isLive: boolean
  /** When the peer last changed it. */
  readonly at: number
  /** Lines that the peer has changed, as they are numbered now; undefined if not known. */
  readonly lines?: readonly LineRange[] | undefined
  /** The one-time notice about it. */
  readonly mark: string
}
