import type { Clock, Coordination, Evidence, Memories, Workspace } from '../ports.ts'
import { describingPeers } from './facts/peers.ts'
import type { FileClaims } from './file-claims.ts'
import type { Presence } from './live-sessions.ts'

/** Its dependencies. */
interface CoordinationPorts {
  readonly evidence: Pick<Evidence, 'prompts'>
  readonly memories: Pick<Memories, 'records'>
  readonly workspace: Pick<Workspace, 'realPath'>
  readonly clock: Clock
}

/** What verbs see and decide of live sessions and their claims. */
export function coordinating(
  { evidence, memories, workspace }: CoordinationPorts,
  { presence, claims }: { readonly presence: Presence; readonly claims: FileClaims },
): Coordination {
  const peersOf = describingPeers({ evidence, memories, presence })
  return {
    async peers({ project, except = '' }) {
      const live = presence.others(project, except)
      const [peers, held] = await Promise.all([peersOf(live.map(({ id }) => id)), claims.others(project, except)])
      const pathsOf = (id: string) => held.filter((claim) => claim.session === id).map(({ path }) => path)
      return [...peers.values()].map((peer) => ({ ...peer, claims: pathsOf(peer.session) }))
    },
    claims: (project) => claims.others(project, ''),
    async take({ path, ...claimant }, isForced) {
      const { claim } = await claims.take(claimant, await workspace.realPath(path), isForced)
      return claim
    },
    release: async (session, path) =>
      await claims.release(session, path === undefined ? path : await workspace.realPath(path)),
  }
}
