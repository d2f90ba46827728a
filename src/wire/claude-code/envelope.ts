import * as z from 'zod'
import type { DecodeContext } from '../host.ts'
import { maybeText, text } from './fields.ts'
import { startDir } from './start-dir.ts'

/** The name under which this host's events are kept. */
export const hostName = 'claude-code'

const fields = z.object({
  hook_event_name: text,
  session_id: text,
  transcript_path: maybeText,
  cwd: maybeText,
  prompt_id: maybeText,
  agent_id: maybeText,
  agent_type: text,
  source: text,
})

/** What every payload says, beside `hook`, the host's own name of the event. `agent_type` alone names no subagent. */
export function readEnvelope(payload: unknown, context: DecodeContext) {
  const { hook_event_name, session_id, transcript_path, cwd, prompt_id, agent_id, agent_type, source } =
    fields.parse(payload)
  return {
    hook: hook_event_name,
    at: context.now,
    session: session_id,
    host: hostName,
    via: context.via,
    cwd,
    agent: agent_id ? { id: agent_id, type: agent_type } : undefined,
    promptId: prompt_id,
    startDir: startDir(cwd, transcript_path) ?? (begins(hook_event_name, source) ? cwd : undefined),
  }
}

/** Compaction comes in mid-session, when the agent may be in any folder. */
const begins = (hook: string, source: string): boolean => hook === 'SessionStart' && source !== 'compact'
