import { isOfExperiences } from '../experience/groups.ts'
import type { Lesson, LessonState } from '../nouns/lesson.ts'
import { ByWords, contradicts, entails } from './meaning.ts'

/** Whether a lesson holds in a project, or in a part of it. */
export const covers = ({ scope, project }: Lesson, where: string): boolean =>
  scope === 'everywhere' || project === where

/** Where two lessons contradict each other, one gives way, or both are contested. */
export function settledAmong(lessons: readonly Lesson[]): Lesson[] {
  const standing = lessons.map(reactivated)
  const live = new ByWords<Lesson>()
  for (const lesson of standing.filter(isLive)) live.add(lesson, lesson)
  return standing.map((lesson) => {
    const against = isLive(lesson)
      ? live.near(lesson).filter((other) => other.id !== lesson.id && conflicts(lesson, other))
      : []
    const contra = against.reduce((sum, { support }) => sum + support, 0)
    if (lesson.isPinned || against.length === 0) return contra === lesson.contra ? lesson : { ...lesson, contra }
    const winner = against.find((other) => beats(other, lesson))
    if (winner !== undefined) return { ...lesson, contra, state: 'superseded', supersededBy: winner.id }
    const isEven = against.some((other) => !beats(lesson, other) && other.state === lesson.state)
    return { ...lesson, contra, state: isEven && lesson.decidedBy === undefined ? 'contested' : lesson.state }
  })
}

/** What a person approved gives way to a newer rule only as long as that one stands. */
const reactivated = (lesson: Lesson): Lesson =>
  lesson.state === 'superseded' && lesson.decidedBy !== undefined
    ? { ...lesson, state: 'active', supersededBy: undefined }
    : lesson

const isLive = ({ state }: Lesson): boolean => LIVE.has(state)
const LIVE: ReadonlySet<LessonState> = new Set(['candidate', 'active', 'contested'])

/** Rules of different scope live side by side: the narrower one is the exception. What works contradicts no rule. */
const conflicts = (a: Lesson, b: Lesson): boolean =>
  isRule(a) &&
  isRule(b) &&
  a.scope === b.scope &&
  a.folder === b.folder &&
  (a.scope === 'everywhere' || a.project === b.project) &&
  contradicts(a, b)

/** A recipe or a routine says what works, and asks for nothing. */
export const isRule = (lesson: Lesson): boolean =>
  lesson.type === 'rule' || (lesson.type === 'insight' && !isOfExperiences(lesson))

/** A pinned rule beats all, an active one a candidate, and otherwise the newer one the older. */
function beats(a: Lesson, b: Lesson): boolean {
  if (a.isPinned !== b.isPinned) return a.isPinned
  if (a.state !== b.state && (a.state === 'active' || b.state === 'active')) return a.state === 'active'
  return a.at > b.at
}

/**
 * The active lessons of a project that are told and held against calls, without those that hold everywhere but have an
 * exception there, and without what another one says as well: one preference is one line.
 */
export function inForce(lessons: readonly Lesson[], project: string): readonly Lesson[] {
  const active = lessons.filter(
    (lesson) =>
      lesson.state === 'active' && lesson.type !== 'routine' && !isOfExperiences(lesson) && covers(lesson, project),
  )
  const own = active.filter(({ scope }) => scope === 'project')
  const isExcepted = (lesson: Lesson) =>
    lesson.scope === 'everywhere' && !lesson.isPinned && own.some((other) => contradicts(other, lesson))
  const standing = active.filter((lesson) => !isExcepted(lesson))
  const isSaid = (lesson: Lesson, at: number) =>
    standing.some((other, n) => {
      const isSame = says(lesson, other) && holdsWithin(other, lesson)
      return other !== lesson && holdsWithin(lesson, other) && says(other, lesson) && (!isSame || n < at)
    })
  return standing.filter((lesson, at) => lesson.isPinned || !isSaid(lesson, at))
}

const says = (whole: Lesson, part: Lesson): boolean => isRule(whole) && isRule(part) && entails(whole, part)

/** Whether one lesson holds nowhere that another does not. */
const holdsWithin = (lesson: Lesson, other: Lesson): boolean =>
  other.scope === 'everywhere' ||
  (other.scope === 'project' && lesson.scope !== 'everywhere') ||
  (lesson.scope === 'folder' && lesson.folder === other.folder)

/** What changes among all lessons when a person decides on one, which is included. */
export function afterDecision(decided: Lesson, known: readonly Lesson[]): readonly Lesson[] {
  const before = new Map(known.map((lesson) => [lesson.id, lesson]))
  const all = [...known.filter(({ id }) => id !== decided.id), decided]
  return settledAmong(all).filter(({ id, state, contra }) => {
    const old = before.get(id)
    return id === decided.id || state !== old?.state || contra !== old.contra
  })
}
