import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { deriveId } from '../../domain/identity.ts'
import { type BrokenRule, brokenMark, checkCall } from '../../domain/learning/call-check.ts'
import { NAMED } from '../../domain/learning/named-calls.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'

type Made = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const needs = ({ project, session, toolUseId, at, durationMs = 0 }: Made) =>
  ({
    settings: { fact: 'settings' },
    lessons: { fact: 'lessons', project },
    strain: { fact: 'strain', scope: session },
    before: { fact: 'beforeCall', toolUseId, beganAt: at - durationMs },
  }) as const

const reaction = {
  lane: 'reply',
  due: NAMED,
  onFailure: 'pass',
  answers: [],
  // Counts are read, raised and stored, so one call at a time
  key: () => 'lessons',
  needs,
  decide: adherenceEffects,
} as const

/** Counts how often calls follow and break lessons. */
export default behaviour({
  name: 'adherence',
  summary: 'Counts how often the agent follows and breaks the rules that you taught it.',
  // A call that failed was made, too
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

function adherenceEffects(event: Made, { settings, lessons, strain, before }: FactsFor<typeof needs>): WorkEffect[] {
  if (!settings.learn.enabled) return []
  const { followed, broken } = checkCall(event, lessons)
  const isFirst = ({ lesson }: BrokenRule) => !strain.warned.includes(brokenMark(lesson.id))
  const fresh = broken.filter(isFirst)
  // About a call that was not checked in time nobody was asked, so the next one is asked about
  const marks = before === 'unsent' ? [] : fresh.map(({ lesson }) => brokenMark(lesson.id))
  return [
    ...followed.map((lesson) => lessonEffect({ ...lesson, followed: lesson.followed + 1 })),
    ...broken.map(({ lesson }) => lessonEffect({ ...lesson, violated: lesson.violated + 1 })),
    ...fresh.map((each) => ({ kind: 'signal', record: violationOf(event, each) }) as const),
    ...(marks.length > 0 ? [{ kind: 'emit', name: 'Warned', n: 0, body: { of: marks } } as const] : []),
  ]
}

const lessonEffect = (record: Lesson) => ({ kind: 'lesson', record }) as const

/** One for each session and lesson, however often it is broken. */
function violationOf({ id, session, project, at, promptId }: Made, broken: BrokenRule): Signal {
  const { lesson, what, confidence } = broken
  return {
    id: deriveId('g', session, lesson.id),
    session,
    project,
    at,
    type: 'violation',
    quote: what,
    polarity: lesson.polarity,
    subject: lesson.subject,
    object: lesson.object,
    reach: 'unsaid',
    hasHorizon: false,
    confidence,
    by: 'script',
    promptId,
    evidence: [id, lesson.id],
  }
}
