import type { Outcome } from '../classification.ts'
import type { PromptOrigin } from '../events.ts'

/** A place where people work: a git common dir, else a real path. */
export interface Project {
  readonly id: string
  readonly name: string
  /** The folder that names it: the main worktree's, or the plain path. */
  readonly root: string
  readonly remote?: string | undefined
}

/** One run of a host under its own id. Times are epoch milliseconds. */
export interface Session {
  readonly id: string
  readonly host: string
  readonly project: string
  readonly source?: string | undefined
  readonly parent?: string | undefined
  readonly cwd?: string | undefined
  readonly branch?: string | undefined
  readonly worktree?: string | undefined
  readonly transcript?: string | undefined
  readonly model?: string | undefined
  readonly title?: string | undefined
  readonly clientPid?: number | undefined
  readonly entrypoint?: string | undefined
  readonly attended?: boolean | undefined
  readonly startedAt: number
  readonly lastSeenAt: number
  readonly endedAt?: number | undefined
  readonly endReason?: string | undefined
}

/** What is to be laid over a session's row; absent fields stay. `endedAt: null` reopens it. */
export type SessionChange = Pick<Session, 'id' | 'host' | 'project' | 'lastSeenAt'> &
  Partial<Omit<Session, 'id' | 'host' | 'project' | 'lastSeenAt' | 'endedAt' | 'endReason'>> & {
    readonly endedAt?: number | null | undefined
    readonly endReason?: string | null | undefined
  }

/** What was asked. `number` counts a session's prompts from 1; the store gives it. */
export interface Prompt {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly number: number
  readonly text: string
  readonly origin: PromptOrigin
  readonly promptId?: string | undefined
  /** The event that it came with. */
  readonly event: string
}
export type PromptDraft = Omit<Prompt, 'number'>

/** An event as it is kept: capped text, what classify found, and the few fields of its own (`body`). */
export interface EventRecord {
  /** Order of arrival in the store; grows. */
  readonly seq: number
  readonly id: string
  /** Digest of what names it but its ordinal: the store counts the next one's ordinal by it. */
  readonly identity: string
  readonly name: string
  readonly at: number
  readonly session: string
  readonly project: string
  readonly host: string
  readonly via: string
  readonly agentId?: string | undefined
  readonly agentType?: string | undefined
  readonly promptId?: string | undefined
  readonly cause?: string | undefined
  readonly tool?: string | undefined
  readonly target?: string | undefined
  readonly outcome?: Outcome | undefined
  readonly exitCode?: number | undefined
  readonly durationMs?: number | undefined
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  /** What went in (a command, a patch, a query …) and what came out, capped. */
  readonly input?: string | undefined
  readonly output?: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly significance?: number | undefined
}
export type RecordDraft = Omit<EventRecord, 'seq' | 'significance'>

/** What a file held after the agent's write. `hash`: SHA-256 of its text in UTF-8, in hex. */
export interface FileVersion {
  /** The call that wrote it. */
  readonly event: string
  readonly session: string
  readonly project: string
  /** Absolute. */
  readonly path: string
  readonly at: number
  readonly hash: string
}

/** How full a session's context was at its newest request, as far as its transcript was read. */
export interface Usage {
  readonly session: string
  readonly at: number
  /** All that the request held, cached or not. */
  readonly tokens: number
  /** What the model takes at most. */
  readonly window: number
}

/** What kind of finding an observation is. */
export type ObservationType = 'bugfix' | 'feature' | 'refactor' | 'change' | 'discovery' | 'decision' | 'security'
/** What an observation is good for. */
export type Concept =
  | 'how-it-works'
  | 'why-it-exists'
  | 'what-changed'
  | 'problem-solution'
  | 'gotcha'
  | 'pattern'
  | 'trade-off'

/** What happened, in one titled record, citing the events it was made from. Rebuildable: its id follows from evidence. */
export interface Observation {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly type: ObservationType
  readonly title: string
  readonly narrative: string
  readonly facts: readonly string[]
  readonly concepts: readonly Concept[]
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly evidence: readonly string[]
  readonly agentId?: string | undefined
  readonly promptId?: string | undefined
  /** The older observation that this one makes obsolete. */
  readonly supersedes?: string | undefined
  /** Whose word it is, where somebody asked to have it remembered; absent where it was distilled. */
  readonly rememberedBy?: 'user' | 'agent' | undefined
}
export type ObservationDraft = Observation

/** A checkpoint of a session. Several a session; the latest is the state. */
export interface Summary {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly request: string
  readonly investigated: string
  readonly learned: string
  readonly completed: string
  readonly nextSteps: string
  readonly notes: string
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly evidence: readonly string[]
}
export type SummaryDraft = Summary

/** How work that was handed over came out. */
export type HandoffOutcome = 'SUCCEEDED' | 'PARTIAL_PLUS' | 'PARTIAL_MINUS' | 'FAILED'

/** Where the work of a session stands, for the next one or after a compaction. */
export interface Handoff {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly goal: string
  readonly now: string
  readonly next: string
  readonly blockers: readonly string[]
  readonly worked: readonly string[]
  readonly failed: readonly string[]
  readonly decisions: readonly string[]
  readonly files: readonly string[]
  /** Nothing more is added: the session ended, or what came before was compacted. */
  readonly sealed: boolean
  readonly evidence: readonly string[]
  readonly outcome?: HandoffOutcome | undefined
  /** Who told the outcome. */
  readonly outcomeBy?: 'person' | 'agent' | undefined
}
