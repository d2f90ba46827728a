import { outcomesOfCall } from '../../src/domain/checks/judge.ts'
import type { Classification } from '../../src/domain/classification.ts'
import { classify } from '../../src/domain/classify.ts'
import type { Event, EventMap, EventName, EventOf } from '../../src/domain/events.ts'
import { deriveId } from '../../src/domain/identity.ts'
import { eventRecord } from '../../src/domain/memory/record.ts'
import type { TurnEvent } from '../../src/domain/memory/turns.ts'
import type { Prompt } from '../../src/domain/nouns/prompt.ts'
import type { Act } from '../../src/domain/tool.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'

export const ROOT = '/home/dev/app'
export const T0 = Date.UTC(2026, 0, 9, 10, 0)

/** An event as the engine creates it, classified. */
export function eventOf<E extends EventName>(name: E, body: EventMap[E], envelope: Partial<Event> = {}): EventOf<E> {
  const id = envelope.id ?? deriveId('e', name, JSON.stringify(body), envelope.at ?? T0)
  const event = { session: 's1', project: 'p1', host: 'claude-code', via: 'hook', cwd: ROOT, at: T0, ...envelope }
  const whole = { ...event, name, ...body, id, identity: id } as unknown as Omit<Event, 'classification'>
  return { ...whole, classification: classify(whole, claudeCode.files) } as unknown as EventOf<E>
}

/** A successful call. */
export const done = (act: Act, text = '', envelope: Partial<Event> = {}, patch?: string): EventOf<'PostToolUse'> =>
  eventOf(
    'PostToolUse',
    { tool: toolOf(act), toolUseId: 't1', act, input: {}, result: { text, ...(patch === undefined ? {} : { patch }) } },
    envelope,
  )

/** A failed call. */
export const failed = (act: Act, error: string, exitCode = 1): EventOf<'PostToolUseFailure'> =>
  eventOf('PostToolUseFailure', {
    tool: toolOf(act),
    toolUseId: 't1',
    act,
    input: {},
    error,
    exitCode,
    interrupted: false,
  })

const toolOf = ({ kind }: Act): string =>
  ({ shell: 'Bash', edit: 'Edit', write: 'Write', read: 'Read' })[kind as string] ?? 'Tool'

export const shell = (command: string): Act => ({ kind: 'shell', command })
export const read = (path: string): Act => ({ kind: 'read', path })
export const edit = (path: string, old: string, now: string): Act => ({
  kind: 'edit',
  path,
  changes: [{ old, new: now }],
})

/** The classification of a shell line. */
export const shellLine = (command: string, cwd: string = ROOT): Classification =>
  done(shell(command), '', { cwd }).classification

/** A described session: prompts, calls and final messages in order, a minute apart. */
export type Step = { asked: string; promptId?: string } | { said: string } | Event

/** The outcomes of the checks that a call ran, as stored after it. */
function outcomesAfter(call: Event): TurnEvent[] {
  if (call.name !== 'PostToolUse' && call.name !== 'PostToolUseFailure') return []
  const { session, at, promptId, agent } = call
  return outcomesOfCall(call, []).map((outcome, n) =>
    eventRecord(eventOf('Outcome', outcome, { session, at, promptId, agent, cause: call.id, id: `${call.id} ${n}` })),
  )
}

/** Events and prompts as the store would return them. */
export function story(steps: readonly Step[], session = 's1'): { events: TurnEvent[]; prompts: Prompt[] } {
  const prompts: Prompt[] = []
  let promptId: string | undefined
  const events = steps.flatMap((step, at): TurnEvent[] => {
    if ('asked' in step) promptId = step.promptId
    const envelope = { session, at: T0 + at * 60_000, ...(promptId === undefined ? {} : { promptId }) }
    const id = deriveId('e', session, at)
    if ('asked' in step) {
      const origin = step.asked.startsWith('<task-notification>') ? 'machine' : 'person'
      const { at: when } = envelope
      const prompt = { id: deriveId('p', id), session, project: 'p1', at: when, number: prompts.length + 1, event: id }
      prompts.push({ ...prompt, text: step.asked, origin, ...(promptId === undefined ? {} : { promptId }) })
      const asked = eventOf('UserPromptSubmit', { prompt: step.asked, isPrivate: false, origin }, { ...envelope, id })
      return [eventRecord(asked)]
    }
    if ('said' in step)
      return [eventRecord(eventOf('Stop', { active: false, lastMessage: step.said }, { ...envelope, id }))]
    const call = { ...step, ...envelope, id, identity: id } as Event
    return [eventRecord(call), ...outcomesAfter(call)]
  })
  return { events, prompts }
}
