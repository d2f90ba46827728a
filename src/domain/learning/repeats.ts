import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { heardFrom } from './scripts.ts'
import { isEnough, type Threshold } from './strength.ts'

/** A lesson that was taught: the session in which it became active, and whether the person had to say it again later. */
export interface TaughtLesson {
  readonly lesson: Lesson
  readonly session: string
  readonly isRepeated: boolean
}

/** The lessons that these signals were enough to teach, apart from those that the person rejected. */
export function taughtAmong(
  lessons: readonly Lesson[],
  signals: readonly Signal[],
  threshold: Threshold,
): readonly TaughtLesson[] {
  const byId = new Map(heardFrom(signals, threshold.scripts).map((signal) => [signal.id, signal]))
  return lessons.flatMap((lesson) => {
    // What is only alike in meaning was never enough
    if (lesson.state === 'rejected' || lesson.state === 'candidate') return []
    const own = lesson.evidence.flatMap((id) => byId.get(id) ?? []).sort((a, b) => a.at - b.at)
    const first = own.findIndex((_, at) => isEnough(own.slice(0, at + 1), threshold))
    const { session } = own[first] ?? {}
    if (session === undefined) return []
    const isAgain = (signal: Signal) => signal.session !== session && WORDS.has(signal.type)
    return [{ lesson, session, isRepeated: own.slice(first + 1).some(isAgain) }]
  })
}

/** Signals that are a person's words. */
const WORDS: ReadonlySet<Signal['type']> = new Set(['directive', 'correction', 'rejection'])

/** How well lessons stick: how many were taught, how many of them the person had to repeat, and what calls made of them. */
export interface LearningFigures {
  readonly active: number
  readonly followed: number
  readonly violated: number
  readonly taught: number
  readonly repeated: number
}

/** The figures of lessons, with the signals that taught them. */
export function learningFigures(
  lessons: readonly Lesson[],
  signals: readonly Signal[],
  threshold: Threshold,
): LearningFigures {
  const active = lessons.filter(({ state, type }) => state === 'active' && type !== 'routine')
  const taught = taughtAmong(lessons, signals, threshold)
  return {
    active: active.length,
    followed: active.reduce((sum, { followed }) => sum + followed, 0),
    violated: active.reduce((sum, { violated }) => sum + violated, 0),
    taught: taught.length,
    repeated: taught.filter(({ isRepeated }) => isRepeated).length,
  }
}
