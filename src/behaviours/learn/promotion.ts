import { behaviour, on } from '../../domain/behaviour.ts'
import { lessonNote } from '../../domain/context/lesson-lines.ts'
import type { ReplyEffect, WorkEffect } from '../../domain/effects.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import { lessonsFrom } from '../../domain/learning/lessons.ts'
import { heardMark } from '../../domain/learning/meaning.ts'
import { signalsIn } from '../../domain/learning/signals.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'
import type { Settings } from '../../domain/settings.ts'

/** Below what went wrong, which a person must see first. */
const RANK = 15
/** A prompt is among the newest of its session when its job runs. */
const PROMPTS_LOOKED_AT = 2000
/** Signals are few; these are years of them. */
const SIGNALS_LOOKED_AT = 2000

const asks = (project: string) =>
  ({
    settings: { fact: 'settings' },
    signals: { fact: 'records', noun: 'signal', project, limit: SIGNALS_LOOKED_AT },
    lessons: { fact: 'lessons', project },
  }) as const

/** Turns rules that the user states permanently, or in several sessions, into lessons. */
export default behaviour({
  name: 'promotion',
  summary: 'Turns rules that you state permanently, or repeat in several sessions, into lessons, and tells you.',
  reactions: [
    // A permanent rule applies immediately, and the user is told immediately
    on('UserPromptSubmit', {
      lane: 'reply',
      budgetMs: 80,
      onFailure: 'pass',
      answers: ['note'],
      needs: (event) => (signalsIn(event).length === 0 ? undefined : asks(event.project)),
      decide: (event, facts) => taught(event, facts),
    }),
    on('UserPromptSubmit', {
      lane: 'later',
      budgetMs: 1000,
      onFailure: 'retry',
      key: ({ project }: Event) => project,
      needs: (event) => {
        if (event.prompt !== '' && signalsIn(event).length === 0) return undefined
        return {
          ...asks(event.project),
          prompts: { fact: 'prompts', session: event.session, limit: PROMPTS_LOOKED_AT },
        } as const
      },
      decide: (event, { prompts, ...facts }) => learned(event, facts, signalsIn(event, prompts)),
    }),
    // What other behaviours noticed in the session, and what time settles: candidates that nothing supports any more
    on('SessionEnd', {
      lane: 'later',
      budgetMs: 5000,
      onFailure: 'retry',
      key: ({ project }: Event) => project,
      needs: ({ project }) => asks(project),
      decide: (event, facts) => learned(event, facts, []),
    }),
  ],
})

type Note = Extract<ReplyEffect<'UserPromptSubmit'>, { readonly kind: 'note' }>

interface Known {
  readonly settings: Settings
  readonly signals: readonly Signal[]
  readonly lessons: readonly Lesson[]
}

function changed(event: Event, { settings, signals, lessons }: Known, fresh: readonly Signal[]): readonly Lesson[] {
  const ids = new Set(fresh.map(({ id }) => id))
  const all = [...signals.filter(({ id }) => !ids.has(id)), ...fresh]
  return settings.learn.enabled ? lessonsFrom(all, lessons, settings.learn, event.at) : []
}

const learned = (event: Event, facts: Known, fresh: readonly Signal[]): readonly WorkEffect[] =>
  changed(event, facts, fresh).map((record) => ({ kind: 'lesson', record }))

function taught(event: EventOf<'UserPromptSubmit'>, facts: Known): (WorkEffect | Note)[] {
  const lessons = changed(event, facts, signalsIn(event))
  const isActive = (id: string) => facts.lessons.some((lesson) => lesson.id === id && lesson.state === 'active')
  const active = lessons.filter(({ id, state }) => state === 'active' && !isActive(id))
  const heard = lessons.map(({ id }) => heardMark(id))
  const kept: WorkEffect[] = lessons.map((record) => ({ kind: 'lesson', record }))
  if (heard.length > 0) kept.push({ kind: 'emit', name: 'Warned', n: 0, body: { of: heard } })
  return active.length === 0 ? kept : [...kept, { kind: 'note', text: lessonNote(active), rank: RANK }]
}
