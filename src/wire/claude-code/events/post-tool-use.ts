import { z } from 'zod'
import { additionalContext, block, systemMessage } from '../answers.ts'
import { anything, number } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byCall } from '../identity.ts'
import { toolCall, toolFields } from '../tool-call.ts'
import { resultOf } from '../tool-results.ts'

/** A tool call that went well. */
export const postToolUse = hookEvent('PostToolUse', {
  fields: z.object({ ...toolFields, tool_response: anything, duration_ms: number }),
  body: (fields) => ({
    ...toolCall(fields),
    result: resultOf(fields.tool_name, fields.tool_response),
    durationMs: fields.duration_ms,
  }),
  identity: ({ toolUseId, tool }) => byCall(toolUseId, 'post', tool),
  answers: { context: additionalContext, note: systemMessage, block },
})
