import type { Lesson } from '../domain/nouns/lesson.ts'
import type { Clock, Journal, Ledger, Memories } from '../ports.ts'

/** Its dependencies. */
export interface KnownLessonsPorts {
  readonly memories: Pick<Memories, 'records'>
  readonly clock: Clock
}

/** More lessons than a person can have taught. */
const MOST_LESSONS = 2000
/** How long lessons are cached (milliseconds): a restored archive bypasses the journal. */
const FRESH_MS = 60_000

interface Loaded {
  readonly lessons: Promise<readonly Lesson[]>
  readonly at: number
}

/** Keeps the lessons in memory, since every call that one might be about needs them, and reports when they change. */
export class KnownLessons {
  readonly #ports: KnownLessonsPorts
  readonly #listeners: ((lessons: readonly Lesson[]) => void)[] = []
  #loaded: Loaded | undefined

  constructor(ports: KnownLessonsPorts) {
    this.#ports = ports
  }

  /** All lessons in any state, newest first, as they were at `asOf`; rejects if they cannot be read. */
  async all(asOf: number): Promise<readonly Lesson[]> {
    const lessons = await this.#current()
    return lessons.every(({ at }) => at <= asOf) ? lessons : lessons.filter(({ at }) => at <= asOf)
  }

  /** Reports the lessons now and after each change. */
  watch(listener: (lessons: readonly Lesson[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Reads the lessons again, because they may have changed. Never rejects. */
  async lookAgain(): Promise<void> {
    try {
      const lessons = await this.#load()
      for (const listener of this.#listeners) listener(lessons)
    } catch {
      this.#loaded = undefined
    }
  }

  /** The journal, observed for lessons. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      if (each.changes.some(({ kind }) => kind === 'lesson')) await this.lookAgain()
      return done
    }
    return { ...journal, commit }
  }

  /** The ledger, observed for lessons that are forgotten. */
  watchingLedger(ledger: Ledger): Ledger {
    const forget: Ledger['forget'] = async (...given) => {
      const done = await ledger.forget(...given)
      await this.lookAgain()
      return done
    }
    return { ...ledger, forget }
  }

  /** What is known is used while it is read again, so that no call waits for the store. */
  #current(): Promise<readonly Lesson[]> {
    const known = this.#loaded
    if (known === undefined) return this.#load()
    if (this.#ports.clock.now() - known.at > FRESH_MS) void this.#refresh(known)
    return known.lessons
  }

  #load(): Promise<readonly Lesson[]> {
    const loaded = this.#read()
    this.#loaded = loaded
    loaded.lessons.catch(() => {
      if (this.#loaded === loaded) this.#loaded = undefined
    })
    return loaded.lessons
  }

  /** Never rejects: what could not be read is asked for again a while later. */
  async #refresh(known: Loaded): Promise<void> {
    const before = { ...known, at: this.#ports.clock.now() }
    this.#loaded = before
    const fresh = this.#read()
    const lessons = await fresh.lessons.catch(() => undefined)
    if (lessons === undefined || this.#loaded !== before) return
    this.#loaded = fresh
    for (const listener of this.#listeners) listener(lessons)
  }

  #read(): Loaded {
    const { memories, clock } = this.#ports
    return { lessons: memories.records({ noun: 'lesson', limit: MOST_LESSONS }), at: clock.now() }
  }
}
