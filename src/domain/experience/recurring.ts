import { markOfKept, saysHow } from './cures.ts'
import type { Experience } from './experience.ts'
import { isSameFailure } from './failure.ts'
import { isNews, type Listener } from './past.ts'
import { type Query, similar } from './similar.ts'

/** A failure that came back, and what cured it last. */
export interface Recurrence {
  readonly cure: Experience
  /** In how many sessions the check failed like this. */
  readonly sessions: number
}

/** So many sessions make a failure a recurring one. */
const LEAST = 2
/** Of the failures like a query, so many are counted. */
const MOST_COUNTED = 20

/** Failures like the query that came back in several sessions, each once; none that this session knows of. */
export function recurringLike(
  experiences: readonly Experience[],
  query: Query,
  listener: Listener,
): readonly Recurrence[] {
  const failures = experiences.filter(({ isProvisional }) => isProvisional)
  const seen = new Set<string>()
  return similar(failures.filter(saysHow), query)
    .slice(0, MOST_COUNTED)
    .flatMap(({ experience: cure }) => {
      if (seen.has(cure.id)) return []
      const mark = markOfKept(cure)
      const same = failures.filter((one) => one.id === cure.id || isSameFailure(markOfKept(one), mark))
      for (const { id } of same) seen.add(id)
      const sessions = new Set(same.map(({ session }) => session)).size
      return sessions >= LEAST && same.every((one) => isNews(one, listener)) ? [{ cure, sessions }] : []
    })
}
