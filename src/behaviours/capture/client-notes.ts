import { behaviour, on } from '../../domain/behaviour.ts'
import { outcomesOfEditor } from '../../domain/checks/editor.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import { cap } from '../../domain/memory/cap.ts'
import { eventRecord } from '../../domain/memory/record.ts'
import type { SessionChange } from '../../domain/nouns/session.ts'

/** A longer title is none, and every list would carry it. */
const LONGEST = 300

const reaction = { lane: 'record', onFailure: 'pass' } as const

/** Stores what the client itself wrote beside the messages of a session. What its model wrote is nobody's instruction. */
export default behaviour({
  name: 'client-notes',
  summary:
    "Records what the client itself wrote in the transcript: recaps, the session's title, its pull request, what the editor reported, and files that you showed it.",
  reactions: [
    on('Recap', { ...reaction, decide: clientNote }),
    on('FilesShown', { ...reaction, decide: clientNote }),
    on('Titled', {
      ...reaction,
      decide: (event) => {
        const title = cap(event.title, LONGEST)
        return ofSession(event, event.by === 'person' ? { named: title } : { title })
      },
    }),
    on('PullRequest', {
      ...reaction,
      decide: (event) => ofSession(event, { pullRequest: `${cap(event.repository, LONGEST)}#${event.number}` }),
    }),
    on('Diagnostics', {
      ...reaction,
      decide: (event: EventOf<'Diagnostics'>) => [
        ...clientNote(event),
        ...outcomesOfEditor(event).map((body, n) => ({ kind: 'emit', name: 'Outcome', n, body }) as const),
      ],
    }),
  ],
})

function clientNote(event: Event): readonly RecordEffect[] {
  return [{ kind: 'event', record: eventRecord(event) }]
}

/** The client repeats these whenever it saves a session, so they are no sign of life. */
const ofSession = (event: Event, change: Partial<SessionChange>): readonly RecordEffect[] => {
  const { session: id, host, project, at } = event
  return [{ kind: 'session', change: { id, host, project, lastSeenAt: at, ...change } }, ...clientNote(event)]
}
