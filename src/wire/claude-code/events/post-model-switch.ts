import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'
import { modelSwitch, switchFields } from '../model-switch.ts'

/** The model was changed. */
export const postModelSwitch = hookEvent('PostModelSwitch', {
  fields: switchFields,
  body: modelSwitch,
  identity: ({ from, to }) => byMarks(from, to),
})
