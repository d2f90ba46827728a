import type { Peer } from '../../domain/coordination/peer.ts'
import type { KnownTasks } from '../known-tasks.ts'
import type { Presence } from '../live-sessions.ts'

interface PeerParts {
  readonly tasks: KnownTasks
  readonly presence: Presence
}

/** Describes live sessions, by id; dead ones are left out, or with `lately` those of which nothing is known any more. */
export type PeersOf = (sessions: readonly string[], which?: 'live' | 'lately') => Promise<ReadonlyMap<string, Peer>>

/** Describes sessions by what is known of them. */
export function describingPeers({ tasks, presence }: PeerParts): PeersOf {
  async function described(session: string, which: 'live' | 'lately'): Promise<Peer | undefined> {
    const task = await tasks.of(session)
    const found = presence[which](session)
    if (found === undefined) return undefined
    const { project, host, worktree, branch, attended, startedAt, lastSeenAt, title, named } = found
    const known = { session, project, host, worktree, branch, title, named, attended, startedAt, lastSeenAt }
    return { ...known, workingOn: task, claims: [] }
  }

  return async (sessions, which = 'live') => {
    const found = await Promise.all([...new Set(sessions)].map((session) => described(session, which)))
    return new Map(found.flatMap((peer) => (peer === undefined ? [] : [[peer.session, peer]])))
  }
}
