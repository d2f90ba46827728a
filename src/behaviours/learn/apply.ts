import { behaviour, type Decided, on, weights } from '../../domain/behaviour.ts'
import {
  askReason,
  CALL_HEAD,
  callLines,
  LESSON_HEAD,
  lessonLines,
  rewriteNote,
  unheededNote,
} from '../../domain/context/lesson-lines.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { type BrokenRule, brokenMark, checkCall } from '../../domain/learning/call-check.ts'
import { concerns, heardMark, topicOf } from '../../domain/learning/meaning.ts'
import { callRuleOf, FORBIDDEN } from '../../domain/learning/named-calls.ts'
import { inForce } from '../../domain/learning/settling.ts'
import { isSaidIn, passagesOf, statementOf } from '../../domain/memory/near-duplicates.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import { quotable } from '../../domain/quote.ts'

/** Above everything else that a session starts with. */
const RANK = 90
/** The most lessons told at a session's start, and with a prompt. */
const MOST = 5
const MOST_WITH_PROMPT = 2
/** What ran in place of a command is told before anything that can wait. */
const NOTE_RANK = 20

type Made = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const needs = ({ project }: Event) =>
  ({ settings: { fact: 'settings' }, lessons: { fact: 'lessons', project } }) as const

const startNeeds = (event: EventOf<'SessionStart'>) =>
  ({ ...needs(event), instructions: { fact: 'instructions', project: event.project } }) as const

const subagentNeeds = (event: EventOf<'SubagentStart'>) =>
  ({ ...needs(event), prompts: { fact: 'prompts', session: event.session, limit: 1 } }) as const

function promptNeeds(event: EventOf<'UserPromptSubmit'>) {
  const { session: scope, origin, isPrivate, prompt } = event
  if (origin === 'machine' || isPrivate || prompt.trimStart().startsWith('/')) return undefined
  return { ...needs(event), told: { fact: 'told', scope }, strain: { fact: 'strain', scope } } as const
}

const callNeeds = (event: EventOf<'PreToolUse'>) =>
  ({ ...needs(event), strain: { fact: 'strain', scope: event.session } }) as const

function madeNeeds(event: Made) {
  const { via, toolUseId, at, durationMs = 0 } = event
  if (via !== 'hook') return undefined
  return { ...needs(event), before: { fact: 'beforeCall', toolUseId, beganAt: at - durationMs } } as const
}

/** A rule that should have changed a call, or asked about it, either acts or the person is told that it did not. */
const unheeded = {
  lane: 'reply',
  weight: weights.rule,
  due: FORBIDDEN,
  onFailure: 'pass',
  answers: ['note'],
  needs: madeNeeds,
  decide: notHeeded,
} as const

/** Tells a session what the user wants, before anything else, and holds its calls to it. */
export default behaviour({
  name: 'apply',
  summary:
    'Tells the agent the rules that you taught it: when a session starts, with a prompt that they are about, and to subagents. Corrects calls that break them, or asks you first.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      weight: weights.rule,
      onFailure: 'pass',
      answers: ['context'],
      needs: startNeeds,
      decide: atStart,
    }),
    on('SubagentStart', {
      lane: 'reply',
      weight: weights.rule,
      onFailure: 'pass',
      answers: ['context'],
      toApart: true,
      needs: subagentNeeds,
      decide: forSubagent,
    }),
    on('UserPromptSubmit', {
      lane: 'reply',
      weight: weights.rule,
      onFailure: 'pass',
      answers: ['context'],
      needs: promptNeeds,
      decide: withPrompt,
    }),
    on('PreToolUse', {
      lane: 'reply',
      weight: weights.rule,
      due: FORBIDDEN,
      onFailure: 'pass',
      answers: ['context', 'note', 'ask', 'rewrite'],
      needs: callNeeds,
      decide: appliedBeforeCall,
    }),
    on('PostToolUse', unheeded),
    // A call that failed was made, too
    on('PostToolUseFailure', unheeded),
  ],
})

/** How long a client may take to ask about the calls that a rule names, after it was taught. */
const NOTICED_MS = 5_000

function notHeeded(
  event: Made,
  { settings, lessons, before }: FactsFor<typeof madeNeeds>,
): Decided<'PostToolUse', 'reply', 'note'>[] {
  if (!settings.learn.enabled || before === 'answered') return []
  const began = event.at - (event.durationMs ?? 0)
  const broken = checkCall(event, lessons).broken.filter(
    ({ lesson, isMild }) => !isMild && lesson.at + NOTICED_MS < began,
  )
  const [first] = broken
  if (first === undefined) return []
  return [{ kind: 'note', text: unheededNote(lessonsOf(broken), first.what, before !== 'unseen'), rank: NOTE_RANK }]
}

function atStart(
  { at, project }: EventOf<'SessionStart'>,
  { settings, lessons, instructions }: FactsFor<typeof startNeeds>,
): Decided<'SessionStart', 'reply', 'context'>[] {
  const active = settings.learn.enabled ? inForce(lessons, project) : []
  if (active.length === 0) return []
  const passages = instructions.flatMap(passagesOf).map(statementOf)
  const isGiven = ({ text }: Lesson) => passages.some((passage) => isSaidIn(statementOf(quotable(text)), passage))
  const given = active.filter(isGiven).map(({ id }) => heardMark(id))
  const heard = { texts: instructions }
  const items = lessonLines(active, at)
  return [
    { kind: 'context', type: 'reminder', rank: RANK, head: LESSON_HEAD, items, most: MOST, heard },
    ...(given.length > 0 ? [{ kind: 'emit', name: 'Warned', n: 0, body: { of: given } } as const] : []),
  ]
}

/** A subagent has not heard what its session was told: rules about calls, and about what the person asked last. */
function forSubagent(
  { at, project }: EventOf<'SubagentStart'>,
  { settings, lessons, prompts }: FactsFor<typeof subagentNeeds>,
): Decided<'SubagentStart', 'reply', 'context'>[] {
  const told = settings.subagents.context
  const active = told !== 'none' && settings.learn.enabled ? inForce(lessons, project) : []
  if (active.length === 0) return []
  const topic = topicOf(prompts.map(({ text }) => text).join(' '))
  const isDue = (lesson: Lesson) => told === 'full' || callRuleOf(lesson) !== undefined || concerns(lesson, topic)
  const items = lessonLines(active.filter(isDue), at)
  return items.length === 0
    ? []
    : [{ kind: 'context', type: 'reminder', rank: RANK, head: LESSON_HEAD, items, most: MOST }]
}

/** Lessons that the prompt is about, unless the session knows them. */
function withPrompt(
  { at, prompt, project }: EventOf<'UserPromptSubmit'>,
  { settings, lessons, told, strain }: FactsFor<typeof promptNeeds>,
): Decided<'UserPromptSubmit', 'reply', 'context'>[] {
  const active = settings.learn.enabled ? inForce(lessons, project) : []
  if (active.length === 0) return []
  const topic = topicOf(prompt)
  const known = new Set([...told.ids, ...active.flatMap(({ id }) => (strain.warned.includes(heardMark(id)) ? id : []))])
  // What this very prompt teaches need not be told with it
  const due = active.filter((lesson) => !known.has(lesson.id) && lesson.at < at && concerns(lesson, topic))
  const items = lessonLines(due, at)
  if (items.length === 0) return []
  return [{ kind: 'context', type: 'reminder', rank: RANK, head: LESSON_HEAD, items, most: MOST_WITH_PROMPT }]
}

function appliedBeforeCall(
  event: EventOf<'PreToolUse'>,
  { settings, lessons, strain }: FactsFor<typeof callNeeds>,
): Decided<'PreToolUse', 'reply', 'context' | 'note' | 'ask' | 'rewrite'>[] {
  if (!settings.learn.enabled) return []
  const { broken, instead } = checkCall(event, lessons)
  if (broken.length === 0) return []
  if (instead !== undefined && isUncut(event)) return rewrittenCall(event, broken, instead)
  const fresh = broken.filter(({ lesson }) => !strain.warned.includes(brokenMark(lesson.id)))
  const [mild, grave] = [fresh.filter(({ isMild }) => isMild), fresh.filter(({ isMild }) => !isMild)]
  const [first] = grave
  const lines = callLines(lessonsOf(mild), event.at)
  return [
    ...(first ? [{ kind: 'ask', reason: askReason(lessonsOf(grave), first.what, event.at) } as const] : []),
    ...(lines.length > 0
      ? [{ kind: 'context', type: 'reminder', rank: RANK, head: CALL_HEAD, items: lines } as const]
      : []),
  ]
}

/** A command with a private passage is known only in part, and is not rewritten. */
const isUncut = ({ act, input }: EventOf<'PreToolUse'>): boolean =>
  act.kind === 'shell' && Object.values((input ?? {}) as object).includes(act.command)

function rewrittenCall(
  { act, at }: EventOf<'PreToolUse'>,
  broken: readonly BrokenRule[],
  command: string,
): Decided<'PreToolUse', 'reply', 'context' | 'note' | 'rewrite'>[] {
  if (act.kind !== 'shell') return []
  const lessons = lessonsOf(broken)
  return [
    { kind: 'rewrite', act: { ...act, command }, reason: 'a rule of the user' },
    { kind: 'note', text: rewriteNote(lessons, act.command, command), rank: NOTE_RANK },
    {
      kind: 'context',
      type: 'reminder',
      rank: RANK,
      head: CALL_HEAD,
      items: callLines(lessons, at, command),
    },
  ]
}

const lessonsOf = (broken: readonly BrokenRule[]): Lesson[] => broken.map(({ lesson }) => lesson)
