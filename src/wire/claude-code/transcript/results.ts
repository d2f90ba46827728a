import { contentText, isObject } from '../fields.ts'
import { withoutOriginal } from '../written.ts'
import { blocksOf, type Line, textIn } from './line.ts'
import { forget, type PendingCall, recall, type Spot, type Thread } from './state.ts'
import { by, emitEvent, type Reading } from './told.ts'
import { endTurn } from './turns.ts'

type Fields = Readonly<Record<string, unknown>>

const REJECTED = /^The user doesn't want to (?:proceed with this tool use|take this action right now)/
const PERSONS_WORDS = /the user said:\n([\s\S]*)$/
const SUBAGENT = new Set(['Task', 'Agent'])
const WRAPPED = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/

/** The results of calls; false if a call is unknown, so that nothing can be said about it. */
export function resultLine(reading: Reading, line: Line, thread: Thread, spot: Spot): boolean {
  const results = blocksOf(line.content).filter(({ type }) => type === 'tool_result')
  // The structured response belongs to the line, so it covers only one call
  const response = results.length === 1 ? line.fields.toolUseResult : undefined
  moved(reading, line, thread, spot)
  return results.map((block) => result(reading, { line, thread, spot, block, response })).every(Boolean)
}

/** A call changed the agent's folder. */
function moved(reading: Reading, { cwd }: Line, thread: Thread, spot: Spot): void {
  const { state } = reading
  if (thread.agent || cwd === undefined || state.cwd === undefined || cwd === state.cwd) return
  emitEvent(reading, spot, { hook_event_name: 'CwdChanged', old_cwd: state.cwd, new_cwd: cwd, ...by(thread) })
}

interface Result {
  readonly line: Line
  readonly thread: Thread
  readonly spot: Spot
  readonly block: Fields
  readonly response: unknown
}

function result(reading: Reading, { line, thread, spot, block, response }: Result): boolean {
  const id = textIn(block, 'tool_use_id')
  const call = recall(reading.state.calls, id)
  if (id === undefined || !call) return false
  forget(reading.state.calls, id)
  // In the main file of old versions, nothing else records that a subagent has ended
  if (SUBAGENT.has(call.tool)) for (const chain of Object.values(reading.state.chains)) endTurn(reading, chain)
  const { tool_input: input, tool_response } = withoutOriginal({ tool_input: call.input, tool_response: response })
  emitEvent(reading, spot, {
    ...callOf({ ...call, input }, id, thread),
    ...outcome(line.fields, block, tool_response),
  })
  return true
}

const callOf = ({ tool, input, prompt }: PendingCall, id: string, { agent }: Thread) => ({
  ...by({ prompt, agent }),
  tool_name: tool,
  tool_input: input,
  tool_use_id: id,
})

function outcome(line: Fields, block: Fields, response: unknown): Fields {
  if (block.is_error !== true) return { hook_event_name: 'PostToolUse', tool_response: response ?? block.content }
  const text = contentText(block.content)
  if (isInterrupted(line, text)) return { hook_event_name: 'PostToolUseFailure', error: text, is_interrupt: true }
  if (isDenied(line, text)) {
    const said = saidOf(line, text)
    return { hook_event_name: 'PermissionDenied', reason: said || text, said }
  }
  return { hook_event_name: 'PostToolUseFailure', error: WRAPPED.exec(text)?.[1] ?? text, is_interrupt: false }
}

/** Escape in the middle of a call: the host records it as a rejection, but nobody was asked. */
const isInterrupted = (line: Fields, text: string): boolean =>
  text.startsWith('[Request interrupted by user') ||
  (line.toolDenialKind === 'user-rejected' &&
    line.toolDenialBeforeRun !== true &&
    !isObject(line.permissionDecision) &&
    REJECTED.test(text))

const isDenied = (line: Fields, text: string): boolean =>
  textIn(line, 'toolDenialKind') !== undefined ||
  (isObject(line.permissionDecision) && line.permissionDecision.decision === 'reject') ||
  REJECTED.test(text)

/** The words of the person who refused the call, possibly none; undefined if nobody did. */
function saidOf(line: Fields, text: string): string | undefined {
  const isPersons =
    line.toolDenialKind === undefined
      ? REJECTED.test(text) || isObject(line.permissionDecision)
      : line.toolDenialKind === 'user-rejected'
  if (!isPersons || line.toolDenialUnanswered === true || line.toolDenialFromHost === true) return undefined
  return textIn(line, 'userFeedback') ?? (REJECTED.test(text) ? PERSONS_WORDS.exec(text)?.[1] : undefined) ?? ''
}
