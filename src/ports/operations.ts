import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { Answer } from '../domain/answer.ts'
import type { Order } from '../domain/order.ts'
import type { Archives } from './archive.ts'
import type { Artifacts } from './artifacts.ts'
import type { Code } from './code.ts'
import type { Connections } from './connections.ts'
import type { Coordination } from './coordination.ts'
import type { Doctor, StoreCare, StoreHealth } from './health.ts'
import type { Embedder, History, Memories, Vectors } from './memory.ts'
import type { Evidence, Ledger, Settlements } from './record.ts'
import type { Imports, TranscriptImports } from './sources.ts'
import type {
  Behaviours,
  Clock,
  Config,
  ConfigEditor,
  DaemonFacts,
  Keeper,
  Lifecycle,
  Logs,
  Workspace,
} from './system.ts'
import type { Jobs, TurnLog, TurnLogEntry } from './work.ts'

/** The ports of verbs. */
export interface OperationPorts {
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly settlements: Settlements
  readonly memories: Memories
  readonly vectors: Vectors
  readonly embedder: Embedder
  readonly history: History
  readonly imports: TranscriptImports
  /** Imports from claude-mem databases. */
  readonly claudeMem: Imports
  readonly archives: Archives
  readonly artifacts: Artifacts
  readonly turnLog: TurnLog
  readonly jobs: Jobs
  readonly code: Code
  readonly connections: Connections
  readonly coordination: Coordination
  readonly doctor: Doctor
  readonly health: StoreHealth
  readonly storeCare: StoreCare
  readonly keeper: Keeper
  readonly rehearsal: Rehearsal
  readonly replays: Replays
  readonly workspace: Workspace
  readonly config: Pick<Config, 'settings'>
  readonly configEditor: ConfigEditor
  readonly behaviours: Behaviours
  readonly daemon: () => DaemonFacts
  readonly lifecycle: Lifecycle
  readonly logs: Logs
  readonly clock: Clock
}

/** The ports of a verb when no daemon is running. */
export type OfflinePorts = Pick<OperationPorts, 'connections' | 'doctor' | 'configEditor' | 'logs' | 'lifecycle'>

/** What to replay. */
export interface ReplayAsked {
  /** A file, or the beginning of a session id. */
  readonly transcript: string
  /** The folder that a relative file path is resolved against. */
  readonly from?: string | undefined
  /** Starts with an empty store, filled only by the transcript itself. */
  readonly fromEmpty: boolean
}

/** One event of a replayed session: what would have been told, and what would have been done. */
export interface ReplayedTurn {
  readonly event: string
  readonly eventId: string
  readonly at: number
  /** What it was about, on one line. */
  readonly title: string
  /** The text for the model; empty if there would have been none. */
  readonly said: string
  /** The line for the person. */
  readonly note?: string | undefined
  readonly tokens: number
  readonly sections: readonly {
    readonly behaviour: string
    readonly type: string
    readonly tokens: number
    readonly ids: readonly string[]
  }[]
  /** Titles of the records that would have been told. */
  readonly titles: Readonly<Record<string, string>>
  /** The number of records omitted. */
  readonly omitted: number
  readonly effects: readonly Pick<TurnLogEntry, 'behaviour' | 'effect' | 'ids' | 'outcome' | 'error'>[]
}

/** A replay in numbers. */
export interface ReplayTotals {
  readonly events: number
  /** From people and scripts. */
  readonly prompts: number
  readonly calls: number
  /** Turns in which the model would have been told something. */
  readonly told: number
  readonly tokens: number
  readonly behaviours: readonly { readonly behaviour: string; readonly told: number; readonly tokens: number }[]
  /** Values in the files that could not be read. */
  readonly unread: number
  readonly ms: number
}

/** A replayed session: its starts and prompts, and every other event at which something was told, stored or failed. */
export interface Replayed {
  readonly turns: readonly ReplayedTurn[]
  readonly totals: ReplayTotals
}

/** The progress of a replay. */
export interface ReplayProgress {
  readonly running: boolean
  readonly bytes: number
  readonly bytesDone: number
  readonly events: number
}

/** Replays past sessions, separate from the store. */
export interface Replays {
  /** One at a time. Throws `not-found` if there is no such transcript. */
  run(asked: ReplayAsked): Promise<Replayed>
  progress(): ReplayProgress
}

/**
 * The answer that would be given: the text for the model with its parts, what was left out and why, and all other
 * replies.
 */
export interface Rehearsed extends Omit<Answer, 'context'> {
  readonly text: string
  /** The host's own JSON, as its hook would receive it. */
  readonly answer: object
  readonly tokens: number
  readonly sections: readonly {
    readonly behaviour: string
    readonly type: string
    readonly tokens: number
    readonly ids: readonly string[]
  }[]
  readonly omitted: readonly { readonly id: string; readonly why: string }[]
}

/** A dry run of an event: the current answer, with nothing stored and no grant taken. */
export interface Rehearsal {
  /** Throws `bad-input` if no client is named `host`; the default client if absent. */
  rehearse(event: {
    host?: string | undefined
    name: string
    session?: string | undefined
    dir: string
    source?: string | undefined
    prompt?: string | undefined
    tool?: string | undefined
    input?: unknown
  }): Promise<Rehearsed>
}

/** Where a command was given. */
export interface OrderPlace {
  readonly session: string
  readonly project: string
}

/** Commands to Hindcast given inside the client. */
export interface Orders {
  /**
   * The reply to a command, and whether it can be carried out as it is; changes nothing. Undefined: nobody handles
   * commands.
   */
  answer(order: Order, place: OrderPlace): Promise<{ readonly text: string; readonly can: boolean } | undefined>
  carryOut(order: Order, place: Cleaned<OrderPlace>): Promise<void>
}
