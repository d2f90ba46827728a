import * as z from 'zod'
import { flag, maybeText } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A subagent is about to end; the envelope says which. */
export const subagentStop = hookEvent('SubagentStop', {
  fields: z.object({ stop_hook_active: flag, agent_transcript_path: maybeText, last_assistant_message: maybeText }),
  body: ({ stop_hook_active, agent_transcript_path, last_assistant_message }) => ({
    active: stop_hook_active,
    transcript: agent_transcript_path,
    lastMessage: last_assistant_message,
  }),
  identity: () => byMarks(),
})
