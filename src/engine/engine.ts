import type { Behaviour } from '../domain/behaviour.ts'
import type { Draft } from '../domain/events.ts'
import type { Evidence, Jobs, Ledger, TurnLog, Workspace } from '../ports.ts'
import { Absorber, type Batch } from './absorb.ts'
import { Aftermath } from './aftermath.ts'
import { createThread } from './cut-off.ts'
import { Desk, type TurnResult } from './desk.ts'
import { createResolvers, type FactPorts } from './facts/resolvers.ts'
import { Intake } from './intake.ts'
import { createKeys } from './keys.ts'
import { attempt, type Later } from './later.ts'
import { Performer, type PerformPorts } from './perform/perform.ts'
import { Queue } from './queue.ts'
import { createQuiet } from './quiet.ts'
import type { Stage } from './reaction.ts'
import { createRoster, type Health } from './roster.ts'

/** What the engine needs of the outside. */
export interface EnginePorts extends FactPorts, PerformPorts {
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly jobs: Jobs
  readonly turnLog: TurnLog
  readonly workspace: Workspace
}

/** Runs behaviours on events. */
export interface Engine {
  /** Records an event and answers it; never rejects. A rehearsal keeps nothing, takes nothing and owes nothing. */
  take(draft: Draft, options?: { readonly rehearsal?: boolean }): Promise<TurnResult>
  /**
   * Records what a source tells of the past, and answers none of it; gives how many events were new. Rejects where nothing
   * was kept. What it owes waits for `wake`.
   */
  absorb(batch: Batch): Promise<number>
  /** Says that jobs may be owed. */
  wake(): void
  /** Begins the `later` lane. */
  start(): Promise<void>
  /** Resolves when what follows the answers is done and no job is due. */
  drain(): Promise<void>
  close(): Promise<void>
  health(): readonly Health[]
  /** Forgets a behaviour's failures and lets it run again. */
  revive(behaviour: string): void
}

/** Makes an engine over its ports; it knows no behaviour by name. */
export function createEngine({ behaviours, ports }: { behaviours: readonly Behaviour[]; ports: EnginePorts }): Engine {
  const { config, clock, log, jobs, secrets } = ports
  const thread = createThread()
  const roster = createRoster(behaviours, ports)
  const faults = () => ({ off: roster.suspended(), lost: performer.lost })
  const stage: Stage = { keys: createKeys(), thread, resolvers: createResolvers(ports, faults) }
  const performer: Performer = new Performer(ports, { roster, thread, settings: () => config.settings() })
  const wake = () => queue.wake()
  const aftermath = new Aftermath({ ports, roster, stage, performer, wake })
  const later: Later = { roster, stage, performer, secrets, log, after: (...job) => aftermath.followJob(...job) }
  const batch = () => config.limits().batch
  const queue: Queue = new Queue({ jobs, clock, log, batch, attempt: (job) => attempt(job, later) })
  const pending = createPending()
  const intake = new Intake(ports)
  const quiet = createQuiet()
  const absorber = new Absorber({ intake, performer, journal: ports.journal, secrets, quiet })
  const desk = new Desk({ ports, intake, roster, stage, performer, aftermath, wake, afterwards: pending.add })
  return {
    take: (draft, { rehearsal = false } = {}) => quiet.during(desk.take(draft, rehearsal)),
    absorb: (batch) => absorber.absorb(batch),
    wake,
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
    revive: (behaviour) => roster.revive(behaviour),
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
