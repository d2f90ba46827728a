import type { Worker } from 'node:worker_threads'
import type { Home } from '../config/home.ts'
import type { Behaviour } from '../domain/behaviour.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import type { Clock, Lifecycle, Log } from '../ports.ts'
import type { Host } from '../wire/host.ts'
import type { Address } from './address.ts'
import type { Entrance } from './entrance.ts'

/** The built programs, and those already started. */
export interface Programs {
  /** Their folder. */
  readonly app: string
  readonly workerUrl: URL
  readonly booted: Worker
  /** Replaces the shipped behaviours, for tests. */
  readonly behaviours?: readonly Behaviour[]
}

/** The parts of a daemon that are created elsewhere. */
export interface Parts extends Programs {
  /** The supported coding agents; the first is the default. */
  readonly hosts: readonly [Host, ...Host[]]
  readonly home: Home
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly leave: (why: string) => void
  /** Called when clients may have to be asked for something else. */
  readonly wantedMayDiffer: () => void
  /** Where it listens. */
  readonly entrance: Entrance
  /** When this daemon replaced one that stopped unexpectedly while a client was running. */
  readonly failedAt?: number | undefined
  /** What clients were last asked for. */
  readonly lastWanted?: readonly Wanted[] | undefined
}

/** A running daemon. */
export interface Daemon extends Address {
  /** Tells clients this daemon's address and what it wants from them. */
  reconnect(): Promise<void>
  /** What clients should currently be asked for. */
  wanted(): readonly Wanted[]
  /** From now on, hooks get empty answers, and nothing is stored. */
  silence(): void
  /** Whether any client is running. */
  isNeeded(): Promise<boolean>
  close(): Promise<void>
}
