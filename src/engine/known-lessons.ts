import type { Lesson } from '../domain/nouns/lesson.ts'
import type { Memories } from '../ports.ts'
import { Followed } from './followed.ts'

/** More lessons than a person can have taught. */
const MOST_LESSONS = 2000

/** Keeps the lessons in memory, since every call that one might be about needs them, and reports when they change. */
export class KnownLessons extends Followed<readonly Lesson[]> {
  constructor({ memories }: { readonly memories: Pick<Memories, 'records'> }) {
    const load = () => memories.records({ noun: 'lesson', limit: MOST_LESSONS })
    super({ load, kinds: ['lesson'], isEager: true })
  }

  /** All lessons in any state, newest first, as they were at `asOf`; rejects if they cannot be read. */
  async all(asOf: number): Promise<readonly Lesson[]> {
    const lessons = await this.of()
    return lessons.every(({ at }) => at <= asOf) ? lessons : lessons.filter(({ at }) => at <= asOf)
  }
}
