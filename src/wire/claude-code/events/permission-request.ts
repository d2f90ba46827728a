import * as z from 'zod'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'
import { toolCall, toolFields, untouchedInput } from '../tool-call.ts'

/** The host is about to ask the person. */
export const permissionRequest = hookEvent('PermissionRequest', {
  fields: z.object({ ...toolFields }),
  body: (fields, raw) => {
    const { tool, act, input } = toolCall(fields, untouchedInput(raw))
    return { tool, act, input }
  },
  identity: ({ tool }) => byMarks(tool),
})
