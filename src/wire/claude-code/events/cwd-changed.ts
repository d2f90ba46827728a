import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The agent moved to another folder. */
export const cwdChanged = hookEvent('CwdChanged', {
  fields: z.object({ old_cwd: text, new_cwd: text }),
  body: ({ old_cwd, new_cwd }) => ({ from: old_cwd, to: new_cwd }),
  identity: ({ from, to }) => byMarks(from, to),
})
