import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** An instruction file came into force. */
export const instructionsLoaded = hookEvent('InstructionsLoaded', {
  fields: z.object({ file_path: text, memory_type: text, load_reason: text }),
  body: ({ file_path, memory_type, load_reason }) => ({ path: file_path, memory: memory_type, reason: load_reason }),
  identity: ({ path, reason }) => byMarks(path, reason),
})
