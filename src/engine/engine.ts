// Folder src/engine/: runs behaviours: `dispatcher`, `registry`, `intake`, `recording`, `turn`, `merge`, `queue`,
// `facts/`, `perform/`; what is kept in memory; `artifacts/` (lessons into users' files)

import type { Behaviour } from '../domain/behaviour.ts'
import type { DerivedNoun } from '../domain/effects.ts'
import type { Draft } from '../domain/events.ts'
import type { RecordOf } from '../domain/nouns/records.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import type {
  Claims,
  Coordination,
  Evidence,
  Failures,
  History,
  Jobs,
  Ledger,
  Scope,
  StoreChanges,
  TurnLog,
  Workspace,
} from '../ports.ts'
import { Absorber, type Batch } from './absorb.ts'
import { AnsweredCalls } from './answered-calls.ts'
import { coordinating } from './coordination.ts'
import { Dispatcher, type TakeOptions, type TurnResult } from './dispatcher.ts'
import { createResolvers, type FactPorts } from './facts/resolvers.ts'
import { failureStore } from './failure-store.ts'
import { IdleGate } from './idle-gate.ts'
import { type InMemory, keptInMemory, loadMemory } from './in-memory.ts'
import { Intake } from './intake.ts'
import { createKeys } from './keys.ts'
import { attempt, type Later } from './later.ts'
import type { StoreEffect } from './perform/interpreters.ts'
import { Performer, type PerformPorts } from './perform/perform.ts'
import { PostAnswer } from './post-answer.ts'
import { Queue } from './queue.ts'
import { Quieting } from './quieting.ts'
import type { Stage } from './reaction.ts'
import { createRegistry, type Demands, type Health, type Registry } from './registry.ts'

/** The engine's ports. */
export interface EnginePorts extends FactPorts, PerformPorts {
  readonly changes: StoreChanges
  readonly history: Pick<History, 'files' | 'uses'>
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly jobs: Jobs
  readonly claims: Claims
  readonly failures: Failures
  readonly turnLog: TurnLog
  readonly workspace: Workspace
}

/** Runs behaviours on events. */
export interface Engine {
  /** Records an event and answers it; never rejects. */
  take(draft: Draft, options?: TakeOptions): Promise<TurnResult>
  /**
   * Records past events from a source without answering them; returns how many were new. Rejects if nothing was stored.
   * Jobs that they queue wait for `wake`.
   */
  absorb(batch: Batch): Promise<number>
  /** Whether the queue is long enough for optional work to wait. */
  isBacklogged(): Promise<boolean>
  /** Signals that jobs may be queued. */
  wake(): void
  /** Starts the `later` lane. */
  start(): Promise<void>
  /** Resolves once the work after the answers is done and no job is due. */
  drain(): Promise<void>
  close(): Promise<void>
  /** The health of each behaviour, overall or in one session or project. */
  health(scope?: Scope): readonly Health[]
  /** Stores a record from a verb, redacted. */
  keep<N extends DerivedNoun>(kind: N, record: RecordOf<N>): Promise<void>
  /** Events lost since the engine was created because they could not be stored. */
  lost(): number
  /** Clears a behaviour's failures and enables it again. */
  revive(behaviour: string): void
  /** What hosts should currently be asked for. */
  wanted(): readonly Wanted[]
  /** The live sessions and their claims, for verbs. */
  readonly coordination: Coordination
  /** Acts that reactions with a `due` want. */
  readonly demands: Demands
}

/**
 * The parts of an engine. `release`: failures noted under another release are cleared. `jobMs`: how long a job may wait
 * for facts, in milliseconds; less than its lease.
 */
export interface EngineParts {
  readonly behaviours: readonly Behaviour[]
  readonly ports: EnginePorts
  readonly release?: string
  readonly jobMs?: number | undefined
  /** Shared with others that wait for pauses between answers. */
  readonly idleGate?: IdleGate
}

const JOB_MS = 45_000

/** Creates an engine over its ports; it knows no behaviour by name. */
export function createEngine(parts: EngineParts): Engine {
  const { behaviours, idleGate = new IdleGate(), jobMs = JOB_MS } = parts
  const inMemory = keptInMemory(parts.ports)
  const ports = { ...parts.ports, ledger: inMemory.silences.over(parts.ports.ledger) }
  const { log, secrets } = ports
  const { registry, notes, quieting, stage, performer } = reacting({ ...parts, ports }, inMemory)
  const wake = () => queue.wake()
  const postAnswer = new PostAnswer({ ports, registry, stage, performer, wake })
  const later: Later = { registry, stage, performer, secrets, log, jobMs, after: postAnswer.followJob }
  // Answers come first, and readers must be free for the next one
  const whenIdle = (job: Parameters<typeof attempt>[0]) => idleGate.paused().then(() => attempt(job, later))
  const queue: Queue = new Queue({ ...ports, optional: optionalAmong(behaviours), attempt: whenIdle })
  const { add: afterwards, settled } = createPending()
  const intake = new Intake(ports, () => idleGate.paused())
  const unfollow = ports.changes.follow(intake)
  const absorber = new Absorber({ ...ports, intake, performer, idleGate })
  const dispatcher = new Dispatcher({ ports, intake, registry, stage, performer, postAnswer, wake, afterwards })
  return {
    take: takingTurns(dispatcher, idleGate),
    absorb: (batch) => absorber.absorb(batch),
    isBacklogged: () => queue.isBacklogged(),
    wake,
    start: async () => {
      await Promise.all([registry.restore(), quieting.refresh(), loadMemory(inMemory, registry.demands, ports.config)])
      return queue.start()
    },
    coordination: coordinating(ports, inMemory),
    drain: () => idleGate.hurried(() => settled().then(() => queue.drain())),
    async close() {
      await settled()
      await idleGate.hurried(() => queue.close())
      await notes.settled()
      inMemory.unfollow()
      unfollow()
    },
    health: (scope) => quieting.withFigures(registry.health(scope), scope),
    keep: (kind, record) => performer.keep({ kind, record } as StoreEffect),
    lost: () => performer.lost?.count ?? 0,
    revive: reviving(registry, queue),
    wanted: () => registry.wanted(),
    demands: registry.demands,
  }
}

/** What reactions run on, and what carries out their decisions. */
function reacting({ behaviours, ports, release = '' }: EngineParts, inMemory: InMemory) {
  const notes = failureStore(behaviours, { ...ports, release })
  const registry = createRegistry(behaviours, ports, notes)
  const quieting = new Quieting(ports)
  const faults = (of: string) => ({ off: registry.suspended(), lost: performer.lost, quieter: quieting.list(of) })
  const answered = new AnsweredCalls(ports.clock.now())
  const resolvers = createResolvers(ports, faults, inMemory, answered)
  const stage: Stage = { keys: createKeys(), resolvers, quieting, answered, runs: inMemory.runs }
  const settings = (project: string) => ports.config.settings(project)
  const performer: Performer = new Performer({ ...ports, fileClaims: inMemory.claims }, { registry, settings })
  return { registry, notes, quieting, stage, performer }
}

/** A slow part takes seconds, and the later lane does not wait for it. */
const takingTurns =
  (dispatcher: Dispatcher, idleGate: IdleGate): Engine['take'] =>
  (draft, options) => {
    const taken = dispatcher.take(draft, options)
    return options?.part === 'slow' ? taken : idleGate.during(taken)
  }

/** Behaviours with only optional work in the queue. */
function optionalAmong(behaviours: readonly Behaviour[]): readonly string[] {
  const later = (one: Behaviour) => one.reactions.filter(({ lane }) => lane === 'later')
  const isOptional = (one: Behaviour) => later(one).length > 0 && later(one).every(({ optional }) => optional === true)
  return behaviours.filter(isOptional).map(({ name }) => name)
}

/** Jobs postponed while a behaviour was disabled become due at once. */
const reviving = (registry: Registry, queue: Queue) => (behaviour: string) => {
  registry.revive(behaviour)
  void queue.hasten(behaviour)
}

interface Pending {
  /** Queues work for after the answer is sent. */
  add(work: () => Promise<void>): void
  settled(): Promise<void>
}

/** Work left over from answers. */
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
