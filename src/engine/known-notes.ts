import type { Note } from '../domain/nouns/peer-note.ts'
import type { Clock, Follower, Memories, StoreChange } from '../ports.ts'
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

/** Keeps the notes of the last day in memory, since every call asks for them and most find none. */
export class KnownNotes implements Follower {
  readonly #notes: Followed<readonly Note[]>
  /** Which notes reached which session, as far as is known since the start; the store knows the rest. */
  readonly #told = new Set<string>()

  constructor({ memories, clock }: NotePorts) {
    this.#notes = new Followed({
      load: async () => {
        const since = clock.now() - FRESH_MS
        const found = await memories.records({ noun: 'peer-note', limit: MOST })
        return found.filter(({ at }) => at >= since).toReversed()
      },
      kinds: ['peer-note'],
      isEager: true,
      changed: (notes) => {
        if (notes.length <= 1) this.#told.clear()
      },
    })
  }

  /** Those for a session that may not have reached it yet, oldest first: to it alone, or to all that were there. */
  waiting({ session, project, startedAt }: Recipient, at: number): readonly Note[] {
    const notes = this.#notes.now() ?? NONE
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
    this.#told.add(deliveryKey(note, session))
  }

  /** That it has not, after all. */
  untell(note: Note, session: string): void {
    this.#told.delete(deliveryKey(note, session))
  }

  /** Reads the notes that the store knows. Never rejects. */
  load(): Promise<void> {
    return this.#notes.again()
  }

  hear(change: StoreChange) {
    return this.#notes.hear(change)
  }
}

const deliveryKey = ({ id }: Note, session: string): string => `${id} ${session}`
