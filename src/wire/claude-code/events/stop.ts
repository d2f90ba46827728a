import * as z from 'zod'
import { flag, maybeText } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The main agent is about to end its turn; `active` when a hook keeps it going already. */
export const stop = hookEvent('Stop', {
  fields: z.object({ stop_hook_active: flag, last_assistant_message: maybeText }),
  body: ({ stop_hook_active, last_assistant_message }) => ({
    active: stop_hook_active,
    lastMessage: last_assistant_message,
  }),
  identity: () => byMarks(),
})
