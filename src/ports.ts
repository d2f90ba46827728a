/** What the inside needs of the outside: every port, one small interface each. */
export type {
  Archive,
  ArchiveCounts,
  Archived,
  ArchiveKind,
  ArchiveProgress,
  ArchiveRecord,
  Archives,
  Exported,
  OwedJob,
  Restored,
  RestoredAll,
  Snapshot,
} from './ports/archive.ts'
export type {
  ClaudeConnection,
  Connection,
  ConnectionChange,
  ConnectionPlace,
  Connections,
  RefusedFile,
} from './ports/connections.ts'
export type { Check, Doctor } from './ports/doctor.ts'
export type { Embedder } from './ports/embedder.ts'
export type { Counts, Evidence, SessionFilter } from './ports/evidence.ts'
export type { Failure, Failures } from './ports/failures.ts'
export type { ForeignFile, ForeignFiles, ForeignValue } from './ports/foreign.ts'
export type { AgentTotals, BehaviourTotals, History, IndexRow, SessionTotals } from './ports/history.ts'
export type { Imported, ImportProgress, Imports, Survey } from './ports/imports.ts'
export type { Job, Jobs } from './ports/jobs.ts'
export type { Change, Commit, JobDraft, Journal } from './ports/journal.ts'
export type { Keeper } from './ports/keeper.ts'
export type { Found, Ledger, Pause, Scope, Selection, Span } from './ports/ledger.ts'
export type { AnyRecord, Hit, Memories, RecallFilter, SearchedKind, SearchFilter } from './ports/memories.ts'
export type { OfflinePorts, OperationPorts } from './ports/operation-ports.ts'
export type { OrderPlace, Orders } from './ports/orders.ts'
export type { Past } from './ports/past.ts'
export type { Rehearsal } from './ports/rehearsal.ts'
export type { ReplayAsked, Replayed, ReplayedTurn, ReplayProgress, Replays, ReplayTotals } from './ports/replays.ts'
export type { Secrets } from './ports/secrets.ts'
export type { SourceCursor, SourceError, SourceLine, SourceMark, Sources } from './ports/sources.ts'
export type { Folds, Grants } from './ports/state.ts'
export type { StoreHealth, StoreState } from './ports/store-health.ts'
export type {
  Behaviours,
  Clock,
  Config,
  ConfigEditor,
  Lifecycle,
  Log,
  Logs,
  Machine,
  Place,
  RestingPlace,
  Viewer,
  Workspace,
} from './ports/system.ts'
export type { TurnLog, TurnLogEntry } from './ports/turn-log.ts'
export type { Vectors } from './ports/vectors.ts'
