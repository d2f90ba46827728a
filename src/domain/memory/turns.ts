import { type CheckOutcome, outcomesOf } from '../checks/outcome.ts'
import type { Event } from '../events.ts'
import type { EventRecord, RecordDraft } from '../nouns/event.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import { recordOf } from './record.ts'

/** An event of a turn: kept, or about to be. A call brings how the checks came out that it ran. */
export type TurnEvent = (RecordDraft | EventRecord) & { readonly checks?: readonly CheckOutcome[] | undefined }

/** A prompt and all that followed it, as far as it is known. */
export interface Turn {
  /** Names the turn for ids: the host's prompt id, else the id of the event that began it. */
  readonly key: string
  readonly session: string
  readonly project: string
  readonly agentId?: string | undefined
  readonly promptId?: string | undefined
  /** What was asked in it, machine text apart. */
  readonly prompts: readonly Prompt[]
  /** The heading of the plan that it carries out, or that was laid before the person in it; empty where there is none. */
  readonly plan: string
  /** Calls of tools, in order. */
  readonly calls: readonly TurnEvent[]
  /** What the agent said at its end (the longest of several ends), and what it said before this was asked. */
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

/** The heading of the newest plan of a turn: one that a call laid before the person, else one that a prompt holds. */
function planOf(prompts: readonly Prompt[], calls: readonly TurnEvent[]): string {
  const laid = calls.filter(({ body }) => (body.act as { puts?: string } | undefined)?.puts === 'plan')
  const headings = [...prompts.map(({ text }) => planIn(text)), ...laid.map(({ input }) => headingOf(input ?? ''))]
  return headings.findLast((heading) => heading !== '') ?? ''
}

/** The heading of the plan that a prompt is; empty where it is none. */
export const planIn = (prompt: string): string => (isPlan(prompt) ? headingOf(prompt) : '')

/** A prompt that is a document with a heading, or says in a line of its own that one follows. */
const isPlan = (prompt: string): boolean => /^(?:[^\n]{0,120}:\s*\n\s*)?#{1,2} \S[^\n]*\n/.test(prompt.trimStart())

/** The first heading of a Markdown text, without what kind of text it is of ("Plan: …"). */
export function headingOf(text: string): string {
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

/** How many of a session's newest events are looked at; a longer turn is told from its end. */
export const EVENTS_LOOKED_AT = 1000
/** Turns before the last that are made good at most. */
const MAX_MISSED = 3

/** A session's turns up to an event, the event among them even where it is not stored yet. */
export function turnsUpTo(event: Event, events: readonly EventRecord[], prompts: readonly Prompt[]): Turn[] {
  const known: readonly TurnEvent[] = events.some(({ id }) => id === event.id) ? events : [...events, recordOf(event)]
  return turnsOf(known, prompts)
}

/** The turn that an event closes: its own prompt's, else the last. */
export function turnOf(event: Event, turns: readonly Turn[]): Turn | undefined {
  return turns.find(({ events }) => events.some(({ id }) => id === event.id)) ?? turns.at(-1)
}

/**
 * The turns to distil at an event: the one that it closes, and the latest before it of which nothing is told yet, since
 * a turn that was interrupted has no end of its own. A prompt closes only what was before it.
 */
export function owedTurns(event: Event, turns: readonly Turn[], told: readonly Observation[]): Turn[] {
  const cited = new Set(told.flatMap(({ evidence }) => evidence))
  const closed = turnOf(event, turns)
  const missed = turns
    .filter((turn) => turn !== closed && !turn.events.some(({ id }) => cited.has(id)))
    .slice(-MAX_MISSED)
  return event.name === 'UserPromptSubmit' || closed === undefined ? missed : [...missed, closed]
}
