import { deserialize, serialize } from 'node:v8'
import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type {
  Archive,
  Claims,
  Commit,
  Evidence,
  Failures,
  Folds,
  Grants,
  History,
  Jobs,
  Journal,
  Ledger,
  Memories,
  Past,
  SourceMark,
  Sources,
  StoreHealth,
  Switches,
  TurnLog,
  Vectors,
} from '../../../ports.ts'
import type { ConnectionRole } from './database.ts'
import type { StoreErrorCode } from './errors.ts'

/** The ports that the store implements. */
export interface StorePorts {
  readonly journal: Journal
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly memories: Memories
  readonly history: History
  readonly jobs: Jobs
  readonly failures: Failures
  readonly switches: Switches
  readonly grants: Grants
  readonly claims: Claims
  readonly folds: Folds
  readonly turnLog: TurnLog
  readonly sources: Sources
  readonly health: StoreHealth
  readonly past: Past
  readonly archive: Archive
  readonly vectors: Vectors
}

/** Which worker runs each method: writes go to the writer. */
export const ROLES: { readonly [P in keyof StorePorts]: { readonly [M in keyof StorePorts[P]]: ConnectionRole } } = {
  journal: { commit: 'writer', commitAll: 'writer', commitPacked: 'writer' },
  evidence: {
    sessions: 'reader',
    events: 'reader',
    prompts: 'reader',
    versions: 'reader',
    ordinal: 'reader',
    stored: 'reader',
    project: 'writer',
    projects: 'reader',
    places: 'reader',
    decided: 'reader',
    unite: 'writer',
    part: 'writer',
    counts: 'reader',
  },
  ledger: {
    excluded: 'reader',
    silences: 'reader',
    paused: 'reader',
    pause: 'writer',
    resume: 'writer',
    survey: 'reader',
    forget: 'writer',
    sweep: 'writer',
  },
  memories: {
    observations: 'reader',
    records: 'reader',
    totals: 'reader',
    show: 'reader',
    idsFrom: 'reader',
    search: 'reader',
    recall: 'reader',
    mark: 'writer',
  },
  history: {
    around: 'reader',
    rows: 'reader',
    sessions: 'reader',
    agents: 'reader',
    behaviours: 'reader',
    uses: 'reader',
    files: 'reader',
    types: 'reader',
  },
  jobs: {
    lease: 'writer',
    retry: 'writer',
    finish: 'writer',
    abandon: 'writer',
    hasten: 'writer',
    release: 'writer',
    nextDue: 'reader',
    ofSession: 'reader',
    counts: 'reader',
  },
  failures: { list: 'reader', note: 'writer', clear: 'writer' },
  switches: { list: 'reader', set: 'writer' },
  grants: { take: 'writer', giveBack: 'writer' },
  claims: { take: 'writer', renew: 'writer', release: 'writer', handOver: 'writer', list: 'reader' },
  folds: { load: 'reader', save: 'writer' },
  turnLog: { append: 'writer', read: 'reader' },
  sources: {
    consent: 'writer',
    consented: 'reader',
    cursor: 'reader',
    paths: 'reader',
    owners: 'reader',
    known: 'reader',
    tally: 'reader',
    kinds: 'reader',
    usage: 'reader',
    rewind: 'writer',
  },
  health: {
    examine: 'reader',
    heard: 'reader',
    backUp: 'reader',
    backups: 'reader',
    checkpoint: 'reader',
    copy: 'writer',
    probe: 'writer',
    retryFailed: 'writer',
  },
  past: { stage: 'writer', reach: 'writer' },
  archive: { counts: 'reader', page: 'reader', restore: 'writer' },
  vectors: { missing: 'reader', fill: 'writer', counts: 'reader' },
}

/** Slow reads that no answer needs: they have their own thread, so that no answer waits for them. */
export const LONG: ReadonlySet<string> = new Set([
  'evidence.counts',
  'memories.search',
  'ledger.survey',
  'sources.tally',
  'health.checkpoint',
  ...['around', 'rows', 'sessions', 'agents', 'behaviours'].map((method) => `history.${method}`),
  ...['counts', 'page'].map((method) => `archive.${method}`),
])

/** Methods that run outside a transaction, or start their own. */
export const BARE: ReadonlySet<string> = new Set([
  'ledger.forget',
  'ledger.sweep',
  'past.stage',
  'health.backUp',
  'health.checkpoint',
  'health.copy',
  'health.probe',
])

/** A worker's first message: what to open. A `snapshot` reads the state at opening until it is closed. */
export interface WorkerSettings {
  readonly file: string
  readonly role: ConnectionRole | 'snapshot'
  /** For the writer: the file had tables when it was last open, so an empty one is not the same file. */
  readonly isExpected?: boolean | undefined
}

/** One call; `close` takes effect after the calls before it. Every later message is a list of these. */
export type Request =
  | { readonly id: number; readonly port: string; readonly method: string; readonly args: readonly unknown[] }
  | { readonly id: number; readonly close: true }

/** A worker's answer; `id: 0`: it is open, or why it cannot be. Its messages are lists of these. */
export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: StoreErrorCode; readonly message: string } }

/** The arguments of one `commitAll`, packed for another process or thread. */
export const pack = (commits: readonly Commit[], mark: Cleaned<SourceMark>): Uint8Array => serialize([commits, mark])

/** The inverse of `pack`. Throws if the bytes are anything else. */
export const unpack = (bytes: ArrayBuffer): readonly [readonly Commit[], Cleaned<SourceMark>] =>
  deserialize(new Uint8Array(bytes)) as [readonly Commit[], Cleaned<SourceMark>]
