import type { Project } from '../domain/memory/nouns.ts'
import type { Settings } from '../domain/settings.ts'
import type { Connection } from './connections.ts'

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
  readonly project: Project
  /** The top of the worktree, where it is one. */
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
}

/** The disk that people work on. */
export interface Workspace {
  /** Which project a folder belongs to; never fails: a folder that is gone names itself. */
  locate(dir: string): Promise<Place>
  /** Of a transcript and the files in the folder beside it that has its name: those that are there, and hold `text` if given. */
  stillIn(transcript: string, text?: string): Promise<readonly string[]>
  /** The head of a file's text; empty where there is none. */
  textOf(path: string): Promise<string>
}

/** Configuration as behaviours see it. */
export interface Config {
  settings(): Settings
  /** Whether a behaviour is switched on (`behaviours.<name>`). */
  enabled(behaviour: string): boolean
  /** `failures.max` and `queue.batch`. */
  limits(): { readonly failures: number; readonly batch: number }
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
  /** False where the user or its own failures switched it off. */
  readonly on: boolean
  /** The longest run of failures that still goes on. */
  readonly failures: number
  /** What it failed with last. */
  readonly error?: string | undefined
}

/** The behaviours of this daemon. */
export interface Behaviours {
  list(): readonly BehaviourState[]
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
export type RestingPlace = Pick<Connection, 'scope' | 'projectDir' | 'configDir' | 'transport'>

/** How the daemon ends. Both return before it does, so that the call can be answered. */
export interface Lifecycle {
  /** Stops, and remembers which connections `up` has to put back. */
  rest(places: readonly RestingPlace[]): Promise<void>
  restart(): Promise<void>
}
