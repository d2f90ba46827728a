import type { Step, TranscriptContext, TranscriptEvent } from '../../host-transcripts.ts'
import { startDir } from '../codec.ts'
import { assistantLine } from './assistant.ts'
import { attachmentOf, besideLine, isBeside, kindOf, NAMES, tellTitle, titleBegun, UNREAD } from './beside.ts'
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
  if (!line) return { state: before, told: [], kind: 'no object', ignored: 'no object' }
  const kind = kindOf(line)
  const handler = handlerOf(kind)
  if (!handler) return other(before, line, kind, repeated)
  const reading: Reading = { state: copyOf(before), told: [] }
  noteLine(reading.state, line, repeated)
  const spot = spotOf(reading.state, line, repeated)
  open(reading, line, spot)
  if (settles(reading, line)) settleCompaction(reading)
  const ignored = handler(reading, line, spot)
  // Only now: the first prompt may be private
  titleBegun(reading, spot)
  if (!line.sidechain) reading.state.cwd = line.cwd ?? reading.state.cwd
  return { state: reading.state, told: reading.told, kind, ignored }
}

/**
 * The remaining events at the end of a transcript. If the file grows later, reading continues from the returned state.
 */
export function endTranscript(before: ReaderState): Omit<Step<ReaderState>, 'kind'> {
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
export function isResting({ main, chains, calls, queue, compaction, title }: ReaderState): boolean {
  const threads = [main, ...Object.values(chains)]
  return (
    !compaction && !title && queue.length === 0 && Object.keys(calls).length === 0 && threads.every(({ last }) => !last)
  )
}

type Handler = (reading: Reading, line: Line, spot: Spot) => string | undefined

/** The kinds of line that are evidence, besides those of `beside`. */
const handlers: Readonly<Record<string, Handler>> = {
  user: (reading, line, spot) =>
    afterBoundary(reading, line) ? undefined : userLine(reading, line, threadOf(reading.state, line), spot),
  assistant: (reading, line, spot) => {
    assistantLine(reading, line, threadOf(reading.state, line), spot)
    return undefined
  },
  'system/compact_boundary': (reading, line, spot) => {
    compactBoundary(reading, line, spot)
    return undefined
  },
  'system/stop_hook_summary': (reading, line, spot) => {
    tellStop(reading, threadOf(reading.state, line), spot)
    return undefined
  },
  'system/turn_duration': (reading, line) => {
    endTurn(reading, threadOf(reading.state, line))
    return undefined
  },
  'system/local_command': (reading, line, spot) => {
    const command = slashCommand(contentWords(line.fields.content))
    return command?.name === 'rename' && tellTitle(reading, command.args, 'person', spot) ? undefined : kindOf(line)
  },
  'attachment/queued_command': (reading, line, spot) => {
    if (line.sidechain) return kindOf(line)
    queuedCommand(reading, attachmentOf(line.fields), spot)
    return undefined
  },
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

/** What people call lines of a kind; empty if nothing is read from them besides messages, undefined if it is unknown. */
export function kindSaid(kind: string): string | undefined {
  if (Object.hasOwn(NAMES, kind)) return NAMES[kind]
  return UNREAD.has(kind) || Object.hasOwn(handlers, kind) || kind.startsWith('attachment/hook_') ? '' : undefined
}

function handlerOf(kind: string): Handler | undefined {
  if (Object.hasOwn(handlers, kind)) return handlers[kind]
  if (isBeside(kind)) return (reading, line, spot) => (besideLine(reading, line, spot) ? undefined : kind)
  if (kind.startsWith('attachment/hook_')) return hookAnswer
  return kind.startsWith('system/') || kind.startsWith('attachment/') ? () => kind : undefined
}

/** The answer of a hook at the start of a session says how the session began. */
function hookAnswer({ state }: Reading, line: Line, spot: Spot): string | undefined {
  const [hook, source] = (textIn(attachmentOf(line.fields), 'hookName') ?? '').split(':')
  if (hook !== 'SessionStart' || !source || spot.repeated || state.began) return kindOf(line)
  state.source = source
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
function other(before: ReaderState, line: Line, kind: string, repeated: boolean): Step<ReaderState> {
  const { content = line.fields.content } = line
  const ignored = kind || 'no type'
  if (!line.uuid || kind === '' || UNREAD.has(kind) || contentWords(content) === '')
    return { state: before, told: [], kind, ignored }
  const reading: Reading = { state: copyOf(before), told: [] }
  emitEvent(reading, spotOf(before, line, repeated), { ...line.fields, hook_event_name: `transcript ${line.type}` })
  return { state: reading.state, told: reading.told, kind }
}

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
