import type { Home } from '../config/home.ts'
import type { ArrivalsOf, Arrived, Clock, Connections, OperationPorts, StoreState } from '../ports.ts'
import type { Host } from '../wire/host.ts'
import type { HostMachine } from '../wire/host-connection.ts'

/** The daemon that is examined: it is this process. */
export interface Running {
  readonly ports: Pick<
    OperationPorts,
    | 'behaviours'
    | 'configEditor'
    | 'daemon'
    | 'embedder'
    | 'evidence'
    | 'health'
    | 'jobs'
    | 'ledger'
    | 'storeCare'
    | 'vectors'
    | 'workspace'
  >
  /** Events that could not be kept since it started. */
  readonly lost: () => number
  /** Says that jobs may be owed. */
  readonly wake: () => void
  /** Resolves when nothing is owed. */
  readonly settled: () => Promise<void>
}

/** What an examination is made with. */
export interface DoctorParts {
  readonly home: Home
  readonly hosts: readonly Host[]
  readonly machine: HostMachine
  readonly version: string
  readonly node: string
  readonly clock: Clock
  /** The launcher that `connect` writes, absolute. */
  readonly launcher: string
  /** Whether anything is captured at all, what of the configuration is invalid, and what has no effect. Throws `bad-config`. */
  readonly settings: () => Promise<{
    readonly enabled: boolean
    readonly database: string
    readonly complaints: readonly string[]
    readonly notices: readonly string[]
    readonly retentionDays: number
  }>
  /** The settings file of the project that a folder belongs to: the keys that it sets, and what of it is ignored. */
  readonly projectFile: (
    folder: string,
  ) => Promise<
    { readonly path: string; readonly keys: readonly string[]; readonly complaints: readonly string[] } | undefined
  >
  /** The connections as seen with this environment. */
  readonly connections: (environment: Readonly<Record<string, string | undefined>>) => Connections
  /** How the store fares; undefined where there is none yet. */
  readonly store: () => Promise<StoreState | undefined>
  /** What arrived from sessions by hook; in the same order. */
  readonly heard: (sessions: readonly ArrivalsOf[]) => Promise<readonly Arrived[]>
  /** A folder's project, by its id. */
  readonly projectOf: (folder: string) => Promise<string>
  /** The newest lines of the log, oldest first. */
  readonly log: (lines: number) => Promise<readonly string[]>
  /** Whether some process holds the daemon's lock. */
  readonly isLocked: () => Promise<boolean>
  /** Whether a process has another network, so that its ports cannot be reached from here. */
  readonly isElsewhere: (pid: number) => boolean
  /** Starts the daemon; false where it does not come up. */
  readonly start: () => Promise<boolean>
  /**
   * What the daemon says of its state, once it has proved that it has this home's token; undefined where it does not
   * answer or cannot prove it.
   */
  readonly status: () => Promise<{ readonly running?: boolean } | undefined>
  /** Undefined where no daemon answers. */
  readonly running: Running | undefined
}

/** One examination: the parts, and who asks from where. */
export interface Case extends DoctorParts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly callerVersion: string | undefined
  readonly from: string | undefined
  /** What is said of whatever only a daemon can check, where none runs or can be reached, and what to do. */
  readonly absent: { readonly why: string; readonly remedy: string }
}
