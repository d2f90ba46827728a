import type { Behaviour } from '../domain/behaviour.ts'
import type { Draft } from '../domain/events.ts'
import type { Evidence, Jobs, TurnLog, Workspace } from '../ports.ts'
import { Aftermath } from './aftermath.ts'
import { createThread } from './cut-off.ts'
import { Desk, type TurnResult } from './desk.ts'
import { createResolvers, type FactPorts } from './facts/resolvers.ts'
import { createKeys } from './keys.ts'
import { attempt, type Later } from './later.ts'
import { Performer, type PerformPorts } from './perform/perform.ts'
import { Queue } from './queue.ts'
import type { Stage } from './reaction.ts'
import { createRoster, type Health } from './roster.ts'

/** What the engine needs of the outside. */
export interface EnginePorts extends FactPorts, PerformPorts {
  readonly evidence: Evidence
  readonly jobs: Jobs
  readonly turnLog: TurnLog
  readonly workspace: Workspace
}

/** Runs behaviours on events. */
export interface Engine {
  /** Records an event and answers it; never rejects. A rehearsal keeps nothing, takes nothing and owes nothing. */
  take(draft: Draft, options?: { readonly rehearsal?: boolean }): Promise<TurnResult>
  /** Begins the `later` lane. */
  start(): Promise<void>
  /** Resolves when what follows the answers is done and no job is due. */
  drain(): Promise<void>
  close(): Promise<void>
  health(): readonly Health[]
}

/** Makes an engine over its ports; it knows no behaviour by name. */
export function createEngine({ behaviours, ports }: { behaviours: readonly Behaviour[]; ports: EnginePorts }): Engine {
  const { config, clock, log, jobs, secrets } = ports
  const thread = createThread()
  const roster = createRoster(behaviours, config, log)
  const stage: Stage = { keys: createKeys(), thread, resolvers: createResolvers(ports) }
  const performer = new Performer(ports, { roster, thread, settings: () => config.settings() })
  const wake = () => queue.wake()
  const aftermath = new Aftermath({ ports, roster, stage, performer, wake })
  const later: Later = { roster, stage, performer, secrets, log, after: (...job) => aftermath.followJob(...job) }
  const batch = () => config.limits().batch
  const queue: Queue = new Queue({ jobs, clock, log, batch, attempt: (job) => attempt(job, later) })
  const pending = createPending()
  const desk = new Desk({ ports, roster, stage, performer, aftermath, wake, afterwards: pending.add })
  return {
    take: (draft, { rehearsal = false } = {}) => desk.take(draft, rehearsal),
    start: () => queue.start(),
    async drain() {
      await pending.settled()
      await queue.drain()
    },
    async close() {
      await pending.settled()
      await queue.close()
    },
    health: () => roster.health(),
  }
}

interface Pending {
  /** Work for when the answer is on its way. */
  add(work: () => Promise<void>): void
  settled(): Promise<void>
}

/** What answers left to be done. */
function createPending(): Pending {
  const works = new Set<Promise<void>>()
  return {
    add(work) {
      const done: Promise<void> = new Promise(setImmediate).then(work).finally(() => works.delete(done))
      works.add(done)
    },
    async settled() {
      while (works.size > 0) await Promise.all(works)
    },
  }
}
