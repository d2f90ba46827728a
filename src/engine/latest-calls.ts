import type { CheckOutcome } from '../domain/checks/outcome.ts'
import type { Event } from '../domain/events.ts'
import type { CheckedRun } from '../domain/experience/captured.ts'
import type { Experience } from '../domain/experience/experience.ts'
import { holderOf } from '../domain/experience/journal.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import { isOwnCall } from '../domain/tool.ts'
import type { Evidence, Follower, StoreChange } from '../ports.ts'
import { sessionsTouched } from './followed.ts'

const CALLS: ReadonlySet<string> = new Set(['PostToolUse', 'PostToolUseFailure'])
/** After a restart, calls are counted among so many of a session's newest. */
const LOOKED_AT = 1000
/** Answers that are in progress at the same time are about the latest calls. */
const LATEST = 50

interface Count {
  calls: number
  /** Which of them a call was, for the latest ones. */
  readonly numbers: Map<string, number>
}

/**
 * Counts the calls since an agent's open experience last changed (agents without one are not counted), and keeps the
 * results of the checks that the latest calls ran.
 */
export class LatestCalls implements Follower {
  readonly #evidence: Pick<Evidence, 'events'>
  readonly #counts = new Map<string, Count>()
  readonly #runs = new Map<string, readonly CheckedRun[]>()

  constructor(evidence: Pick<Evidence, 'events'>) {
    this.#evidence = evidence
  }

  /** Which call since then an event is; the number of the next call if it is only imagined. */
  async since(experience: Experience, event: Pick<Event, 'id' | 'at'>): Promise<number> {
    const key = keyOf(holderOf(experience), experience.agentId)
    const known = this.#counts.get(key) ?? (await this.#recounted(experience, event.at))
    this.#counts.set(key, known)
    return known.numbers.get(event.id) ?? known.calls + 1
  }

  /** The checks that a call ran. */
  runsOf(call: string): readonly CheckedRun[] {
    return this.#runs.get(call) ?? []
  }

  /** Calls that were not committed here are counted anew, with the others, when their number is asked for. */
  hear(change: StoreChange): void {
    if (change.kind !== 'committed') {
      if (sessionsTouched(change, ['event', 'experience']) !== undefined) this.#counts.clear()
      if (sessionsTouched(change, []) !== undefined) this.#runs.clear()
      return
    }
    for (const one of change.fresh ? change.changes : []) {
      if (one.kind === 'event') this.#called(one.record)
      if (one.kind === 'event' && one.record.name === 'Outcome') this.#checked(one.record)
      if (one.kind === 'experience') this.#changed(one.record as Experience)
    }
  }

  #called(call: Pick<EventRecord, 'id' | 'name' | 'session' | 'agentId' | 'target' | 'tool'>): void {
    const count = this.#counts.get(keyOf(call.session, call.agentId))
    if (count !== undefined && isCounted(call)) countCall(count, call.id)
  }

  #checked({ id, cause = '', body }: Pick<EventRecord, 'id' | 'cause' | 'body'>): void {
    this.#runs.set(cause, [...this.runsOf(cause), { id, outcome: body as unknown as CheckOutcome }])
    forgetOldest(this.#runs)
  }

  #changed(experience: Experience): void {
    const key = keyOf(holderOf(experience), experience.agentId)
    if (experience.isProvisional) return
    if (experience.state === 'open') this.#counts.set(key, { calls: 0, numbers: new Map() })
    else this.#counts.delete(key)
  }

  async #recounted(experience: Experience, asOf: number): Promise<Count> {
    const found = await this.#evidence.events({
      session: holderOf(experience),
      agent: experience.agentId ?? null,
      names: [...CALLS],
      asOf,
      newest: true,
      limit: LOOKED_AT,
    })
    const count: Count = { calls: 0, numbers: new Map() }
    for (const call of found) if (call.at > experience.at && isCounted(call)) countCall(count, call.id)
    return count
  }
}

function countCall(count: Count, id: string): void {
  count.calls++
  count.numbers.set(id, count.calls)
  forgetOldest(count.numbers)
}

function forgetOldest(latest: Map<string, unknown>): void {
  const [oldest] = latest.keys()
  if (latest.size > LATEST && oldest !== undefined) latest.delete(oldest)
}

/** Calls to Hindcast itself, such as the one that started the experience, are no steps of the work. */
const isCounted = ({ name, target, tool }: Pick<EventRecord, 'name' | 'target' | 'tool'>): boolean =>
  CALLS.has(name) && !isOwnCall(target, tool)

const keyOf = (session: string, agent: string | undefined): string => `${session} ${agent ?? ''}`
