import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The conversation was compacted, to this summary. */
export const postCompact = hookEvent('PostCompact', {
  fields: z.object({ trigger: text, compact_summary: text }),
  body: ({ trigger, compact_summary }) => ({ trigger, summary: compact_summary }),
  identity: ({ trigger }) => byMarks(trigger),
})
