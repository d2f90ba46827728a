import * as z from 'zod'
import { hookEvent } from '../hook-event.ts'
import { byCall } from '../identity.ts'
import { toolCall, toolFields, untouchedInput } from '../tool-call.ts'

/** Before a tool call: the one moment to refuse it, have it asked about or rewrite it. */
export const preToolUse = hookEvent('PreToolUse', {
  fields: z.object({ ...toolFields }),
  body: (fields, raw) => toolCall(fields, untouchedInput(raw)),
  identity: ({ toolUseId, tool }) => byCall(toolUseId, 'pre', tool),
})
