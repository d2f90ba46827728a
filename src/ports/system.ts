import type { DerivedNoun } from '../domain/effects.ts'
import type { UseFigures } from '../domain/memory/use.ts'
import type { Project } from '../domain/nouns/project.ts'
import type { RecordOf } from '../domain/nouns/records.ts'
import type { Clean, Cleaned, SecretRange } from '../domain/redaction/clean.ts'
import type { Settings } from '../domain/settings.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import type { Connection } from './connections.ts'
import type { Scope } from './record.ts'

/** Epoch milliseconds. */
export interface Clock {
  now(): number
}

/** The page that shows people what is kept. */
export interface Viewer {
  /** Undefined until it is served. */
  address(): string | undefined
}

/** The machine that this runs on. */
export interface Machine {
  /** What programs could still have, in MB; undefined where the system does not say. */
  freeMemoryMb(): number | undefined
}

/** The process's own log: one line an entry, never a payload's text. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
}

/** A folder seen as part of a project. */
export interface Place {
  readonly project: Project & { readonly id: Clean }
  /** The top of the worktree, where it is one. */
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
}

/** The disk that people work on. */
export interface Workspace {
  /** Which project a folder belongs to; never fails: a folder that is gone and of which no repository tells names itself. */
  locate(dir: string): Promise<Place>
  /** Of a transcript and the files in the folder beside it that has its name: those that are there, and hold `text` if given. */
  stillIn(transcript: string, text?: string): Promise<readonly string[]>
  /** The head of a file's text; empty where there is none. */
  textOf(path: string): Promise<string>
  /**
   * The whole text of a regular file within `root`. Undefined where there is none, where a link leads to it from within
   * `root`, where it is over 256 KB, and where it is no UTF-8 text.
   */
  fileText(path: string, root: string): Promise<string | undefined>
}

/** Configuration as behaviours see it: the user's own, and for a project what that project's file tightens. */
export interface Config {
  settings(project?: string): Settings
  /** Whether anything is captured and told at all (`enabled`). */
  active(project?: string): boolean
  /** Whether a behaviour is switched on: everywhere (`behaviours.<name>`), and in this session and project. */
  enabled(behaviour: string, scope?: Scope): boolean
  /** `failures.max`, `queue.batch` and `queue.highWater`. */
  limits(): { readonly failures: number; readonly batch: number; readonly highWater: number }
  /** `retention.days`; 0 where nothing is deleted by its age. */
  retentionDays(project?: string): number
  /** Reads the project's own file in `top`, a worktree of it, where it has changed. Never rejects. */
  refresh(project: string, top: string): Promise<void>
}

/** A behaviour that is switched off in one session or one project. */
export interface Switch extends Scope {
  readonly behaviour: string
}

/** Keeps the behaviours that are switched off in a session or a project. */
export interface Switches {
  list(): Promise<readonly Switch[]>
  /** Switches the behaviour off there, or on again. */
  set(at: Cleaned<Switch>, on: boolean): Promise<void>
}

/** One key of the configuration, with where its value came from and a sentence on it. */
export interface ConfigEntry {
  readonly value: unknown
  readonly default: unknown
  readonly from: string
  readonly sentence: string
}

/** The user's own configuration, to be read and written by verbs. */
export interface ConfigEditor {
  readonly path: string
  list(): Promise<Readonly<Record<string, ConfigEntry>>>
  /** Throws `bad-config` where key or value does not fit. */
  set(key: string, value: string): Promise<void>
}

/** A behaviour as it runs. */
export interface BehaviourState {
  readonly name: string
  readonly summary: string
  /** False where the user or its own failures switched it off, in the scope that was asked for. */
  readonly on: boolean
  /** The sessions and projects in which alone it is switched off. */
  readonly offIn: readonly Scope[]
  /** The longest run of failures that still goes on. */
  readonly failures: number
  /** What it failed with last. */
  readonly error?: string | undefined
  /** Where it overruns its budget too often: the share of its last runs, how many those are, and the budget. */
  readonly late?: { readonly share: number; readonly runs: number; readonly budgetMs: number } | undefined
  /** Where it tells less, since what it tells is seldom used: the figures. */
  readonly quieter?: UseFigures | undefined
}

/** The behaviours of this daemon. */
export interface Behaviours {
  /** As they run everywhere, or in one session or project. */
  list(scope?: Scope): readonly BehaviourState[]
  /** Switches one off in one session or project, or on again there. */
  switch(at: Switch, on: boolean): Promise<void>
  /** Forgets a behaviour's failures: one that they switched off runs again. */
  revive(name: string): void
}

/** What the daemon knows of itself, and what `connect` writes. */
export interface DaemonFacts {
  readonly pid: number
  readonly port: number
  readonly version: string
  readonly startedAt: number
  readonly token: string
  /** The absolute path of the launcher that hooks and the MCP entry name. */
  readonly launcher: string
  /** What clients are to be asked for now. */
  readonly wanted: readonly Wanted[]
}

/** The daemon's log files. */
export interface Logs {
  readonly dir: string
  /** The newest lines, oldest first. */
  tail(lines: number): Promise<readonly string[]>
  /** The newest lines and then those that come, without end. */
  follow(lines: number): AsyncIterable<string>
}

/** A connection that was taken out and is to be put back. */
export type RestingPlace = Pick<Connection, 'host' | 'scope' | 'projectDir' | 'configDir' | 'transport'>

/** How the daemon ends. Both return before it does, so that the call can be answered. */
export interface Lifecycle {
  /** Stops, and remembers which connections `up` has to put back. */
  rest(places: readonly RestingPlace[]): Promise<void>
  restart(): Promise<void>
}

/** Finds what must not be kept. Text of any size; never holds the event loop for long. Rejects rather than miss silently. */
export interface Secrets {
  find(text: string): Promise<readonly SecretRange[]>
}

/** Who asks for an examination: the program's release, and what of its environment decides whether hooks arrive. */
interface Caller {
  readonly version?: string | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
}

/** One thing that was looked at. `ok` is null where somebody chose it so, or where it could not be looked at. */
export interface DoctorCheck {
  readonly name: string
  readonly ok: boolean | null
  readonly detail: string
  /** What to do; null where there is nothing to do. */
  readonly remedy: string | null
}

/** Looks at everything that has to be well for Hindcast to work. */
export interface Doctor {
  /** `fix` mends first what can be mended without harm. `from` is the folder that is asked from. Throws `bad-input`. */
  examine(asked: {
    readonly fix: boolean
    readonly caller: Caller
    readonly from?: string | undefined
    /** The name of the one thing to look at. */
    readonly only?: string | undefined
  }): Promise<readonly DoctorCheck[]>
}

/** How a store fares; times are epoch milliseconds, absent where there is nothing of the kind. */
export interface StoreState {
  /** What SQLite's own check found, the first ones; empty where the file is sound. */
  readonly problems: readonly string[]
  /** Steps of the schema that the file has, and that this release knows. */
  readonly schema: number
  readonly known: number
  /** The newest event that came by a hook, and the newest end of a turn among them. */
  readonly lastHookAt?: number | undefined
  readonly lastStopAt?: number | undefined
  /** The newest observation or summary. */
  readonly lastMemoryAt?: number | undefined
  /** Since when the oldest job is due. */
  readonly oldestDueAt?: number | undefined
  readonly pending: number
  readonly failed: number
  /** What the newest job that was given up failed with. */
  readonly failure?: string | undefined
  /** Lines of transcripts that could not be read. */
  readonly unreadable: number
}

/** Looks after the store itself. */
export interface StoreHealth {
  examine(): Promise<StoreState>
  /** Puts jobs that were given up back into the queue; says how many. */
  retryFailed(): Promise<number>
}

/** Keeps what a verb was told. */
export interface Keeper {
  /** Redacted as everything is; the same id again takes its place. The project is made known. */
  keep<N extends DerivedNoun>(kind: N, record: RecordOf<N>, project: Project): Promise<void>
}

/** What work that can wait gives way to: hooks that are being answered, and people at work. */
export interface Pacer {
  /** Resolves when no answer is being made, and after a moment anyway. */
  giveWay(): Promise<void>
  /** Whether nobody has asked for a while. */
  isCalm(): boolean
}
