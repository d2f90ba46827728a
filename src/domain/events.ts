import type { CheckOutcome } from './checks/outcome.ts'
import type { Classification } from './classification.ts'
import type { Act, ToolResult } from './tool.ts'

/** One call of a tool: what it does in neutral terms (`act`), and the host's own input, only for rewriting it. */
export interface ToolCall {
  readonly tool: string
  readonly toolUseId: string
  readonly act: Act
  readonly input: unknown
}

/** The client process behind a session, as the SessionStart command sees it. */
export interface ClientProcess {
  readonly pid?: number | undefined
  readonly entrypoint?: string | undefined
  /** False where nobody can be asked (headless). */
  readonly attended?: boolean | undefined
}

/** What each event says beyond its envelope. Hosts' events first, then those that Hindcast derives. */
export interface EventMap {
  SessionStart: { source: string; model?: string; transcript?: string; title?: string; client?: ClientProcess }
  SessionEnd: { reason: string }
  Setup: { trigger: string }
  /** `prompt` is cleaned; `isPrivate`: nothing but private text was there. */
  UserPromptSubmit: { prompt: string; isPrivate: boolean; origin: PromptOrigin }
  UserPromptExpansion: { expansion: string; command: string; args: string; prompt: string }
  PreToolUse: ToolCall
  PermissionRequest: Omit<ToolCall, 'toolUseId'>
  PermissionDenied: ToolCall & { reason: string }
  PostToolUse: ToolCall & { result: ToolResult; durationMs?: number }
  PostToolUseFailure: ToolCall & { error: string; exitCode?: number; interrupted: boolean; durationMs?: number }
  PostToolBatch: { calls: readonly (ToolCall & { result: ToolResult })[] }
  Notification: { message: string; title?: string; type: string }
  SubagentStart: object
  SubagentStop: { active: boolean; transcript?: string; lastMessage?: string }
  Stop: { active: boolean; lastMessage?: string }
  StopFailure: { error: string; details?: string; lastMessage?: string }
  PreCompact: { trigger: string; instructions?: string }
  PostCompact: { trigger: string; summary: string }
  PreModelSwitch: ModelSwitch
  PostModelSwitch: ModelSwitch
  TeammateIdle: { teammate: string; team: string }
  TaskCreated: Task
  TaskCompleted: Task
  Elicitation: { server: string; message: string; mode?: string; url?: string }
  ElicitationResult: { server: string; action: string; content?: unknown }
  ConfigChange: { source: string; path?: string }
  WorktreeCreate: { worktree: string }
  WorktreeRemove: { path: string }
  InstructionsLoaded: { path: string; memory: string; reason: string }
  CwdChanged: { from: string; to: string }
  FileChanged: { path: string; change: string }
  DirectoryAdded: { path: string; source: string }
  MessageDisplay: { turn: string; message: string; index: number; final: boolean; delta: string }
  /** A host's event that this release does not model: kept as it came. */
  Unknown: { hook: string; payload: unknown }
  /** Derived: these ids were put before the model in answer to `cause`. */
  Told: { ids: readonly string[] }
  /** Derived: how a check came out that the call `cause` ran. */
  Outcome: CheckOutcome
  /** Derived: what is said once was said: that something is nearly full, what is known of a file. */
  Warned: { of: readonly string[] }
}

interface ModelSwitch {
  from: string
  to: string
  source: string
  contextTokens?: number
}

interface Task {
  task: string
  subject: string
  description?: string
  teammate?: string
  team?: string
}

/** Who asked: typed by a person, given by a script (`-p`, SDK), or the machine's own text. */
export type PromptOrigin = 'person' | 'script' | 'machine'

/** The name of an event, by which it is narrowed. */
export type EventName = keyof EventMap
/** Those that a behaviour or the engine may emit. */
export type DerivedName = 'Told' | 'Warned' | 'Outcome'
/** Those that are answered and never kept: a call's result tells all of it, a batch repeats its calls, a message is in the transcript. */
export type PassingName = 'PreToolUse' | 'PostToolBatch' | 'MessageDisplay'
/** Those that are about one call of a tool. */
export type CallName = { [E in EventName]: EventMap[E] extends { readonly act: Act } ? E : never }[EventName]

/** What every event carries. Times are epoch milliseconds. */
export interface Envelope<E extends EventName = EventName> {
  readonly id: string
  /** Digest of what names it but its ordinal. */
  readonly identity: string
  readonly name: E
  readonly at: number
  /** The host's own session id. */
  readonly session: string
  readonly project: string
  readonly host: string
  readonly via: 'hook' | 'transcript' | 'derived'
  readonly cwd?: string | undefined
  /** Where its session began: the top of the worktree, and the branch that was checked out. */
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
  /** False where nobody at the session's client can be asked; undefined where it is not known. */
  readonly attended?: boolean | undefined
  readonly agent?: { readonly id: string; readonly type: string } | undefined
  /** The host's id of the prompt that this follows. */
  readonly promptId?: string | undefined
  /** The event that a derived one follows, and how far it is from evidence (at most 4). */
  readonly cause?: string | undefined
  readonly depth?: number | undefined
  readonly classification: Classification
}

/** One thing that happened, by name; narrow on `name`. */
export type EventOf<E extends EventName> = { [N in E]: Envelope<N> & Readonly<EventMap[N]> }[E]
export type Event = EventOf<EventName>

/**
 * What wire makes of a payload: an event that lacks only what needs the store or the disk.
 * `identity` names the event apart from its ordinal; `ordinal: false` says that it is unique by itself.
 */
export type Draft<E extends EventName = EventName> = {
  [N in E]: Omit<Envelope<N>, 'id' | 'identity' | 'project' | 'worktree' | 'branch' | 'attended' | 'classification'> &
    Readonly<EventMap[N]> & {
      readonly identity: { readonly parts: readonly string[]; readonly ordinal: boolean }
      /** Where the session began, which names its project. */
      readonly startDir?: string | undefined
    }
}[E]
