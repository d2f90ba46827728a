import * as z from 'zod'
import { bounded } from '../bounded.ts'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** An event that this release does not model: kept as it came, without its private passages. */
export const unknown = hookEvent('Unknown', {
  fields: z.looseObject({ hook_event_name: text }),
  body: (payload) => ({ hook: payload.hook_event_name, payload: bounded(payload) }),
  identity: () => byMarks(),
})
