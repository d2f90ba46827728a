import { behaviour, on } from '../../domain/behaviour.ts'
import { lessonNote, proposalNote, summaryNote, withdrawalNote } from '../../domain/context/lesson-lines.ts'
import type { ReplyEffect, WorkEffect } from '../../domain/effects.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import type { Facts } from '../../domain/facts.ts'
import { lessonsFrom } from '../../domain/learning/lessons.ts'
import { heardMark } from '../../domain/learning/meaning.ts'
import { signalsIn } from '../../domain/learning/signals.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'

/** Below what went wrong, which a person must see first. */
const RANK = 15
/** A prompt is among the newest of its session when its job runs. */
const PROMPTS_LOOKED_AT = 2000
/** Said this often without becoming active, even in one session, a rule is proposed. */
const PROPOSED_AT = 3

const ASKS = { settings: { fact: 'settings' }, taught: { fact: 'taught' } } as const

/** Turns rules that the user states permanently, or in several sessions, into lessons. */
export default behaviour({
  name: 'promotion',
  summary: 'Turns rules that you state permanently, or repeat in several sessions, into lessons, and tells you.',
  reactions: [
    // What was learned from imported or late prompts has not been told yet
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      answers: ['note'],
      needs: ({ source, project, ...event }) =>
        source === 'compact' || isAlone(event)
          ? undefined
          : ({ settings: { fact: 'settings' }, lessons: { fact: 'lessons', project } } as const),
      decide: (_, { settings, lessons }) => (settings.learn.enabled ? announcements(lessons) : []),
    }),
    // A permanent rule applies immediately, and the user is told immediately
    on('UserPromptSubmit', {
      lane: 'reply',
      onFailure: 'pass',
      answers: ['note'],
      needs: (event) => (signalsIn(event).length === 0 ? undefined : ASKS),
      decide: promotionReplies,
    }),
    // What the agent confirmed in this turn
    on('Stop', {
      lane: 'reply',
      onFailure: 'pass',
      answers: ['note'],
      needs: ({ project, ...event }) =>
        isAlone(event)
          ? undefined
          : ({ settings: { fact: 'settings' }, lessons: { fact: 'lessons', project } } as const),
      decide: (_, { settings, lessons }) => (settings.learn.enabled ? learnedNow(lessons) : []),
    }),
    on('UserPromptSubmit', {
      lane: 'later',
      onFailure: 'retry',
      key: () => 'lessons',
      needs: (event) => {
        if (event.prompt !== '' && signalsIn(event).length === 0) return undefined
        return {
          ...ASKS,
          prompts: { fact: 'prompts', session: event.session, limit: PROMPTS_LOOKED_AT },
        } as const
      },
      decide: (event, { prompts, ...facts }) => {
        const fresh = signalsIn(event, prompts)
        return fresh.length === 0 ? [] : lessonEffects(promotedLessons(event, facts, fresh))
      },
    }),
    // What other behaviours noticed in the session, and what time settles: candidates that nothing supports any more
    on('SessionEnd', {
      lane: 'later',
      onFailure: 'retry',
      key: () => 'lessons',
      needs: () => ASKS,
      decide: (event, facts) => lessonEffects(promotedLessons(event, facts, [])),
    }),
  ],
})

/** Where nobody is at the client, a line for the person would be taken for told, and nobody would have read it. */
const isAlone = ({ attended, client }: Pick<Event, 'attended'> & Partial<Pick<EventOf<'SessionStart'>, 'client'>>) =>
  (client?.attended ?? attended) === false

type Note = Extract<ReplyEffect<'UserPromptSubmit'>, { readonly kind: 'note' }>

type Known = Facts<typeof ASKS>

function promotedLessons(
  event: Event,
  { settings, taught: known }: Known,
  fresh: readonly Signal[],
): readonly Lesson[] {
  if (!settings.learn.enabled) return []
  const ids = new Set(fresh.map(({ id }) => id))
  const all = [...known.signals.filter(({ id }) => !ids.has(id)), ...fresh]
  return lessonsFrom(all, known.lessons, settings.learn, Math.max(...all.map(({ at }) => at), event.at))
}

const lessonEffects = (lessons: readonly Lesson[]): readonly WorkEffect[] =>
  lessons.map((record) => ({ kind: 'lesson', record }))

function promotionReplies(event: EventOf<'UserPromptSubmit'>, facts: Known): (WorkEffect | Note)[] {
  const fresh = signalsIn(event)
  const lessons = promotedLessons(event, facts, fresh)
  const ids = new Set(fresh.map(({ id }) => id))
  const before = new Map(facts.taught.lessons.map((lesson) => [lesson.id, lesson]))
  const isNew = ({ id, state }: Lesson) => before.get(id)?.state !== state
  const active = lessons.filter((lesson) => lesson.state === 'active' && isNew(lesson))
  const proposed = lessons.filter(
    ({ id, state, support, evidence }) =>
      state === 'candidate' &&
      support >= PROPOSED_AT &&
      (before.get(id)?.support ?? 0) < PROPOSED_AT &&
      evidence.some((signal) => ids.has(signal)),
  )
  const isTakenBack = fresh.some(({ type }) => type === 'retraction')
  const retired = lessons.filter(
    ({ id, state }) => isTakenBack && state === 'retired' && before.get(id)?.state === 'active',
  )
  const told = new Set([...active, ...proposed, ...retired].map(({ id }) => id))
  const texts = [
    ...(active.length > 0 ? [lessonNote(active)] : []),
    ...(proposed.length > 0 ? [proposalNote(proposed)] : []),
    ...(retired.length > 0 ? [withdrawalNote(retired)] : []),
  ]
  const heard = lessons.filter(({ evidence }) => evidence.some((id) => ids.has(id))).map(({ id }) => heardMark(id))
  return [
    ...lessonEffects(lessons.map((lesson) => (told.has(lesson.id) ? { ...lesson, isTold: true } : lesson))),
    ...(heard.length > 0 ? [{ kind: 'emit', name: 'Warned', n: 0, body: { of: heard } } as const] : []),
    ...texts.map((text): Note => ({ kind: 'note', text, rank: RANK })),
  ]
}

/** The rules that became active without the person being told, each with how to take it back. */
function learnedNow(lessons: readonly Lesson[]): (WorkEffect | Note)[] {
  const active = lessons.filter((lesson) => isUntold(lesson) && lesson.state === 'active')
  if (active.length === 0) return []
  return [
    ...lessonEffects(active.map((lesson): Lesson => ({ ...lesson, isTold: true }))),
    { kind: 'note', text: lessonNote(active), rank: RANK },
  ]
}

const isUntold = ({ type, isTold, decidedBy }: Lesson): boolean =>
  type === 'rule' && isTold !== true && decidedBy === undefined

/** What earlier sessions taught, once: active rules, and what was said more than once but is not applied. */
function announcements(lessons: readonly Lesson[]): (WorkEffect | Note)[] {
  const fresh = lessons.filter(isUntold)
  const active = fresh.filter(({ state }) => state === 'active')
  const repeated = fresh.filter(({ state, support }) => state === 'candidate' && support > 1)
  if (active.length + repeated.length === 0) return []
  const told = [...active, ...repeated].map((lesson): Lesson => ({ ...lesson, isTold: true }))
  return [...lessonEffects(told), { kind: 'note', text: summaryNote(active, repeated), rank: RANK }]
}
