import * as z from 'zod'
import { maybeText, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The conversation is about to be compacted. */
export const preCompact = hookEvent('PreCompact', {
  fields: z.object({ trigger: text, custom_instructions: maybeText }),
  body: ({ trigger, custom_instructions }) => ({ trigger, instructions: custom_instructions }),
  identity: ({ trigger }) => byMarks(trigger),
})
