import { saysSame } from '../learning/meaning.ts'
import type { Lesson } from '../nouns/lesson.ts'

/** The words for the instruction file of the lesson's own project, and for the one that is read in every project. */
export const OWN = 'project'
export const GLOBAL = 'global'

/**
 * Where a person wants a lesson written that was taught in two projects: as they said of it, or last said of another one
 * of the same two. `other`: the lesson of the second project that says the same.
 */
export function chosenFor(lesson: Lesson, other: Lesson | undefined, lessons: readonly Lesson[]): string | undefined {
  const own = lesson.target ?? other?.target
  if (own !== undefined || other === undefined) return own
  const isOfBoth = (one: Lesson) =>
    one.target !== undefined &&
    one.project === lesson.project &&
    lessons.some((two) => two.project === other.project && two.target === one.target && saysSame(one, two))
  return lessons.filter(isOfBoth).toSorted((a, b) => b.at - a.at)[0]?.target
}

/** The active lessons of other projects that say the same, each for its own project. */
export const counterpartsOf = (lesson: Lesson, lessons: readonly Lesson[]): readonly Lesson[] =>
  lesson.scope === 'project'
    ? lessons.filter(
        (other) => other.scope === 'project' && other.project !== lesson.project && saysSame(other, lesson),
      )
    : []
