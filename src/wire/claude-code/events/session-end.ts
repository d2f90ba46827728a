import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A session ends, or is left for another. */
export const sessionEnd = hookEvent('SessionEnd', {
  fields: z.object({ reason: text }),
  body: ({ reason }) => ({ reason }),
  identity: ({ reason }) => byMarks(reason),
})
