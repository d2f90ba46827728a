import type { Draft } from '../domain/events.ts'
import type { Wanted } from '../domain/subscriptions.ts'

/** The session and agent of a tool call, from the client's own event before the call. */
export interface Announced {
  readonly session: string
  readonly cwd?: string | undefined
  readonly agent?: string | undefined
  readonly promptId?: string | undefined
}

/**
 * The event that announces calls: hosts are asked to report calls to Hindcast's own tools, whatever behaviours want.
 */
export const ANNOUNCEMENTS: Wanted = { event: 'PreToolUse', part: 'fast', acts: ['own'], answers: [] }

/** Announced MCP tool calls, by the client's id of the call. */
export interface Calls {
  hear(draft: Draft): void
  of(call: string | undefined): Announced | undefined
}

/** A call follows its event immediately; older ones are over. */
const MOST = 200

/** Tracks announced calls, because the session that a client's process was started with may have changed since. */
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
