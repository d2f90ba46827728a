import { deriveId } from '../identity.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Sequence, Sequences } from './sequences.ts'
import { EDIT } from './steps.ts'

/** What makes a sequence a routine: so often, in so many sessions, and at least this share of what came after the same steps. */
const TIMES = 5
const SESSIONS = 2
const SHARE = 0.5
/** Belief: half, and a little more for each time. */
const LEAST = 0.5
const STEP = 0.05
const MOST = 0.8

/** Steps before the last ones are long ago. */
const WINDOW = 5

/**
 * The routines of a project as lessons: new and changed ones only. `subject` is the next step, `object` the two before it,
 * separated by a line end. What a person decided stays.
 */
export function routinesFrom(
  { seen }: Sequences,
  lessons: readonly Lesson[],
  { project, at }: { readonly project: string; readonly at: number },
): readonly Lesson[] {
  const known = new Map(lessons.flatMap((lesson) => (lesson.type === 'routine' ? [[lesson.id, lesson] as const] : [])))
  const after = new Map<string, number>()
  for (const { of, n } of seen) after.set(stepsBefore(of), (after.get(stepsBefore(of)) ?? 0) + n)
  const found = seen.filter(isRoutine).filter((each) => each.n >= SHARE * (after.get(stepsBefore(each.of)) ?? 0))
  const lost = [...known.values()].filter(
    ({ id, state, decidedBy, project: of }) =>
      of === project && state === 'active' && !decidedBy && !found.some((each) => idOf(project, each) === id),
  )
  return [
    ...found.flatMap((each) => {
      const before = known.get(idOf(project, each))
      return before?.support === each.n && before.state !== 'retired'
        ? []
        : [routineLesson(each, before, { project, at })]
    }),
    ...lost.map((lesson): Lesson => ({ ...lesson, state: 'retired', at })),
  ]
}

const stepsBefore = ([first, second]: Sequence['of']): string => `${first}\n${second}`

/** To go on editing, or to do once more what was just done, is no routine. */
const isRoutine = ({ of: [first, second, next], n, sessions }: Sequence): boolean =>
  n >= TIMES &&
  sessions.length >= SESSIONS &&
  next !== EDIT &&
  next !== first &&
  next !== second &&
  !IS_FOR_PERSON.test(next)

/** Commands that publish, record or destroy something are for the person to ask for, however usual they are. */
const IS_FOR_PERSON = /^[^“].*\b(?:apply|commit|deploy|kill|merge|publish|push|release|reset|rm|tag|upload)\b|^rm\b/

const idOf = (project: string, { of }: Sequence): string => deriveId('l', project, 'routine', ...of)

function routineLesson(
  { of, n, sessions, evidence }: Sequence,
  before: Lesson | undefined,
  { project, at }: { readonly project: string; readonly at: number },
): Lesson {
  const [first, second, next] = of
  return {
    id: deriveId('l', project, 'routine', ...of),
    project,
    at: before?.decidedBy === undefined ? at : before.at,
    learnedAt: before?.learnedAt ?? at,
    type: 'routine',
    text: `${next}, after: ${first}, ${second}`,
    polarity: 'do',
    subject: next,
    object: `${first}\n${second}`,
    scope: 'project',
    state: before?.decidedBy === undefined ? 'active' : before.state,
    decidedBy: before?.decidedBy,
    isPinned: before?.isPinned ?? false,
    confidence: Math.min(LEAST + STEP * n, MOST),
    support: n,
    sessions: sessions.length,
    contra: 0,
    followed: 0,
    violated: 0,
    evidence,
  }
}

/** The routine whose first steps a session just did, unless it did the next one since it last changed something. */
export function usualNext(steps: readonly string[], lessons: readonly Lesson[]): Lesson | undefined {
  const recent = steps.slice(-WINDOW)
  const changed = recent.lastIndexOf(EDIT)
  const done = new Set(recent.slice(Math.max(0, changed)))
  const due = lessons.filter(
    ({ type, state, subject, object }) =>
      type === 'routine' && state === 'active' && object === steps.slice(-2).join('\n') && !done.has(subject),
  )
  return due.sort((a, b) => b.support - a.support)[0]
}

/** Marks that a session was told of a next step, whatever came before it. */
export const nextMark = ({ subject }: Lesson): string => `next ${subject}`

/** The line that names the usual next step to the agent. */
export const nextLine = ({ id, subject, support }: Lesson): string =>
  subject.startsWith('“')
    ? `The user may ask for this next: ${subject} (asked ${support} times after these two requests, ${id})`
    : `Usual next step: run \`${subject}\` (done ${support} times after these two, ${id})`
