import { type CheckOutcome, outcomesOf } from '../outcome.ts'
import type { EventRecord, Prompt, RecordDraft } from './nouns.ts'

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
    const turn = turnOf(each, group, byEvent, before)
    if (turn.message !== '') before = turn.message
    return turn
  })
}

function turnOf(key: string, events: readonly TurnEvent[], byEvent: ReadonlyMap<string, Prompt>, before: string): Turn {
  const first = events[0] as TurnEvent
  const checks = outcomesOf(events)
  const calls = events.filter(({ name }) => CALLS.has(name))
  const prompts = events.flatMap(({ id }) => byEvent.get(id) ?? [])
  return {
    key,
    session: first.session,
    project: first.project,
    agentId: first.agentId,
    promptId: first.promptId,
    prompts: prompts.filter(({ origin }) => origin !== 'machine'),
    calls: checks.size === 0 ? calls : calls.map((call) => ({ ...call, checks: checks.get(call.id) })),
    message: events.reduce((longest, event) => longer(longest, lastMessage(event)), ''),
    before,
    events,
    endedAt: events.at(-1)?.at ?? 0,
  }
}

const CALLS = new Set(['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'])
const longer = (a: string, b: string): string => (b.length >= a.length ? b : a)

function lastMessage({ name, body }: TurnEvent): string {
  const message = name === 'Stop' || name === 'SubagentStop' || name === 'StopFailure' ? body.lastMessage : undefined
  return typeof message === 'string' ? message : ''
}
