import type { Lesson } from '../nouns/lesson.ts'
import { recordWords } from '../retrieval/relevance.ts'
import type { Experience } from './experience.ts'
import { isOfExperiences } from './groups.ts'
import { changesOf, holderOf } from './journal.ts'
import { type Query, similar } from './similar.ts'

/** The session that is told, and the ids of what it was told before. */
export interface Listener {
  readonly session: string
  readonly agentId?: string | undefined
  readonly told: ReadonlySet<string>
}

/** Experiences of other sessions like the query that ended, one way or the other; Hindcast's own are left to cures. */
export function beliefsLike(
  experiences: readonly Experience[],
  query: Query,
  listener: Listener,
): readonly Experience[] {
  const others = experiences.filter((one) => isNews(one, listener))
  const ended = others.filter(({ isProvisional, status }) => !isProvisional && ENDED.has(status ?? ''))
  return similar(ended, query).map(({ experience }) => experience)
}

const ENDED = new Set(['confirmed', 'falsified'])

/** Whether a session neither went through it nor was told of it. */
export const isNews = (one: Experience, listener: Listener): boolean =>
  !listener.told.has(one.id) && !wasIn(one, listener.session)

function wasIn(one: Experience, session: string): boolean {
  if (one.session === session || one.heldBy === session) return true
  return changesOf(one).some((change) => change.kind === 'adopt' && change.session === session)
}

/** The experience that an agent has open; one that Hindcast opened counts as none. */
export const openIn = (experiences: readonly Experience[], { session, agentId }: Listener): Experience | undefined =>
  experiences.find(
    (one) => one.state === 'open' && !one.isProvisional && one.agentId === agentId && holderOf(one) === session,
  )

/** Active insights that share this many words with the query. */
const SHARED = 3

/** Insights that fit a query, those that share the most words first. */
export function insightsLike(lessons: readonly Lesson[], { text }: Query, { told }: Listener): readonly Lesson[] {
  const asked = recordWords(text, '').heading
  return lessons
    .filter((lesson) => isOfExperiences(lesson) && lesson.state === 'active' && !told.has(lesson.id))
    .map((lesson) => ({
      lesson,
      both: [...recordWords(lesson.text, '').heading].filter((stem) => asked.has(stem)).length,
    }))
    .filter(({ both }) => both >= SHARED)
    .sort((a, b) => b.both - a.both || b.lesson.at - a.lesson.at)
    .map(({ lesson }) => lesson)
}

/** A cycle goes from one piece of work, or experience, to the next. */
export interface PremortemCycle {
  /** When it had its premortem. */
  readonly toldAt?: number | undefined
}

/** Marks of a session's notices: this cycle had its premortem; a new cycle began, which had none yet. */
export const PREMORTEM_TOLD = 'premortem told'
export const PREMORTEM_DUE = 'premortem due'

/** Whether a failing check gets a premortem: no experience is open, and the cycle has had none. */
export function isPremortemDue(
  { toldAt }: PremortemCycle,
  experiences: readonly Experience[],
  listener: Listener,
): boolean {
  if (openIn(experiences, listener) !== undefined) return false
  const own = experiences.filter(({ isProvisional, session }) => !isProvisional && session === listener.session)
  return toldAt === undefined || own.some(({ startedAt }) => startedAt > toldAt)
}
