import * as z from 'zod'
import { maybeText, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A turn that ended by an error of the API. */
export const stopFailure = hookEvent('StopFailure', {
  fields: z.object({ error: text, error_details: maybeText, last_assistant_message: maybeText }),
  body: ({ error, error_details, last_assistant_message }) => ({
    error,
    details: error_details,
    lastMessage: last_assistant_message,
  }),
  identity: ({ error }) => byMarks(error),
})
