import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A watched file changed. */
export const fileChanged = hookEvent('FileChanged', {
  fields: z.object({ file_path: text, event: text }),
  body: ({ file_path, event }) => ({ path: file_path, change: event }),
  identity: ({ path, change }) => byMarks(path, change),
})
