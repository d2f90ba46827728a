import { oneLine } from '@hindcast/text/phrases.ts'
import type { Claim } from '../../domain/coordination/claim.ts'
import type { Peer, WorkingOn } from '../../domain/coordination/peer.ts'
import { shorten } from '../../domain/memory/prose.ts'
import type { Project } from '../../domain/nouns/project.ts'
import { sessionTitle } from '../../domain/nouns/session.ts'
import { oneSession } from './inputs.ts'
import { shortId } from './words.ts'

/** A live session as `--json` gives it; times are epoch milliseconds. */
export interface PeerDocument {
  readonly sessionId: string
  readonly project: string
  readonly projectName: string
  readonly branch: string | null
  readonly worktree: string | null
  readonly host: string
  readonly attended: boolean | null
  /** What it is called, and who called it that; no prompt stands in for a title. */
  readonly title: string
  readonly titleFrom: 'person' | 'client' | 'prompt' | null
  readonly workingOn: string | null
  /** Who said so. */
  readonly workingOnBy: WorkingOn['by'] | null
  readonly startedAt: number
  readonly lastSeen: number
  /** Paths of the files that it holds. */
  readonly claims: readonly string[]
}

const TASK_MAX = 300

/** A live session for `--json`. */
export function peerDocument(peer: Peer, projects: readonly Project[]): PeerDocument {
  const { session, project, branch, worktree, host, attended, workingOn, startedAt, lastSeenAt, claims } = peer
  return {
    sessionId: session,
    project,
    projectName: projects.find(({ id }) => id === project)?.name ?? project,
    branch: branch ?? null,
    worktree: worktree ?? null,
    host,
    attended: attended ?? null,
    ...sessionTitle(peer),
    workingOn: workingOn === undefined ? null : shorten(oneLine(workingOn.text), TASK_MAX),
    workingOnBy: workingOn?.by ?? null,
    startedAt,
    lastSeen: lastSeenAt,
    claims,
  }
}

/** A claim as `--json` gives it; times are epoch milliseconds. */
export interface ClaimDocument extends Pick<PeerDocument, 'branch' | 'workingOn' | 'worktree'> {
  readonly path: string
  readonly sessionId: string
  readonly project: string
  readonly since: number
  readonly expiresAt: number
}

/** A claim for `--json`, with what its session does. */
export function claimDocument({ path, session, project, worktree, since, until }: Claim, holder?: Peer): ClaimDocument {
  const { branch, workingOn } = holder ?? {}
  return {
    path,
    sessionId: session,
    project,
    since,
    expiresAt: until,
    worktree: worktree ?? null,
    branch: branch ?? null,
    workingOn: workingOn === undefined ? null : shorten(oneLine(workingOn.text), TASK_MAX),
  }
}

/** The one live session whose id begins with this. Throws `not-found` for none or several. */
export function liveSession(prefix: string, live: readonly Peer[]): Peer {
  const found = prefix === '' ? [] : live.filter(({ session }) => session.startsWith(prefix))
  return oneSession(found, prefix, ({ session }) => session, { what: 'running session', ...LISTED })
}

/** Where running sessions are listed. */
export const LISTED = { remedy: 'to list running sessions, run hindcast peers' }

/** Sessions on one line: `3f2a1b7c (main), 9d8e7f6a`. */
export const sessionsSaid = (live: readonly Peer[]): string =>
  live.map(({ session, branch }) => `${shortId(session)}${branch === undefined ? '' : ` (${branch})`}`).join(', ')
