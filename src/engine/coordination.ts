import type { Coordination, Workspace } from '../ports.ts'
import { describingPeers } from './facts/peers.ts'
import type { InMemory } from './in-memory.ts'

/** Its dependencies. */
interface CoordinationPorts {
  readonly workspace: Pick<Workspace, 'realPath'>
}

/** What verbs see and decide of live sessions and their claims. */
export function coordinating(
  { workspace }: CoordinationPorts,
  { presence, claims, tasks }: Pick<InMemory, 'presence' | 'claims' | 'tasks'>,
): Coordination {
  const peersOf = describingPeers({ tasks, presence })
  return {
    async peers({ project, except = '' }) {
      const live = presence.others(project, except)
      const peers = await peersOf(live.map(({ id }) => id))
      const held = claims.others(project, except)
      const pathsOf = (id: string) => held.filter((claim) => claim.session === id).map(({ path }) => path)
      return [...peers.values()].map((peer) => ({ ...peer, claims: pathsOf(peer.session) }))
    },
    claims: async (project) => claims.others(project, ''),
    async take({ path, ...claimant }, isForced) {
      const { claim } = await claims.take(claimant, await workspace.realPath(path), isForced)
      return claim
    },
    release: async (session, path) =>
      await claims.release(session, path === undefined ? path : await workspace.realPath(path)),
  }
}
