import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'
import { modelSwitch, switchFields } from '../model-switch.ts'

/** The model is about to change. */
export const preModelSwitch = hookEvent('PreModelSwitch', {
  fields: switchFields,
  body: modelSwitch,
  identity: ({ from, to }) => byMarks(from, to),
})
