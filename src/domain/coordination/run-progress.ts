import type { EventRecord } from '../nouns/event.ts'
import type { Run } from '../nouns/run.ts'
import { patterns } from './patterns/catalogue.ts'
import { isDone, played, type RunEvent } from './patterns/participants.ts'
import type { Participant, PatternResult } from './patterns/pattern.ts'

/** The stored events that a run's progress is computed from. */
export const RUN_EVENTS: readonly string[] = ['SubagentStart', 'SubagentStop']

/** How far a run is. */
export interface RunProgress {
  readonly run: Run
  readonly participants: readonly Participant[]
  readonly running: readonly Participant[]
  /** Who is still to be started; undefined if the plan does not say. */
  readonly toStart: readonly string[] | undefined
  readonly result: PatternResult
  readonly evidence: readonly string[]
}

/** How far a run is, by its session's stored events, oldest first. Events before it began are left out. */
export function progressOf(run: Run, events: readonly EventRecord[]): RunProgress {
  const pattern = patterns[run.pattern]
  const own = events.filter(
    ({ at, agentId, name }) => at >= run.at && agentId !== undefined && RUN_EVENTS.includes(name),
  )
  const participants = played(pattern, run, own.map(runEvent))
  const agents = new Set(participants.map(({ agent }) => agent))
  return {
    run,
    participants,
    running: participants.filter((one) => !isDone(one)),
    toStart: pattern.toStart(participants, run),
    result: pattern.result(participants, run),
    evidence: own.flatMap(({ id, agentId = '' }) => (agents.has(agentId) ? [id] : [])),
  }
}

/** Whether everything that was planned is done. */
export const isComplete = ({ participants, running, toStart }: RunProgress): boolean =>
  participants.length > 0 && running.length === 0 && toStart?.length === 0

/** Whether nothing says that more is to come: all that started are done, and nobody planned how many there are. */
export const mayBeOver = ({ participants, running, toStart }: RunProgress): boolean =>
  participants.length > 0 && running.length === 0 && toStart === undefined

const runEvent = ({ name, id, at, agentId = '', agentType = '', body }: EventRecord): RunEvent => {
  if (name === 'SubagentStart') return { kind: 'started', agent: agentId, type: agentType, at }
  return { kind: 'stopped', agent: agentId, id, at, text: typeof body.lastMessage === 'string' ? body.lastMessage : '' }
}
