import * as z from 'zod'
import { maybeText, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A session begins, goes on or was compacted. */
export const sessionStart = hookEvent('SessionStart', {
  fields: z.object({ source: text, model: maybeText, transcript_path: maybeText, session_title: maybeText }),
  body: ({ source, model, transcript_path, session_title }, _raw, { client }) => ({
    source,
    model,
    transcript: transcript_path,
    title: session_title,
    client,
  }),
  identity: ({ source }) => byMarks(source),
})
