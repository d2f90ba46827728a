import type { Draft } from '../domain/events.ts'
import type { Wanted } from '../domain/subscriptions.ts'

/** Whose a tool call is, as the client's own event told before it made the call. */
export interface Announced {
  readonly session: string
  readonly cwd?: string | undefined
  readonly agent?: string | undefined
  readonly promptId?: string | undefined
}

/** What announces them: hosts are asked of calls of our own tools before they come, whatever behaviours want. */
export const ANNOUNCEMENTS: Wanted = { event: 'PreToolUse', part: 'fast', acts: ['own'], answers: [] }

/** Calls of MCP tools that were announced, by the client's id of the call. */
export interface Calls {
  hear(draft: Draft): void
  of(call: string | undefined): Announced | undefined
}

/** A call follows its event at once: older ones are over. */
const MOST = 200

/** Listens for calls; what a client's process was started with says less, since it may be in another session by now. */
export function announcedCalls(): Calls {
  const calls = new Map<string, Announced>()
  return {
    hear(draft) {
      if (draft.name !== 'PreToolUse' || draft.act.kind !== 'mcp') return
      const { session, cwd, agent, promptId, toolUseId } = draft
      calls.set(toolUseId, { session, cwd, agent: agent?.id, promptId })
      const [oldest] = calls.keys()
      if (calls.size > MOST && oldest !== undefined) calls.delete(oldest)
    },
    of: (call) => (call === undefined ? undefined : calls.get(call)),
  }
}
