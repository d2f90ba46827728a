import type { Peer, WorkingOn } from '../../domain/coordination/peer.ts'
import { namesTask, workingOn } from '../../domain/coordination/working-on.ts'
import type { Evidence, Memories } from '../../ports.ts'
import type { Presence } from '../live-sessions.ts'

interface PeerParts {
  readonly evidence: Pick<Evidence, 'prompts'>
  readonly memories: Pick<Memories, 'records'>
  readonly presence: Presence
}

/** Describes live sessions, by id; dead ones are left out. */
export type PeersOf = (sessions: readonly string[]) => Promise<ReadonlyMap<string, Peer>>

/** Machine prompts, and those that say little, may stand between a person's. */
const PROMPTS = 20

/** Describes live sessions by what the store knows of them. */
export function describingPeers({ evidence, memories, presence }: PeerParts): PeersOf {
  async function taskOf(session: string): Promise<WorkingOn | undefined> {
    const prompts = await evidence.prompts({ session, limit: PROMPTS })
    if (prompts.some(({ origin, text }) => origin !== 'machine' && namesTask(text))) return workingOn(prompts)
    const [summary] = await memories.records({ noun: 'summary', session, limit: 1 })
    return workingOn(prompts, summary?.request)
  }

  async function described(session: string): Promise<Peer | undefined> {
    const task = await taskOf(session)
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
