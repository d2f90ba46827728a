import { isObject } from '../fields.ts'
import { blocksOf, contentWords, type Line, textIn } from './line.ts'
import { takenPrompts } from './queue.ts'
import { type PendingCall, remember, type Spot, type Thread } from './state.ts'
import { by, emitEvent, type Reading } from './told.ts'
import { endTurn, rest } from './turns.ts'
import { noteUse } from './usage.ts'

type Fields = Readonly<Record<string, unknown>>

/** No batch seen so far had more than a few dozen. */
const MOST_CALLS = 100
/** The host's own messages, in the format of the model's. */
const SYNTHETIC = '<synthetic>'

/** The model's messages and calls, usually one block on each line; API errors appear here, too. */
export function assistantLine(reading: Reading, line: Line, thread: Thread, spot: Spot): void {
  const message = isObject(line.fields.message) ? line.fields.message : {}
  // After a resume, the last line may be repeated
  const again = thread.stopped && line.uuid !== undefined && line.uuid === thread.lastLine
  if (line.fields.isApiErrorMessage === true) apiError(reading, line, thread, spot)
  else if (message.model !== SYNTHETIC && !again) modelLine(reading, line, thread, spot, message)
}

function modelLine(reading: Reading, line: Line, thread: Thread, spot: Spot, message: Fields): void {
  reading.state.model = textIn(message, 'model') ?? reading.state.model
  if (thread === reading.state.main) noteUse(reading.state, line, message)
  const type = textIn(line.fields, 'attributionAgent')
  if (thread.agent && type) thread.agent = { ...thread.agent, type }
  if (thread === reading.state.main) takenPrompts(reading)
  thread.stopped = false
  thread.lastLine = line.uuid
  for (const block of blocksOf(line.content)) if (block.type === 'tool_use') called(reading, block, thread)
  readAnswer(line, thread, spot, message.stop_reason)
}

function called({ state }: Reading, block: Fields, thread: Thread): void {
  const id = textIn(block, 'id')
  const call: PendingCall = { tool: textIn(block, 'name') ?? '', input: block.input, prompt: thread.prompt }
  if (id !== undefined) remember(state.calls, id, call, MOST_CALLS)
  thread.last = undefined
}

/**
 * Old versions never say why the model stopped, so its last message may be the end of the turn until a call follows.
 */
function readAnswer(line: Line, thread: Thread, spot: Spot, stopReason: unknown): void {
  const calls = blocksOf(line.content).some(({ type }) => type === 'tool_use')
  const text = calls || stopReason === 'tool_use' ? '' : contentWords(line.content)
  if (text !== '') thread.last = { text, spot }
  thread.running = stopReason !== 'end_turn'
}

function apiError(reading: Reading, line: Line, thread: Thread, spot: Spot): void {
  endTurn(reading, thread)
  if (!thread.agent) {
    const error = textIn(line.fields, 'error') ?? 'unknown'
    const payload = { hook_event_name: 'StopFailure', error, last_assistant_message: contentWords(line.content) }
    emitEvent(reading, spot, { ...payload, ...by(thread) })
  }
  rest(thread)
}
