import * as z from 'zod'
import { flag, number, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** Lines of an assistant message, as they are shown. */
export const messageDisplay = hookEvent('MessageDisplay', {
  fields: z.object({ turn_id: text, message_id: text, index: number, final: flag, delta: text }),
  body: ({ turn_id, message_id, index, final, delta }) => ({
    turn: turn_id,
    message: message_id,
    index: index ?? 0,
    final,
    delta,
  }),
  identity: ({ message, index }) => byMarks(message, String(index)),
})
