import type { EventRecord } from '../nouns/event.ts'
import type { Run } from '../nouns/run.ts'
import { patterns } from './patterns/catalogue.ts'
import { isDone, participantsIn, type RunEvent } from './patterns/participants.ts'
import type { Participant, PatternResult } from './patterns/pattern.ts'

/** The demand for calls that start agents: where a run is open. */
export const RUNS = 'runs'

/** The stored events that a run's progress is computed from. */
export const RUN_EVENTS: readonly string[] = ['Launched', 'SubagentStart', 'SubagentStop']

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
  const own = events.filter(({ at, name }) => at >= run.at && RUN_EVENTS.includes(name))
  const participants = participantsIn(pattern, run, runEvents(own))
  const agents = new Set(participants.map(({ agent }) => agent))
  return {
    run,
    participants,
    running: participants.filter((one) => !isDone(one)),
    toStart: pattern.toStart(participants, run),
    result: pattern.result(participants, run),
    evidence: own.flatMap(({ id, agentId = '', name }) => (name !== 'Launched' && agents.has(agentId) ? [id] : [])),
  }
}

/** Whether everything that was planned is done. */
export const isComplete = ({ participants, running, toStart }: RunProgress): boolean =>
  participants.length > 0 && running.length === 0 && toStart?.length === 0

/** Whether nothing says that more is to come: all that started are done, and nobody planned how many there are. */
export const mayBeOver = ({ participants, running, toStart }: RunProgress): boolean =>
  participants.length > 0 && running.length === 0 && toStart === undefined

/** A call that has not started an agent by then was refused. */
const LAUNCH_MS = 60_000

interface Launch {
  readonly type: string
  readonly description: string
  readonly at: number
}

/**
 * The events of a run's agents. Hosts do not say which call started which agent, and agents that are started together come
 * in any order: so an agent has a description only if all calls that may have started it have the same.
 */
function runEvents(records: readonly EventRecord[]): readonly RunEvent[] {
  let launches: readonly Launch[] = []
  /** Starts that may have been any of several calls. */
  let unclear = 0
  return records.flatMap(({ name, id, at, agentId = '', agentType: type = '', body }): RunEvent[] => {
    const words = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
    switch (name) {
      case 'Launched':
        launches = [...launches, { type: words('type'), description: words('description'), at }]
        return []
      case 'SubagentStart': {
        launches = launches.filter((each) => at - each.at < LAUNCH_MS)
        const mine = launches.filter((each) => each.type === '' || each.type === type)
        const isClear = mine.every(({ description }) => description === mine[0]?.description)
        if (isClear) launches = launches.filter((each) => each !== mine[0])
        else if (++unclear >= mine.length) [launches, unclear] = [launches.filter((each) => !mine.includes(each)), 0]
        return [{ kind: 'started', agent: agentId, type, description: isClear ? mine[0]?.description : undefined, at }]
      }
      default:
        return [{ kind: 'stopped', agent: agentId, id, at, text: words('lastMessage') }]
    }
  })
}
