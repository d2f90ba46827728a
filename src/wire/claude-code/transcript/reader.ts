import type { Step, TranscriptContext, TranscriptEvent } from '../../host-transcripts.ts'
import { startDir } from '../codec.ts'
import { isObject } from '../fields.ts'
import { assistantLine } from './assistant.ts'
import { afterBoundary, compactBoundary, settleCompaction } from './compaction.ts'
import { contentWords, type Line, readLine, slashCommand, textIn } from './line.ts'
import { queuedCommand, queueLine, takenPrompts } from './queue.ts'
import { copyOf, idsOf, type ReaderState, recall, type Spot } from './state.ts'
import { by, emitEvent, type Reading } from './told.ts'
import { endTurn, leave, spotOf, tellStop, threadOf } from './turns.ts'
import { userLine } from './user.ts'

/**
 * Reads one value of a transcript: returns the events that the hooks would have reported. `repeated`: its uuid was
 * first read in another session (a fork), so it updates the state without producing events. Total over all JSON values.
 */
export function nextValue(before: ReaderState, value: unknown, repeated = false): Step<ReaderState> {
  const line = readLine(value)
  if (!line) return { state: before, told: [], ignored: 'no object' }
  const handler = Object.hasOwn(handlers, line.type) ? handlers[line.type] : undefined
  if (!handler) return other(before, line, repeated)
  const reading: Reading = { state: copyOf(before), told: [] }
  noteLine(reading.state, line, repeated)
  const spot = spotOf(reading.state, line, repeated)
  open(reading, line, spot)
  if (settles(reading, line)) settleCompaction(reading)
  const ignored = handler(reading, line, spot)
  if (!line.sidechain) reading.state.cwd = line.cwd ?? reading.state.cwd
  return { state: reading.state, told: reading.told, ignored }
}

/**
 * The remaining events at the end of a transcript. If the file grows later, reading continues from the returned state.
 */
export function endTranscript(before: ReaderState): Step<ReaderState> {
  const reading: Reading = { state: copyOf(before), told: [] }
  const { state } = reading
  settleCompaction(reading)
  takenPrompts(reading)
  for (const thread of Object.values(state.chains)) endTurn(reading, thread)
  endTurn(reading, state.main)
  return { state, told: reading.told }
}

/**
 * Whether a state contains no text from the transcript, private or not: only such a state may be stored, with its
 * position in the file. Events after it are produced again, with the same ids.
 */
export function isResting({ main, chains, calls, queue, compaction }: ReaderState): boolean {
  const threads = [main, ...Object.values(chains)]
  return !compaction && queue.length === 0 && Object.keys(calls).length === 0 && threads.every(({ last }) => !last)
}

type Handler = (reading: Reading, line: Line, spot: Spot) => string | undefined

/** The types of line that are evidence. */
const handlers: Readonly<Record<string, Handler>> = {
  user: (reading, line, spot) =>
    afterBoundary(reading, line) ? undefined : userLine(reading, line, threadOf(reading.state, line), spot),
  assistant: (reading, line, spot) => {
    assistantLine(reading, line, threadOf(reading.state, line), spot)
    return undefined
  },
  attachment: attachmentLine,
  system: systemLine,
  'queue-operation': (reading, line, spot) => {
    queueLine(reading, line, spot)
    return undefined
  },
  // The client writes a session's cost when it leaves the session
  'cost-state': ({ state }) => {
    leave(state)
    return undefined
  },
}

function systemLine(reading: Reading, line: Line, spot: Spot): string | undefined {
  const thread = threadOf(reading.state, line)
  const kind = textIn(line.fields, 'subtype') ?? ''
  if (kind === 'compact_boundary') compactBoundary(reading, line, spot)
  else if (kind === 'stop_hook_summary') tellStop(reading, thread, spot)
  else if (kind === 'turn_duration') endTurn(reading, thread)
  else return `system: ${kind}`
  return undefined
}

function attachmentLine(reading: Reading, line: Line, spot: Spot): string | undefined {
  const attachment = isObject(line.fields.attachment) ? line.fields.attachment : {}
  const kind = textIn(attachment, 'type') ?? ''
  const [hook, source] = (textIn(attachment, 'hookName') ?? '').split(':')
  if (kind === 'queued_command' && !line.sidechain) queuedCommand(reading, attachment, spot)
  else if (hook === 'SessionStart' && source && !spot.repeated && !reading.state.began) reading.state.source = source
  else return `attachment: ${kind}`
  return undefined
}

/** Updates the state from fields that every line of a conversation has. */
function noteLine(state: ReaderState, line: Line, repeated: boolean): void {
  state.session ||= line.session ?? ''
  state.at = line.at ?? state.at
  if (state.startDir === undefined && line.cwd !== undefined) state.startDir = transcriptDir(state.context, line.cwd)
  state.version = textIn(line.fields, 'version') ?? state.version
  state.branch = textIn(line.fields, 'gitBranch') ?? state.branch
  state.entrypoint = textIn(line.fields, 'entrypoint') ?? state.entrypoint
  state.copied ||= repeated
}

/** Where the session began: a subagent may begin in any subfolder, and its file is in its session's folder. */
function transcriptDir({ transcript, agent }: TranscriptContext, cwd: string): string | undefined {
  const place = startDir(cwd, transcript?.replace(/[\\/]subagents[\\/][^\\/]*$/, '.jsonl'))
  return place ?? (agent ? undefined : cwd)
}

/** The session begins with the first line of its own; in a fork, another session's lines come first. */
function open(reading: Reading, line: Line, spot: Spot): void {
  const { state } = reading
  if (state.began || state.context.agent || spot.repeated || line.meta || line.sidechain) return
  if (line.type !== 'user' && line.type !== 'assistant') return
  state.began = true
  const cleared = line.type === 'user' && slashCommand(contentWords(line.content))?.name === 'clear'
  const source = state.source ?? (state.copied ? 'fork' : cleared ? 'clear' : 'startup')
  const transcript_path = state.context.transcript
  emitEvent(reading, spot, { hook_event_name: 'SessionStart', source, transcript_path })
}

/** Whether a line can no longer belong to the preceding compaction. */
function settles({ state }: Reading, line: Line): boolean {
  if (!state.compaction || line.sidechain) return false
  if (line.type === 'assistant') return true
  if (line.type !== 'user' || line.meta || line.fields.isCompactSummary === true) return false
  return slashCommand(contentWords(line.content))?.name !== 'compact'
}

/** A line of an unknown type is stored if it is part of the conversation and has text. */
function other(before: ReaderState, line: Line, repeated: boolean): Step<ReaderState> {
  const { content = line.fields.content } = line
  const ignored = line.type || 'no type'
  if (!line.uuid || QUIET.has(line.type) || contentWords(content) === '') return { state: before, told: [], ignored }
  const reading: Reading = { state: copyOf(before), told: [] }
  emitEvent(reading, spotOf(before, line, repeated), { ...line.fields, hook_event_name: `transcript ${line.type}` })
  return { state: reading.state, told: reading.told }
}

/** Progress of a running call, which its result and the subagent's own file repeat. */
const QUIET = new Set(['', 'progress'])

/**
 * The events before the calls that a value began, as the hook would have reported them; a transcript only has the calls
 * and their results. The states are those before and after the value.
 */
export function momentsBefore(
  { calls: known }: ReaderState,
  after: ReaderState,
  value: unknown,
  repeated = false,
): readonly TranscriptEvent[] {
  const begun = idsOf(after.calls).filter((id) => recall(known, id) === undefined)
  const line = readLine(value)
  if (begun.length === 0 || !line) return []
  const reading: Reading = { state: copyOf(after), told: [] }
  const spot = spotOf(reading.state, line, repeated)
  const thread = threadOf(reading.state, line)
  for (const id of begun) {
    const { tool, input, prompt } = recall(after.calls, id) ?? {}
    const called = { tool_name: tool, tool_input: input, tool_use_id: id }
    emitEvent(reading, spot, { hook_event_name: 'PreToolUse', ...by({ prompt, agent: thread.agent }), ...called })
  }
  return reading.told
}
