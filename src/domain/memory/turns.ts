import { type CheckOutcome, outcomesOf } from '../checks/outcome.ts'
import type { Event } from '../events.ts'
import type { EventRecord, RecordDraft } from '../nouns/event.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import { eventRecord } from './record.ts'

/** An event in a turn, stored or about to be. A call carries the results of the checks it ran. */
export type TurnEvent = (RecordDraft | EventRecord) & { readonly checks?: readonly CheckOutcome[] | undefined }

/** A prompt and everything that followed it, as far as known. */
export interface Turn {
  /** Identifies the turn in ids: the host's prompt id, otherwise the id of its first event. */
  readonly key: string
  readonly session: string
  readonly project: string
  readonly agentId?: string | undefined
  readonly promptId?: string | undefined
  /** Its prompts, without machine-generated text. */
  readonly prompts: readonly Prompt[]
  /** The heading of the plan that it carries out or that it presented to the person; empty if there is none. */
  readonly plan: string
  /** Its tool calls, in order. */
  readonly calls: readonly TurnEvent[]
  /** The agent's final message (the longest, if there are several), and the agent's last message before this turn. */
  readonly message: string
  readonly before: string
  readonly events: readonly TurnEvent[]
  readonly endedAt: number
}

/** Splits a session's events, oldest first, at its prompts. Linear. */
export function turnsOf(events: readonly TurnEvent[], prompts: readonly Prompt[]): Turn[] {
  const byEvent = new Map(prompts.map((prompt) => [prompt.event, prompt]))
  const groups = new Map<string, TurnEvent[]>()
  let key = ''
  for (const event of events) {
    key = event.promptId ?? (event.name === 'UserPromptSubmit' || key === '' ? event.id : key)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  let before = ''
  return [...groups].map(([each, group]) => {
    const turn = toTurn(each, group, byEvent, before)
    if (turn.message !== '') before = turn.message
    return turn
  })
}

function toTurn(key: string, events: readonly TurnEvent[], byEvent: ReadonlyMap<string, Prompt>, before: string): Turn {
  const first = events[0] as TurnEvent
  const checks = outcomesOf(events)
  const calls = events.filter(({ name }) => CALLS.has(name))
  const prompts = events.flatMap(({ id }) => byEvent.get(id) ?? [])
  const own = prompts.filter(({ origin }) => origin !== 'machine')
  return {
    key,
    session: first.session,
    project: first.project,
    agentId: first.agentId,
    promptId: first.promptId,
    prompts: own,
    plan: planOf(own, calls),
    calls: checks.size === 0 ? calls : calls.map((call) => ({ ...call, checks: checks.get(call.id) })),
    message: events.reduce((longest, event) => longer(longest, lastMessage(event)), ''),
    before,
    events,
    endedAt: events.at(-1)?.at ?? 0,
  }
}

/** The heading of a turn's newest plan: one presented to the person by a call, otherwise one inside a prompt. */
function planOf(prompts: readonly Prompt[], calls: readonly TurnEvent[]): string {
  const laid = calls.filter(({ body }) => (body.act as { puts?: string } | undefined)?.puts === 'plan')
  const headings = [...prompts.map(({ text }) => planIn(text)), ...laid.map(({ input }) => planHeading(input ?? ''))]
  return headings.findLast((heading) => heading !== '') ?? ''
}

/** The heading of the plan in a prompt; empty if there is none. */
export const planIn = (prompt: string): string => (isPlan(prompt) ? planHeading(prompt) : '')

/** A prompt that is a document with a heading, or that announces one on its own line. */
const isPlan = (prompt: string): boolean => /^(?:[^\n]{0,120}:\s*\n\s*)?#{1,2} \S[^\n]*\n/.test(prompt.trimStart())

/** The first heading of a Markdown text, without the kind of text ("Plan: …"). */
export function planHeading(text: string): string {
  const heading = /^#{1,3}\s+(\S[^\n]{0,300})$/m.exec(text)?.[1] ?? ''
  const plain = heading.replace(/[#*_\s]+$/, '').replace(/^[*_]+/, '')
  return plain
    .replace(/^(?:(?:\w+ )?plan|proposal|design|task|rfc|spec)\s*(?:\d+\s*)?[:–—-]\s*(?=\S)/i, '')
    .replace(/(?<=\S \S+) plan$/i, '')
    .trim()
}

const CALLS = new Set(['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'])
const longer = (a: string, b: string): string => (b.length >= a.length ? b : a)

function lastMessage({ name, body }: TurnEvent): string {
  const message = name === 'Stop' || name === 'SubagentStop' || name === 'StopFailure' ? body.lastMessage : undefined
  return typeof message === 'string' ? message : ''
}

/** What is read of a turn, remembered by its last event: a turn that is over is asked for again at each later one. */
export function perTurn<T>(read: (turn: Turn) => T): (turn: Turn) => T {
  const known = new WeakMap<TurnEvent, { readonly length: number; readonly value: T }>()
  return (turn) => {
    const [last, length] = [turn.events.at(-1), turn.events.length]
    const before = last && known.get(last)
    if (before?.length === length) return before.value
    const value = read(turn)
    if (last !== undefined) known.set(last, { length, value })
    return value
  }
}

/** How many of a session's newest events are read; of a longer turn, only the end is seen. */
export const EVENTS_LOOKED_AT = 1000

/** What a session's turns are read from: those of one agent, or of the main one (null). */
export const turnNeeds = (session: string, agent: string | null = null) =>
  ({
    session: { fact: 'session', session },
    events: { fact: 'events', session, agent, limit: EVENTS_LOOKED_AT },
    prompts: { fact: 'prompts', session, limit: EVENTS_LOOKED_AT },
  }) as const

/** How many earlier turns are distilled late, at most. */
const MAX_MISSED = 3

/** A session's turns up to an event, including the event even if it is not stored yet. */
export function turnsUpTo(event: Event, events: readonly EventRecord[], prompts: readonly Prompt[]): Turn[] {
  const known: readonly TurnEvent[] = events.some(({ id }) => id === event.id)
    ? events
    : [...events, eventRecord(event)]
  return turnsOf(known, prompts)
}

/** The turn that an event closes: its own prompt's, otherwise the last. */
export function turnOf(event: Event, turns: readonly Turn[]): Turn | undefined {
  return turns.find(({ events }) => events.some(({ id }) => id === event.id)) ?? turns.at(-1)
}

/**
 * The turns to distil at an event: the one that it closes, and the latest earlier ones without observations, since an
 * interrupted turn has no end event. A prompt closes only what came before it.
 */
export function owedTurns(event: Event, turns: readonly Turn[], told: readonly Observation[]): Turn[] {
  const cited = new Set(told.flatMap(({ evidence }) => evidence))
  const closed = turnOf(event, turns)
  const missed = turns
    .filter((turn) => turn !== closed && !turn.events.some(({ id }) => cited.has(id)))
    .slice(-MAX_MISSED)
  return event.name === 'UserPromptSubmit' || closed === undefined ? missed : [...missed, closed]
}
