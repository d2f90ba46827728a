import type { Peer } from '../../domain/coordination/peer.ts'
import { workingOn } from '../../domain/coordination/working-on.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { Evidence } from '../../ports.ts'
import type { FileClaims } from '../file-claims.ts'
import type { Presence } from '../live-sessions.ts'

interface PeerParts {
  readonly evidence: Pick<Evidence, 'prompts'>
  readonly presence: Presence
  readonly claims: FileClaims
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

/** The other live sessions of a project, with what they hold; the last active first. */
export function peersFact({ presence, claims, peersOf }: Omit<PeerParts, 'evidence'> & { readonly peersOf: PeersOf }) {
  return async ({ project, session }: FactMap['peers']['ask']): Promise<readonly Peer[]> => {
    const others = presence.others(project, session)
    if (others.length === 0) return []
    const [peers, held] = await Promise.all([peersOf(others.map(({ id }) => id)), claims.others(project, session)])
    const pathsOf = (id: string) => held.flatMap((claim) => (claim.session === id ? [claim.path] : []))
    return [...peers.values()].map((peer) => ({ ...peer, claims: pathsOf(peer.session) }))
  }
}
