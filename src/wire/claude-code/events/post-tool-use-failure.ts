import * as z from 'zod'
import { contentText } from '../content.ts'
import { anything, flag, number } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byCall } from '../identity.ts'
import { toolCall, toolFields } from '../tool-call.ts'
import { failureOf } from '../tool-results.ts'

/** A tool call that failed; a failing test is only ever seen here. */
export const postToolUseFailure = hookEvent('PostToolUseFailure', {
  fields: z.object({ ...toolFields, error: anything, is_interrupt: flag, duration_ms: number }),
  body: (fields) => ({
    ...toolCall(fields),
    ...failureOf(contentText(fields.error)),
    interrupted: fields.is_interrupt,
    durationMs: fields.duration_ms,
  }),
  identity: ({ toolUseId, tool }) => byCall(toolUseId, 'post', tool),
})
