import type { Behaviour } from '../domain/behaviour.ts'
import type { DerivedNoun } from '../domain/effects.ts'
import type { Draft } from '../domain/events.ts'
import type { RecordOf } from '../domain/nouns/records.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import type { Evidence, Failures, History, Jobs, Ledger, Scope, TurnLog, Workspace } from '../ports.ts'
import { Absorber, type Batch } from './absorb.ts'
import { createThread } from './cut-off.ts'
import { Dispatcher, type Taking, type TurnResult } from './dispatcher.ts'
import { createResolvers, type FactPorts } from './facts/resolvers.ts'
import { failureStore } from './failure-store.ts'
import { IdleGate } from './idle-gate.ts'
import { Intake } from './intake.ts'
import { createKeys } from './keys.ts'
import { KnownFiles } from './known-files.ts'
import { attempt, type Later } from './later.ts'
import type { StoreEffect } from './perform/interpreters.ts'
import { Performer, type PerformPorts } from './perform/perform.ts'
import { PostAnswer } from './post-answer.ts'
import { Queue } from './queue.ts'
import { Quieting } from './quieting.ts'
import type { Stage } from './reaction.ts'
import { createRegistry, type Demands, type Health, type Registry } from './registry.ts'

/** What the engine needs of the outside. */
export interface EnginePorts extends FactPorts, PerformPorts {
  readonly history: Pick<History, 'files' | 'uses'>
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly jobs: Jobs
  readonly failures: Failures
  readonly turnLog: TurnLog
  readonly workspace: Workspace
}

/** Runs behaviours on events. */
export interface Engine {
  /** Records an event and answers it; never rejects. */
  take(draft: Draft, taking?: Taking): Promise<TurnResult>
  /**
   * Records what a source tells of the past, and answers none of it; gives how many events were new. Rejects where nothing
   * was kept. What it owes waits for `wake`.
   */
  absorb(batch: Batch): Promise<number>
  /** Whether so much is owed that optional work waits. */
  isBacklogged(): Promise<boolean>
  /** Says that jobs may be owed. */
  wake(): void
  /** Begins the `later` lane. */
  start(): Promise<void>
  /** Resolves when what follows the answers is done and no job is due. */
  drain(): Promise<void>
  close(): Promise<void>
  /** How each behaviour fares, everywhere or in one session or project. */
  health(scope?: Scope): readonly Health[]
  /** Keeps what a verb was told, redacted. */
  keep<N extends DerivedNoun>(kind: N, record: RecordOf<N>): Promise<void>
  /** Events that could not be kept since it was made. */
  lost(): number
  /** Forgets a behaviour's failures and lets it run again. */
  revive(behaviour: string): void
  /** What hosts are to be asked for now. */
  wanted(): readonly Wanted[]
  /** Acts that reactions with a `due` want. */
  readonly demands: Demands
}

/**
 * What an engine is made of. `release`: what failed under another one is forgotten. `coldMs`: for so long nothing is late that
 * takes COLD times as long as it may, since code is compiled and the store's pages are read when they are first needed.
 * `patience`: how many times its budget a reaction may take on this machine.
 */
export interface EngineParts {
  readonly behaviours: readonly Behaviour[]
  readonly ports: EnginePorts
  readonly release?: string
  readonly coldMs?: number | undefined
  readonly patience?: number
  /** Where others wait for pauses between answers, too. */
  readonly idleGate?: IdleGate
}

const COLD = 4

/** Makes an engine over its ports; it knows no behaviour by name. */
export function createEngine({
  behaviours,
  ports: given,
  release = '',
  coldMs = 0,
  patience = 1,
  idleGate = new IdleGate(),
}: EngineParts): Engine {
  const files = new KnownFiles(given)
  const ports = { ...given, journal: files.watching(given.journal) }
  const { config, log, secrets } = ports
  const thread = createThread()
  const notes = failureStore(behaviours, { ...ports, release })
  const registry = createRegistry(behaviours, ports, notes)
  const quieting = new Quieting(ports)
  const lost = () => performer.lost
  const faults = (project: string) => ({ off: registry.suspended(), lost: lost(), quieter: quieting.list(project) })
  const resolvers = createResolvers(ports, faults, files)
  const stage: Stage = { keys: createKeys(), thread, resolvers, quieting, slack: slackFor(coldMs, patience) }
  const settings = (project: string) => config.settings(project)
  const performer: Performer = new Performer(ports, { registry, thread, settings })
  const wake = () => queue.wake()
  const postAnswer = new PostAnswer({ ports, registry, stage, performer, wake })
  const later: Later = { registry, stage, performer, secrets, log, after: (...job) => postAnswer.followJob(...job) }
  // Answers come first, and readers must be free for the next
  const whenIdle = (job: Parameters<typeof attempt>[0]) => idleGate.paused().then(() => attempt(job, later))
  const queue: Queue = new Queue({ ...ports, optional: optionalAmong(behaviours), attempt: whenIdle })
  const { add: afterwards, settled } = createPending()
  const intake = new Intake(ports)
  const absorber = new Absorber({ intake, performer, journal: ports.journal, secrets, idleGate })
  const dispatcher = new Dispatcher({ ports, intake, registry, stage, performer, postAnswer, wake, afterwards })
  return {
    take: takingTurns(dispatcher, idleGate),
    absorb: (batch) => absorber.absorb(batch),
    isBacklogged: () => queue.isBacklogged(),
    wake,
    start: () => Promise.all([registry.restore(), quieting.refresh()]).then(() => queue.start()),
    drain: () => idleGate.hurried(() => settled().then(() => queue.drain())),
    async close() {
      await settled()
      await idleGate.hurried(() => queue.close())
      await notes.settled()
    },
    health: (scope) => quieting.withFigures(registry.health(scope), scope),
    keep: (kind, record) => performer.keep({ kind, record } as StoreEffect),
    lost: () => lost()?.count ?? 0,
    revive: reviving(registry, queue),
    wanted: () => registry.wanted(),
    demands: registry.demands,
  }
}

/** A slow part takes seconds, for which the later lane does not wait. */
const takingTurns =
  (dispatcher: Dispatcher, idleGate: IdleGate): Engine['take'] =>
  (draft, taking) => {
    const taken = dispatcher.take(draft, taking)
    return taking?.part === 'slow' ? taken : idleGate.during(taken)
  }

/** Behaviours of which all that the queue does is optional. */
function optionalAmong(behaviours: readonly Behaviour[]): readonly string[] {
  const later = (one: Behaviour) => one.reactions.filter(({ lane }) => lane === 'later')
  const isOptional = (one: Behaviour) => later(one).length > 0 && later(one).every(({ optional }) => optional === true)
  return behaviours.filter(isOptional).map(({ name }) => name)
}

/** How many times its budget a reaction may take. */
function slackFor(coldMs: number, patience: number): () => number {
  const warmAt = performance.now() + coldMs
  return () => (performance.now() < warmAt ? COLD : 1) * patience
}

/** What a behaviour was to do while it was switched off is due at once. */
const reviving = (registry: Registry, queue: Queue) => (behaviour: string) => {
  registry.revive(behaviour)
  void queue.hasten(behaviour)
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
