import type { Answer } from '../../domain/answer.ts'
import type { EventName } from '../../domain/events.ts'
import type { AnswerField, Output } from './answers.ts'
import { hookEvents } from './events.ts'

/** An answer as the host's JSON: what the event does not admit is left out, and nothing is ever allowed. */
export function encode(event: EventName, answer: Answer): object {
  const outputs = admitted(event, answer)
  const own = Object.assign({}, ...outputs.map((output) => output.own))
  const top = Object.assign({}, ...outputs.map((output) => output.top))
  return Object.keys(own).length === 0 ? top : { ...top, hookSpecificOutput: { hookEventName: event, ...own } }
}

function admitted(event: EventName, answer: Answer): Output[] {
  const row = Object.hasOwn(hookEvents, event) ? hookEvents[event as keyof typeof hookEvents] : undefined
  // A denied call is neither asked about nor rewritten
  const said: Answer = answer.deny ? { ...answer, ask: '', rewrite: undefined } : answer
  return Object.entries(row?.answers ?? {}).flatMap(([kind, field]) => {
    const value = said[kind as keyof Answer]
    return isSaid(value) ? [(field as AnswerField<keyof Answer>)(value as never)] : []
  })
}

const isSaid = (value: Answer[keyof Answer]): boolean =>
  typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value !== undefined
