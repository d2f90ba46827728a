import type { Line } from './line.ts'
import { newThread, type ReaderState, recall, remember, type Spot, type Thread } from './state.ts'
import { by, emitEvent, type Reading } from './told.ts'

const MOST_CHAINS = 16
const MOST_LINKS = 100

/** The position of a line. */
export function spotOf(state: ReaderState, line: Line, repeated: boolean): Spot {
  const { session = state.session, at = state.at, uuid, cwd = state.cwd } = line
  return { session, at, uuid, cwd, entrypoint: state.entrypoint, repeated }
}

/**
 * The conversation of a line. In the main file of old versions, a subagent's lines are identified by the line that they
 * follow.
 */
export function threadOf(state: ReaderState, line: Line): Thread {
  if (!line.sidechain || state.context.agent) return state.main
  const id = line.agent ?? recall(state.links, line.parent) ?? line.uuid ?? 'sidechain'
  if (line.uuid) remember(state.links, line.uuid, id, MOST_LINKS)
  const thread = recall(state.chains, id) ?? newThread({ id, type: '' })
  remember(state.chains, id, thread, MOST_CHAINS)
  return thread
}

/** Reports the end of a turn, if a message may have ended it and the end has not been reported yet. */
export function endTurn(reading: Reading, thread: Thread): void {
  const { last } = thread
  if (last) tellStop(reading, thread, last.spot)
}

/**
 * Reports the end of a turn, whether there was a message or not; unless nothing says which turn it was: the hook, which
 * knows, has reported it, and the two could not be recognised as one.
 */
export function tellStop(reading: Reading, thread: Thread, spot: Spot): void {
  if (thread.stopped) return
  const { last, agent, active, prompt } = thread
  if (agent || prompt !== undefined)
    emitEvent(reading, last?.spot ?? spot, {
      hook_event_name: agent ? 'SubagentStop' : 'Stop',
      stop_hook_active: active,
      last_assistant_message: last?.text,
      ...by(thread),
      ...(agent && { agent_transcript_path: reading.state.context.transcript }),
    })
  rest(thread)
}

/** Marks the turn as over, with no end left to report. */
export function rest(thread: Thread): void {
  thread.last = undefined
  thread.stopped = true
  thread.running = false
}

/** A turn begins. */
export function work(thread: Thread, prompt: string | undefined): void {
  thread.prompt = prompt
  thread.begun = true
  thread.active = false
  thread.stopped = false
  thread.running = true
}

/** The client left the session, so its unfinished work will never be reported. */
export function leave(state: ReaderState): void {
  state.left = state.began
  state.calls = {}
  state.queue = state.queue.filter(({ taken }) => taken)
}

/**
 * Drops calls from before the previous prompt: results of an interrupted call may still arrive after the next prompt.
 */
export function forgetLostCalls(state: ReaderState): void {
  const running = Object.entries(state.calls).filter(([, { prompt }]) => prompt === state.main.prompt)
  state.calls = Object.fromEntries(running)
}

/** A subagent got a prompt: its first one starts it, and so does every message to a member of a team; others continue it. */
export function askAgent(
  reading: Reading,
  thread: Thread,
  spot: Spot,
  { promptId, isMessage }: { readonly promptId: string | undefined; readonly isMessage: boolean },
): void {
  const starts = isMessage || !thread.begun
  endTurn(reading, thread)
  work(thread, promptId ?? thread.prompt ?? reading.state.main.prompt)
  if (starts) emitEvent(reading, spot, { hook_event_name: 'SubagentStart', ...by(thread) })
}
