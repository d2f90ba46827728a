import { digest } from '@hindcast/redaction/digest.ts'
import * as z from 'zod'
import type { EventMap, TranscribedName } from '../../domain/events.ts'
import { byMarks, type EventRow, renamedFields, row } from './event-row.ts'
import { isObject, maybeText, number, objects, text } from './fields.ts'

/** The events that only transcripts tell of, by Hindcast's name; their fields are those that the transcript's lines have. */
export const transcriptEvents: { readonly [E in TranscribedName]: EventRow<E> } = {
  Recap: row('Recap', {
    fields: z.object({ content: text }),
    body: ({ content }) => ({ text: content.replace(HINT, '').trim() }),
    identity: (body) => byMarks(digest([body.text])),
  }),
  Titled: row('Titled', {
    fields: z.object({ title: text, by: z.enum(['person', 'client']).catch('client') }),
    body: ({ title, by }) => ({ title, by }),
    identity: ({ title, by }) => byMarks(by, digest([title])),
  }),
  PullRequest: renamedFields('PullRequest', {
    fields: {
      number: ['prNumber', number.transform((found) => found ?? 0)],
      repository: ['prRepository', text],
      url: ['prUrl', text],
    },
    marks: ['repository', 'number'],
  }),
  Diagnostics: row('Diagnostics', {
    fields: z.object({ files: objects }),
    body: ({ files }) => ({ problems: files.flatMap(problemsIn).slice(0, MOST_PROBLEMS) }),
    identity: ({ problems }) => byMarks(digest([JSON.stringify(problems)])),
  }),
  FilesShown: row('FilesShown', {
    fields: z.object({ path: text, how: z.enum(['selected', 'opened', 'named']).catch('named') }),
    body: ({ path, how }) => ({ path, how }),
    identity: ({ path, how }) => byMarks(path, how),
  }),
}

/** What the client adds to each recap for the person. */
const HINT = /\s*\(disable recaps in \/config\)\s*$/

const MOST_PROBLEMS = 20
const MESSAGE = 300
const PATH = 4096
const NAME = 60

type Problem = EventMap['Diagnostics']['problems'][number]

const cappedName = (value: unknown): string => text.parse(value).slice(0, NAME)

function problemsIn({ uri, diagnostics }: Readonly<Record<string, unknown>>): readonly Problem[] {
  const path = maybeText
    .parse(uri)
    ?.replace(/^file:\/\//, '')
    .slice(0, PATH)
  if (!path) return []
  return objects.parse(diagnostics).flatMap(({ message, severity, source, range }) => {
    const said = text.parse(message).slice(0, MESSAGE)
    const start = isObject(range) && isObject(range.start) ? number.parse(range.start.line) : undefined
    // Editors count lines from 0
    const line = start === undefined ? {} : { line: start + 1 }
    return said === ''
      ? []
      : [{ path, message: said, severity: cappedName(severity), source: cappedName(source), ...line }]
  })
}
