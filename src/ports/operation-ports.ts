import type { Connections } from './connections.ts'
import type { Evidence } from './evidence.ts'
import type { Jobs } from './jobs.ts'
import type { Memories } from './memories.ts'
import type { Rehearsal } from './rehearsal.ts'
import type { Clock, ConfigEditor, DaemonFacts, Lifecycle, Logs, Workspace } from './system.ts'

/** What verbs are given. */
export interface OperationPorts {
  readonly evidence: Evidence
  readonly memories: Memories
  readonly jobs: Jobs
  readonly connections: Connections
  readonly rehearsal: Rehearsal
  readonly workspace: Workspace
  readonly configEditor: ConfigEditor
  readonly daemon: () => DaemonFacts
  readonly lifecycle: Lifecycle
  readonly logs: Logs
  readonly clock: Clock
}

/** What a verb has where no daemon runs. */
export type OfflinePorts = Pick<OperationPorts, 'connections' | 'configEditor' | 'logs' | 'lifecycle'>
