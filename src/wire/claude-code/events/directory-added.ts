import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The session was given another folder. */
export const directoryAdded = hookEvent('DirectoryAdded', {
  fields: z.object({ directory: text, source: text }),
  body: ({ directory, source }) => ({ path: directory, source }),
  identity: ({ path }) => byMarks(path),
})
