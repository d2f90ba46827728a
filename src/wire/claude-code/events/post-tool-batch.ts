import * as z from 'zod'
import { anything, objects } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byCall } from '../identity.ts'
import { toolCall, toolFields } from '../tool-call.ts'
import { resultOf } from '../tool-results.ts'

const call = z.object({ ...toolFields, tool_response: anything })

/** All calls of one assistant message, after the last of them. */
export const postToolBatch = hookEvent('PostToolBatch', {
  fields: z.object({ tool_calls: objects }),
  body: ({ tool_calls }) => ({
    calls: tool_calls.map((item) => {
      const fields = call.parse(item)
      return { ...toolCall(fields), result: resultOf(fields.tool_name, fields.tool_response) }
    }),
  }),
  identity: ({ calls }) => byCall(calls[0]?.toolUseId ?? '', 'batch', calls[0]?.tool ?? ''),
})
