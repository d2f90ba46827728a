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
import type { EventOf } from '../../domain/events.ts'
import type { BeforeCall } from '../../domain/facts.ts'
import type { Strain, Told } from '../../domain/folds.ts'
import { type BrokenRule, brokenMark, checkCall } from '../../domain/learning/call-check.ts'
import { concerns, heardMark, topicOf } from '../../domain/learning/meaning.ts'
import { callRuleOf, FORBIDDEN } from '../../domain/learning/named-calls.ts'
import { inForce } from '../../domain/learning/settling.ts'
import { isSaidIn, passagesOf, statementOf } from '../../domain/memory/near-duplicates.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Prompt } from '../../domain/nouns/prompt.ts'
import { quotable } from '../../domain/quote.ts'
import type { Settings } from '../../domain/settings.ts'

/** Above everything else that a session starts with. */
const RANK = 90
/** The most lessons told at a session's start, and with a prompt. */
const MOST = 5
const MOST_WITH_PROMPT = 2
/** What ran in place of a command is told before anything that can wait. */
const NOTE_RANK = 20

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
      needs: ({ project }) =>
        ({
          settings: { fact: 'settings' },
          lessons: { fact: 'lessons', project },
          instructions: { fact: 'instructions', project },
        }) as const,
      decide: (event, facts) => atStart(event, facts),
    }),
    on('SubagentStart', {
      lane: 'reply',
      weight: weights.rule,
      onFailure: 'pass',
      answers: ['context'],
      toApart: true,
      needs: ({ project, session }) =>
        ({
          settings: { fact: 'settings' },
          lessons: { fact: 'lessons', project },
          prompts: { fact: 'prompts', session, limit: 1 },
        }) as const,
      decide: (event, facts) => forSubagent(event, facts),
    }),
    on('UserPromptSubmit', {
      lane: 'reply',
      weight: weights.rule,
      onFailure: 'pass',
      answers: ['context'],
      needs: ({ project, session, origin, isPrivate, prompt }) => {
        if (origin === 'machine' || isPrivate || prompt.trimStart().startsWith('/')) return undefined
        return {
          settings: { fact: 'settings' },
          lessons: { fact: 'lessons', project },
          told: { fact: 'told', scope: session },
          strain: { fact: 'strain', scope: session },
        } as const
      },
      decide: (event, facts) => withPrompt(event, facts),
    }),
    on('PreToolUse', {
      lane: 'reply',
      weight: weights.rule,
      due: FORBIDDEN,
      onFailure: 'pass',
      answers: ['context', 'note', 'ask', 'rewrite'],
      needs: ({ project, session }) =>
        ({
          settings: { fact: 'settings' },
          lessons: { fact: 'lessons', project },
          strain: { fact: 'strain', scope: session },
        }) as const,
      decide: (event, facts) => appliedBeforeCall(event, facts),
    }),
    on('PostToolUse', unheeded()),
    // A call that failed was made, too
    on('PostToolUseFailure', unheeded()),
  ],
})

/** A rule that should have changed a call, or asked about it, either acts or the person is told that it did not. */
function unheeded() {
  return {
    lane: 'reply',
    weight: weights.rule,
    due: FORBIDDEN,
    onFailure: 'pass',
    answers: ['note'],
    needs: ({ project, via, toolUseId, at, durationMs = 0 }: Made) =>
      via === 'hook'
        ? ({
            settings: { fact: 'settings' },
            lessons: { fact: 'lessons', project },
            before: { fact: 'beforeCall', toolUseId, beganAt: at - durationMs },
          } as const)
        : undefined,
    decide: (event: Made, facts: Known & { readonly before: BeforeCall }) => notHeeded(event, facts),
  } as const
}

type Made = EventOf<'PostToolUse' | 'PostToolUseFailure'>

/** How long a client may take to ask about the calls that a rule names, after it was taught. */
const NOTICED_MS = 5_000

function notHeeded(
  event: Made,
  { settings, lessons, before }: Known & { readonly before: BeforeCall },
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

interface Known {
  readonly settings: Settings
  readonly lessons: readonly Lesson[]
}

function atStart(
  { at, project }: EventOf<'SessionStart'>,
  { settings, lessons, instructions }: Known & { readonly instructions: readonly string[] },
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
  { settings, lessons, prompts }: Known & { readonly prompts: readonly Prompt[] },
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
  { settings, lessons, told, strain }: Known & { readonly told: Told; readonly strain: Strain },
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
  { settings, lessons, strain }: Known & { readonly strain: Strain },
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
