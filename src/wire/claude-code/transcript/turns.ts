import type { Line } from './line.ts'
import { newThread, type ReaderState, recall, remember, type Spot, type Thread } from './state.ts'
import { by, type Reading, tell } from './told.ts'

const MOST_CHAINS = 16
const MOST_LINKS = 100

/** Where a line stands. */
export function spotOf(state: ReaderState, line: Line, repeated: boolean): Spot {
  const { session = state.session, at = state.at, uuid, cwd = state.cwd } = line
  return { session, at, uuid, cwd, entrypoint: state.entrypoint, repeated }
}

/** Whose line it is. In the main file of old versions a subagent's lines are known by the line that they follow. */
export function threadOf(state: ReaderState, line: Line): Thread {
  if (!line.sidechain || state.context.agent) return state.main
  const id = line.agent ?? recall(state.links, line.parent) ?? line.uuid ?? 'sidechain'
  if (line.uuid) remember(state.links, line.uuid, id, MOST_LINKS)
  const thread = recall(state.chains, id) ?? newThread({ id, type: '' })
  remember(state.chains, id, thread, MOST_CHAINS)
  return thread
}

/** Tells that a turn ended, if something was said that ends one and it was not told before. */
export function endTurn(reading: Reading, thread: Thread): void {
  const { last } = thread
  if (last) tellStop(reading, thread, last.spot)
}

/** Tells that a turn ended, whether anything was said or not. */
export function tellStop(reading: Reading, thread: Thread, spot: Spot): void {
  if (thread.stopped) return
  const { last, agent, active } = thread
  tell(reading, last?.spot ?? spot, {
    hook_event_name: agent ? 'SubagentStop' : 'Stop',
    stop_hook_active: active,
    last_assistant_message: last?.text,
    ...by(thread),
    ...(agent && { agent_transcript_path: reading.state.context.transcript }),
  })
  rest(thread)
}

/** Nothing is at work any more, and no end is to be told. */
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

/** The client left the session: what it was doing will not be told any more. */
export function leave(state: ReaderState): void {
  state.left = state.began
  state.calls = {}
  state.queue = state.queue.filter(({ taken }) => taken)
}

/** Forgets calls of the prompt before the running one: an interruption's results may still follow the next prompt. */
export function forgetLostCalls(state: ReaderState): void {
  const running = Object.entries(state.calls).filter(([, { prompt }]) => prompt === state.main.prompt)
  state.calls = Object.fromEntries(running)
}

/** A subagent was asked: the first time it begins, later it goes on. */
export function askAgent(reading: Reading, thread: Thread, spot: Spot, promptId: string | undefined): void {
  const first = !thread.begun
  endTurn(reading, thread)
  work(thread, promptId ?? thread.prompt ?? reading.state.main.prompt)
  if (first) tell(reading, spot, { hook_event_name: 'SubagentStart', ...by(thread) })
}
