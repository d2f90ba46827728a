import type { Peer } from '../../domain/coordination/peer.ts'
import { workingOn } from '../../domain/coordination/working-on.ts'
import type { Evidence } from '../../ports.ts'
import type { Presence } from '../live-sessions.ts'

interface PeerParts {
  readonly evidence: Pick<Evidence, 'prompts'>
  readonly presence: Presence
}

/** Describes live sessions, by id; dead ones are left out. */
export type PeersOf = (sessions: readonly string[]) => Promise<ReadonlyMap<string, Peer>>

/** Machine prompts may stand between a person's. */
const PROMPTS = 20

/** Describes live sessions by what the store knows of them. */
export function describingPeers({ evidence, presence }: PeerParts): PeersOf {
  async function described(session: string): Promise<Peer | undefined> {
    const prompts = await evidence.prompts({ session, limit: PROMPTS })
    const live = presence.live(session)
    if (live === undefined) return undefined
    const { worktree, branch, lastSeenAt } = live
    return { session, worktree, branch, lastSeenAt, workingOn: workingOn(prompts), claims: [] }
  }

  return async (sessions) => {
    const found = await Promise.all([...new Set(sessions)].map(described))
    return new Map(found.flatMap((peer) => (peer === undefined ? [] : [[peer.session, peer]])))
  }
}
