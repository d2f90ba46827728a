import * as z from 'zod'
import { maybeText, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A settings file changed. */
export const configChange = hookEvent('ConfigChange', {
  fields: z.object({ source: text, file_path: maybeText }),
  body: ({ source, file_path }) => ({ source, path: file_path }),
  identity: ({ source, path }) => byMarks(source, path),
})
