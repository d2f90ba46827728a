import type { Archives } from './archive.ts'
import type { Connections } from './connections.ts'
import type { Doctor } from './doctor.ts'
import type { Embedder } from './embedder.ts'
import type { Evidence } from './evidence.ts'
import type { History } from './history.ts'
import type { Imports } from './imports.ts'
import type { Jobs } from './jobs.ts'
import type { Keeper } from './keeper.ts'
import type { Ledger } from './ledger.ts'
import type { Memories } from './memories.ts'
import type { Rehearsal } from './rehearsal.ts'
import type { Replays } from './replays.ts'
import type { StoreHealth } from './store-health.ts'
import type { Behaviours, Clock, ConfigEditor, DaemonFacts, Lifecycle, Logs, Workspace } from './system.ts'
import type { TurnLog } from './turn-log.ts'
import type { Vectors } from './vectors.ts'

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
