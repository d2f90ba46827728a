import type { Peer } from '../../domain/coordination/peer.ts'
import type { KnownTasks } from '../known-tasks.ts'
import type { Presence } from '../live-sessions.ts'

interface PeerParts {
  readonly tasks: KnownTasks
  readonly presence: Presence
}

/** Describes live sessions, by id; dead ones are left out. */
export type PeersOf = (sessions: readonly string[]) => Promise<ReadonlyMap<string, Peer>>

/** Describes live sessions by what is known of them. */
export function describingPeers({ tasks, presence }: PeerParts): PeersOf {
  async function described(session: string): Promise<Peer | undefined> {
    const task = await tasks.of(session)
    const live = presence.live(session)
    if (live === undefined) return undefined
    const { project, host, worktree, branch, attended, startedAt, lastSeenAt } = live
    return { session, project, host, worktree, branch, attended, startedAt, lastSeenAt, workingOn: task, claims: [] }
  }

  return async (sessions) => {
    const found = await Promise.all([...new Set(sessions)].map(described))
    return new Map(found.flatMap((peer) => (peer === undefined ? [] : [[peer.session, peer]])))
  }
}
