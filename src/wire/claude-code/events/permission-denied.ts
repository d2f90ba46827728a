import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byCall } from '../identity.ts'
import { toolCall, toolFields } from '../tool-call.ts'

/** A call that was refused, by the person or a rule. */
export const permissionDenied = hookEvent('PermissionDenied', {
  fields: z.object({ ...toolFields, reason: text }),
  body: (fields) => ({ ...toolCall(fields), reason: fields.reason }),
  identity: ({ toolUseId, tool }) => byCall(toolUseId, 'denied', tool),
})
