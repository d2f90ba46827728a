import type { Note } from '../domain/nouns/peer-note.ts'
import type { Clock, Journal, Memories } from '../ports.ts'

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

/** Keeps the notes of the last day in memory, since every call asks for them and most find none. */
export class KnownNotes {
  readonly #ports: NotePorts
  #notes: readonly Note[] = []
  /** Which notes reached which session, as far as is known since the start; the store knows the rest. */
  readonly #told = new Set<string>()

  constructor(ports: NotePorts) {
    this.#ports = ports
  }

  /** Those for a session that may not have reached it yet, oldest first: to it alone, or to all that were there. */
  waiting({ session, project, startedAt }: Recipient, at: number): readonly Note[] {
    if (this.#notes.length === 0) return this.#notes
    return this.#notes.filter(
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

  /** Reads the notes that the store knows: some may have been forgotten, or restored. */
  async lookAgain(): Promise<void> {
    this.#told.clear()
    const found = await this.#ports.memories.records({ noun: 'peer-note', limit: MOST })
    this.#notes = found.toReversed()
  }

  /** The journal, observed for new notes. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      for (const change of each.changes) if (change.kind === 'peer-note') this.#add(change.record)
      return done
    }
    return { ...journal, commit }
  }

  #add(note: Note): void {
    const since = this.#ports.clock.now() - FRESH_MS
    this.#notes = [...this.#notes.filter(({ id, at }) => id !== note.id && at >= since), note].slice(-MOST)
    if (this.#notes.length === 1) this.#told.clear()
  }
}

const deliveryKey = ({ id }: Note, session: string): string => `${id} ${session}`
