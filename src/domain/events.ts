// Folder src/domain/: pure rules and types, no I/O: events, effects, facts, folds, settings; `classify` and `shell*`
// (what a call does), `subscriptions` (which hooks to request), `identity`, `settlement` and `worktree` (projects),
// `errors` (the one table), `quote` (text of others on one line)

import type { CheckOutcome } from './checks/outcome.ts'
import type { Classification } from './classification.ts'
import type { Act, ToolResult } from './tool.ts'

/** One tool call: what it does in neutral terms (`act`), and the host's own input, kept only for rewriting it. */
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
  /** False if nobody can be asked (headless). */
  readonly attended?: boolean | undefined
  /** The pattern of subagents that a variable of its environment names, unchecked. */
  readonly pattern?: string | undefined
  /** The variables that decide which way its requests take, without the proxies' addresses: they may hold passwords. */
  readonly requests?: Readonly<Record<string, string>> | undefined
}

/** The fields of each event beyond its envelope. Hosts' events first, then those that Hindcast derives. */
export interface EventMap {
  SessionStart: { source: string; model?: string; transcript?: string; title?: string; client?: ClientProcess }
  SessionEnd: { reason: string }
  Setup: { trigger: string }
  /** `prompt` is cleaned; `isPrivate`: it contained nothing but private text. `sender`: the agent whose message it is. */
  UserPromptSubmit: { prompt: string; isPrivate: boolean; origin: PromptOrigin; sender?: string }
  UserPromptExpansion: { expansion: string; command: string; args: string; prompt: string }
  PreToolUse: ToolCall
  PermissionRequest: Omit<ToolCall, 'toolUseId'>
  /** `said`: the words of the person who refused the call, possibly none; undefined if no person refused it. */
  PermissionDenied: ToolCall & { reason: string; said?: string }
  PostToolUse: ToolCall & { result: ToolResult; durationMs?: number }
  PostToolUseFailure: ToolCall & { error: string; exitCode?: number; interrupted: boolean; durationMs?: number }
  PostToolBatch: { calls: readonly (ToolCall & { result: ToolResult })[] }
  Notification: { message: string; title?: string; type: string }
  SubagentStart: object
  SubagentStop: { active: boolean; transcript?: string; lastMessage?: string }
  /** `running`: the subagents that go on in the background; their ends wake the session. */
  Stop: { active: boolean; lastMessage?: string; running?: readonly string[] }
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
  /** What the client's own model wrote while the person was away: goal, what is done, what is next. Nobody's instruction. */
  Recap: { text: string }
  /** The session's title. `person`: chosen by a command of the person; `client`: by the client or its model. */
  Titled: { title: string; by: 'person' | 'client' }
  /** The pull request that the session made or works on; `repository`: `owner/name`. */
  PullRequest: { number: number; repository: string; url: string }
  /** What the person's editor newly reported after an edit. Lines count from 1; it never says that something passed. */
  Diagnostics: {
    problems: readonly { path: string; line?: number; message: string; severity: string; source: string }[]
  }
  /** A file that the person selected lines in, opened or named beside a prompt. */
  FilesShown: { path: string; how: 'selected' | 'opened' | 'named' }
  /** A host event that this release does not model, kept as received. */
  Unknown: { hook: string; payload: unknown }
  /** Derived: these ids were given to the model in answer to `cause`. */
  Told: { ids: readonly string[] }
  /** Derived: the result of a check that the call `cause` ran. */
  Outcome: CheckOutcome
  /** Derived: what the main agent did in a turn, and what the person asked for; see `learning/steps`. */
  Steps: { of: readonly string[]; requests: readonly string[] }
  /** Derived: a subagent of a run is about to start, of this type and for this. */
  Launched: { type: string; description: string }
  /** Derived: a one-time notice was given, such as nearly full context or notes on a file. */
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

/** Where a prompt came from: typed by a person, passed by a script (`-p`, SDK), or generated by the machine. */
export type PromptOrigin = 'person' | 'script' | 'machine'

/** The name of an event, used to narrow it. */
export type EventName = keyof EventMap
/** Event names that a behaviour or the engine may emit. */
export type DerivedName = 'Told' | 'Warned' | 'Outcome' | 'Steps' | 'Launched'
/** Events that only transcripts tell of, so that no host is asked for them. */
export type TranscribedName = 'Recap' | 'Titled' | 'PullRequest' | 'Diagnostics' | 'FilesShown'
/**
 * Events that are answered but never stored: a call's result contains the call, a batch repeats its calls, a message is
 * in the transcript.
 */
export type PassingName = 'PreToolUse' | 'PostToolBatch' | 'MessageDisplay'
/** Events about one tool call. */
export type CallName = { [E in EventName]: EventMap[E] extends { readonly act: Act } ? E : never }[EventName]

/** What every event carries. Times are epoch milliseconds. */
export interface Envelope<E extends EventName = EventName> {
  readonly id: string
  /** Digest of everything that identifies it except its ordinal. */
  readonly identity: string
  readonly name: E
  readonly at: number
  /** The host's own session id. */
  readonly session: string
  readonly project: string
  readonly host: string
  readonly via: 'hook' | 'transcript' | 'derived'
  readonly cwd?: string | undefined
  /** Where the session began: the root of the worktree, and the branch that was checked out. */
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
  /** False if nobody can be asked in the session's client; undefined if unknown. */
  readonly attended?: boolean | undefined
  readonly agent?: { readonly id: string; readonly type: string } | undefined
  /** The host's id of the prompt that led to this. */
  readonly promptId?: string | undefined
  /** The event that a derived event follows, and its distance from evidence (at most 4). */
  readonly cause?: string | undefined
  readonly depth?: number | undefined
  readonly classification: Classification
}

/** One thing that happened, by name; narrow on `name`. */
export type EventOf<E extends EventName> = { [N in E]: Envelope<N> & Readonly<EventMap[N]> }[E]
export type Event = EventOf<EventName>

/**
 * What wire decodes from a payload: an event that lacks only what needs the store or the disk. `identity` identifies
 * the event apart from its ordinal; `ordinal: false` means that it is unique without one.
 */
export type Draft<E extends EventName = EventName> = {
  [N in E]: Omit<Envelope<N>, 'id' | 'identity' | 'project' | 'worktree' | 'branch' | 'attended' | 'classification'> &
    Readonly<EventMap[N]> & {
      readonly identity: { readonly parts: readonly string[]; readonly ordinal: boolean }
      /** Where the session began, which determines its project. */
      readonly startDir?: string | undefined
    }
}[E]
