import * as z from 'zod'
import { anything, isObject, number } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byCall } from '../identity.ts'
import { toolCall, toolFields } from '../tool-call.ts'
import { resultOf } from '../tool-results.ts'
import { writtenHash } from '../written.ts'

/** A tool call that went well. */
export const postToolUse = hookEvent('PostToolUse', {
  fields: z.object({ ...toolFields, tool_response: anything, duration_ms: number }),
  body: (fields, raw) => ({
    ...toolCall(fields),
    result: { ...resultOf(fields.tool_name, fields.tool_response), ...leftBehind(raw) },
    durationMs: fields.duration_ms,
  }),
  identity: ({ toolUseId, tool }) => byCall(toolUseId, 'post', tool),
})

/** Of the file as it is, private passages and all: only its digest is kept. */
function leftBehind(raw: unknown): { fileHash?: string } {
  if (!isObject(raw) || !isObject(raw.tool_response) || typeof raw.tool_response.filePath !== 'string') return {}
  const fileHash = writtenHash(raw.tool_input, raw.tool_response)
  return fileHash === undefined ? {} : { fileHash }
}
