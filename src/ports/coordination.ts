import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { Claim } from '../domain/coordination/claim.ts'
import type { Peer } from '../domain/coordination/peer.ts'

/** Which claims; newest first. `within`: those on files in this folder. */
export interface ClaimFilter {
  readonly project?: string | undefined
  readonly session?: string | undefined
  readonly path?: string | undefined
  /** Only those that have not expired by then. */
  readonly now?: number | undefined
  readonly limit: number
}

/** Sessions' leases on files, each taken and renewed by compare-and-set in the store. */
export interface Claims {
  /**
   * Takes a file that nobody holds, whose claim has expired, or whose holder is `from` (because it is dead, or a person
   * decided); renews a claim of the session's own. Returns the claim that stands afterwards, whoever holds it.
   */
  take(claim: Cleaned<Claim>, now: number, from?: string): Promise<Claim>
  /** Extends a session's claims that have not expired. */
  renew(session: string, until: number, now: number): Promise<void>
  /** Releases a session's claims, or its claim on one file; returns how many. Nothing happens to those of others. */
  release(session: string, path?: string): Promise<number>
  /** Gives a session's claims to the one that continues it. */
  handOver(from: string, to: Cleaned<string>): Promise<void>
  list(filter: ClaimFilter): Promise<readonly Claim[]>
}

/** Who is to hold which file. */
export interface ClaimWish {
  readonly session: string
  readonly project: string
  readonly worktree?: string | undefined
  /** Links in it are followed. */
  readonly path: string
}

/** The live sessions and their claims, as verbs see them and decide about them. */
export interface Coordination {
  /** The live sessions of a project, or of all, except one; the last active first. */
  peers(filter: {
    readonly project?: string | undefined
    readonly except?: string | undefined
  }): Promise<readonly Peer[]>
  /** What live sessions hold; the latest first. */
  claims(project?: string): Promise<readonly Claim[]>
  /** The claim that stands afterwards: a live holder keeps it, unless somebody decided otherwise (`isForced`). */
  take(wish: ClaimWish, isForced: boolean): Promise<Claim>
  /** Releases all claims of a session, or one; returns how many. */
  release(session: string, path?: string): Promise<number>
}
