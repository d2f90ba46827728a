import type { FactMap } from '../../domain/facts.ts'
import type { Clock, Grants, Secrets } from '../../ports.ts'
import type { KnownNotes } from '../known-notes.ts'
import type { Presence } from '../live-sessions.ts'
import type { Asker } from './asker.ts'
import type { PeersOf } from './peers.ts'
import { tellingOnce } from './telling-once.ts'

/** Its dependencies. */
interface NoteParts {
  readonly grants: Grants
  readonly clock: Clock
  readonly secrets: Secrets
  readonly notes: KnownNotes
  readonly presence: Presence
  readonly peersOf: PeersOf
}

/** Takes all notes that wait for a session, each once, so that many of them are told of in one answer. If there are none, which is usual, it takes no query. */
export function notesFact({ notes, presence, peersOf, ...ports }: NoteParts) {
  const isUntold = tellingOnce(ports)

  return async ({ project, session }: FactMap['notes']['ask'], asker: Asker): Promise<FactMap['notes']['answer']> => {
    const startedAt = presence.live(session)?.startedAt ?? asker.event.at
    const waiting = notes.waiting({ session, project, startedAt }, asker.event.at)
    if (waiting.length === 0) return []
    const untold = await Promise.all(
      waiting.map((note) => {
        // Before the store answers, so that no parallel call asks it again
        notes.tell(note, session)
        const taken: Asker['taken'] = (giveBack) =>
          asker.taken(() => {
            notes.untell(note, session)
            return giveBack()
          })
        return isUntold(`note ${note.id} ${session}`, { event: asker.event, taken })
      }),
    )
    const found = waiting.filter((_, n) => untold[n])
    const senders = await peersOf(found.flatMap((note) => (note.session === '' ? [] : [note.session])))
    return found.map((note) => ({ ...note, from: senders.get(note.session) }))
  }
}
