import * as z from 'zod'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A subagent begins; the envelope says which. */
export const subagentStart = hookEvent('SubagentStart', {
  fields: z.object({}),
  body: () => ({}),
  identity: () => byMarks(),
})
