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
    this.#loaded = undefined
    try {
      const lessons = await this.#current()
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

  #current(): Promise<readonly Lesson[]> {
    const now = this.#ports.clock.now()
    if (this.#loaded === undefined || now - this.#loaded.at > FRESH_MS) {
      const loaded = { lessons: this.#ports.memories.records({ noun: 'lesson', limit: MOST_LESSONS }), at: now }
      this.#loaded = loaded
      loaded.lessons.catch(() => {
        if (this.#loaded === loaded) this.#loaded = undefined
      })
    }
    return this.#loaded.lessons
  }
}
