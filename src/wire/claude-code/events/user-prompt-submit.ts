import * as z from 'zod'
import { digest } from '../../../domain/identity.ts'
import { cutPrivate } from '../../../domain/redaction/tags.ts'
import { wellFormed } from '../../../domain/redaction/well-formed.ts'
import { contentText } from '../content.ts'
import { anything, isObject, maybeText } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'
import { promptOrigin } from '../prompt-origin.ts'

/** A prompt, before the model sees it. */
export const userPromptSubmit = hookEvent('UserPromptSubmit', {
  fields: z.object({ prompt: anything, source: maybeText }),
  body: (fields, raw, { client }) => {
    const whole = isObject(raw) && typeof raw.prompt === 'string' ? raw.prompt : contentText(fields.prompt)
    const { text: prompt, wasPrivate } = cutPrivate(wellFormed(whole))
    return { prompt, isPrivate: wasPrivate, origin: promptOrigin(prompt, fields.source, client) }
  },
  identity: ({ prompt }) => byMarks(digest([prompt])),
})
