import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The host prepares a checkout (`--init`, maintenance). */
export const setup = hookEvent('Setup', {
  fields: z.object({ trigger: text }),
  body: ({ trigger }) => ({ trigger }),
  identity: ({ trigger }) => byMarks(trigger),
})
