import type { Answer } from '../domain/answer.ts'
import type { Order } from '../domain/order.ts'
import type { Cleaned } from '../domain/redaction/clean.ts'
import type { Archives } from './archive.ts'
import type { Connections } from './connections.ts'
import type { Embedder, History, Memories, Vectors } from './memory.ts'
import type { Evidence, Ledger } from './record.ts'
import type { Imports } from './sources.ts'
import type {
  Behaviours,
  Clock,
  ConfigEditor,
  DaemonFacts,
  Doctor,
  Keeper,
  Lifecycle,
  Logs,
  StoreHealth,
  Workspace,
} from './system.ts'
import type { Jobs, TurnLog, TurnLogEntry } from './work.ts'

/** What verbs are given. */
export interface OperationPorts {
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly memories: Memories
  readonly vectors: Vectors
  readonly embedder: Embedder
  readonly history: History
  readonly imports: Imports
  /** Of databases that claude-mem made. */
  readonly claudeMem: Imports
  readonly archives: Archives
  readonly turnLog: TurnLog
  readonly jobs: Jobs
  readonly connections: Connections
  readonly doctor: Doctor
  readonly health: StoreHealth
  readonly keeper: Keeper
  readonly rehearsal: Rehearsal
  readonly replays: Replays
  readonly workspace: Workspace
  readonly configEditor: ConfigEditor
  readonly behaviours: Behaviours
  readonly daemon: () => DaemonFacts
  readonly lifecycle: Lifecycle
  readonly logs: Logs
  readonly clock: Clock
}

/** What a verb has where no daemon runs. */
export type OfflinePorts = Pick<OperationPorts, 'connections' | 'doctor' | 'configEditor' | 'logs' | 'lifecycle'>

/** What is to be replayed. */
export interface ReplayAsked {
  /** A file, or the beginning of a session's id. */
  readonly transcript: string
  /** The folder that a file's path counts from. */
  readonly from?: string | undefined
  /** As if nothing were known but what the transcript itself has told so far. */
  readonly fromEmpty: boolean
}

/** One event of a session that was relived: what would have been told, and what done. */
export interface ReplayedTurn {
  readonly event: string
  readonly eventId: string
  readonly at: number
  /** What it was about, on one line. */
  readonly title: string
  /** The text for the model; empty where nothing would have been told. */
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
  /** Of the records that would have been told. */
  readonly titles: Readonly<Record<string, string>>
  /** How many records were left out. */
  readonly omitted: number
  readonly effects: readonly Pick<TurnLogEntry, 'behaviour' | 'effect' | 'ids' | 'outcome' | 'error'>[]
}

/** What a replay came to. */
export interface ReplayTotals {
  readonly events: number
  /** People's and scripts'. */
  readonly prompts: number
  readonly calls: number
  /** Turns in which the model would have been told something. */
  readonly told: number
  readonly tokens: number
  readonly behaviours: readonly { readonly behaviour: string; readonly told: number; readonly tokens: number }[]
  /** Values of the files that could not be read. */
  readonly unread: number
  readonly ms: number
}

/** A session relived: its starts and prompts, and every other event at which something was told, made or went wrong. */
export interface Replayed {
  readonly turns: readonly ReplayedTurn[]
  readonly totals: ReplayTotals
}

/** How far a replay is. */
export interface ReplayProgress {
  readonly running: boolean
  readonly bytes: number
  readonly bytesDone: number
  readonly events: number
}

/** Relives sessions of the past apart from all that is kept. */
export interface Replays {
  /** One at a time. Throws `not-found` where there is no such transcript. */
  run(asked: ReplayAsked): Promise<Replayed>
  progress(): ReplayProgress
}

/** What would be answered: the text for the model with its parts, what was left out and why, and whatever else is said. */
export interface Rehearsed extends Omit<Answer, 'context'> {
  readonly text: string
  /** The host's own JSON, as its hook would be given it. */
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

/** An event that did not happen: what would be answered now, with nothing kept and nothing taken. */
export interface Rehearsal {
  /** Throws `bad-input` where no client is named `host`; absent, the default one is meant. */
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

/** Where an order was given. */
export interface OrderPlace {
  readonly session: string
  readonly project: string
}

/** Orders that somebody gave Hindcast from within the client. */
export interface Orders {
  /** What is said to an order, and whether it can be carried out as it stands; nothing is changed. Undefined: nobody takes orders. */
  answer(order: Order, place: OrderPlace): Promise<{ readonly text: string; readonly can: boolean } | undefined>
  carryOut(order: Order, place: Cleaned<OrderPlace>): Promise<void>
}
