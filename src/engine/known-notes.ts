import type { Note } from '../domain/nouns/peer-note.ts'
import type { Clock, Memories } from '../ports.ts'
import { Followed } from './followed.ts'

/** Its dependencies. */
interface NotePorts {
  readonly memories: Pick<Memories, 'records'>
  readonly clock: Clock
}

/** Who may have notes waiting, and since when it is there. */
export interface Recipient {
  readonly session: string
  readonly project: string
  readonly startedAt: number
}

/** An older note is about work that is over. */
const FRESH_MS = 24 * 3_600_000
/** Notes that are waiting in all projects. */
const MOST = 500
const NONE: readonly Note[] = []

/** As many tellings are remembered as notes may wait for some dozen sessions. */
const MOST_TOLD = 10_000

/** Keeps the notes of the last day in memory, since every call asks for them and most find none. */
export class KnownNotes extends Followed<readonly Note[]> {
  /** Which notes reached which session, as far as is known since the start; the store knows the rest. */
  readonly #told = new Set<string>()

  constructor({ memories, clock }: NotePorts) {
    super({
      load: async () => {
        const since = clock.now() - FRESH_MS
        const found = await memories.records({ noun: 'peer-note', limit: MOST })
        return found.filter(({ at }) => at >= since).toReversed()
      },
      kinds: ['peer-note'],
      isEager: true,
    })
  }

  /** Those for a session that may not have reached it yet, oldest first: to it alone, or to all that were there. */
  waiting({ session, project, startedAt }: Recipient, at: number): readonly Note[] {
    const notes = this.now() ?? NONE
    if (notes.length === 0) return notes
    return notes.filter(
      (note) =>
        note.at <= at &&
        at - note.at <= FRESH_MS &&
        note.session !== session &&
        (note.recipient === session || (note.recipient === '' && note.project === project && note.at >= startedAt)) &&
        !this.#told.has(deliveryKey(note, session)),
    )
  }

  /** That a note has reached a session. */
  tell(note: Note, session: string): void {
    if (this.#told.size >= MOST_TOLD) this.#told.clear()
    this.#told.add(deliveryKey(note, session))
  }

  /** That it has not, after all. */
  untell(note: Note, session: string): void {
    this.#told.delete(deliveryKey(note, session))
  }
}

const deliveryKey = ({ id }: Note, session: string): string => `${id} ${session}`
