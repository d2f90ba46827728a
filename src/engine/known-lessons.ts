import type { Lesson } from '../domain/nouns/lesson.ts'
import type { Follower, Memories, StoreChange } from '../ports.ts'
import { Followed } from './followed.ts'

/** More lessons than a person can have taught. */
const MOST_LESSONS = 2000

/** Keeps the lessons in memory, since every call that one might be about needs them, and reports when they change. */
export class KnownLessons implements Follower {
  readonly #listeners: ((lessons: readonly Lesson[]) => void)[] = []
  readonly #lessons: Followed<readonly Lesson[]>

  constructor({ memories }: { readonly memories: Pick<Memories, 'records'> }) {
    this.#lessons = new Followed({
      load: () => memories.records({ noun: 'lesson', limit: MOST_LESSONS }),
      kinds: ['lesson'],
      isEager: true,
      changed: (lessons) => {
        for (const listener of this.#listeners) listener(lessons)
      },
    })
  }

  /** All lessons in any state, newest first, as they were at `asOf`; rejects if they cannot be read. */
  async all(asOf: number): Promise<readonly Lesson[]> {
    const lessons = await this.#lessons.of()
    return lessons.every(({ at }) => at <= asOf) ? lessons : lessons.filter(({ at }) => at <= asOf)
  }

  /** Reports the lessons whenever they were read, and may have changed. */
  watch(listener: (lessons: readonly Lesson[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Reads them now, so that the first call need not wait for it. Never rejects. */
  load(): Promise<void> {
    return this.#lessons.again()
  }

  hear(change: StoreChange) {
    return this.#lessons.hear(change)
  }
}
