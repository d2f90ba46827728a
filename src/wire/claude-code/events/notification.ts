import * as z from 'zod'
import { maybeText, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** What the host shows the person. */
export const notification = hookEvent('Notification', {
  fields: z.object({ message: text, title: maybeText, notification_type: text }),
  body: ({ message, title, notification_type }) => ({ message, title, type: notification_type }),
  identity: ({ type }) => byMarks(type),
})
