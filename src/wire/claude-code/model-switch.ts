import * as z from 'zod'
import { number, text } from './fields.ts'

/** The fields of both events around a switch of models. */
export const switchFields = z.object({ from_model: text, to_model: text, source: text, context_tokens: number })

/** From which model to which, and who asked. */
export const modelSwitch = ({ from_model, to_model, source, context_tokens }: z.output<typeof switchFields>) => ({
  from: from_model,
  to: to_model,
  source,
  contextTokens: context_tokens,
})
