import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A command that was expanded to a prompt. */
export const userPromptExpansion = hookEvent('UserPromptExpansion', {
  fields: z.object({ expansion_type: text, command_name: text, command_args: text, prompt: text }),
  body: ({ expansion_type, command_name, command_args, prompt }) => ({
    expansion: expansion_type,
    command: command_name,
    args: command_args,
    prompt,
  }),
  identity: ({ command }) => byMarks(command),
})
