import type { Clean, Cleaned, SecretRange } from '@hindcast/redaction/clean.ts'
import type { DerivedNoun } from '../domain/effects.ts'
import type { UseFigures } from '../domain/memory/use.ts'
import type { Project } from '../domain/nouns/project.ts'
import type { RecordOf } from '../domain/nouns/records.ts'
import type { Settings } from '../domain/settings.ts'
import type { Lookalike } from '../domain/settlement.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import type { Connection } from './connections.ts'
import type { Scope } from './record.ts'

/** Epoch milliseconds. */
export interface Clock {
  now(): number
}

/** The viewer. */
export interface Viewer {
  /** Undefined until it is served. */
  address(): string | undefined
}

/** The machine that this runs on. */
export interface Machine {
  /** Memory available to programs, in MB; undefined if the system does not report it. */
  freeMemoryMb(): number | undefined
  /** Whether a process is running, whoever's it is. */
  isRunning(pid: number): boolean
  /** When it started, in epoch milliseconds; undefined if the system does not say. Process ids are used again. */
  startedAt(pid: number): number | undefined
}

/** The process's own log: one line for each entry, never a payload's text. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
}

/** A folder as part of a project. */
export interface Place {
  readonly project: Project & { readonly id: Clean }
  /** The root of the worktree, if it is in one. */
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
  /** The repository that its `.git` names, which does not name it: it counts only for what is recorded of this worktree. */
  readonly claimed?: (Project & { readonly id: Clean }) | undefined
}

/** The disk that people work on. */
export interface Workspace {
  /**
   * The project of a folder; never fails: a folder that is gone, and belongs to no known repository, is its own
   * project.
   */
  locate(dir: string): Promise<Place>
  /** A hash of the commit that a worktree's history began with; undefined if it takes too long to find. Starts a process. */
  firstCommit(worktree: string): Promise<string | undefined>
  /** A recorded project that this one (by id) seems to be, as nobody has decided yet; undefined if there is none. */
  lookalike(project: string): Promise<Lookalike | undefined>
  /** Whether something is at this path; yes if that cannot be looked at. */
  isThere(path: string): Promise<boolean>
  /**
   * Of a transcript and the files in the folder named after it: those that exist and, if `text` is given, contain it.
   */
  stillIn(transcript: string, text?: string): Promise<readonly string[]>
  /**
   * A path without links, also of a file that does not exist yet: then that of its folder. Cached for a few seconds; never
   * fails.
   */
  realPath(path: string): Promise<string>
  /** The head of a file's text; empty if there is none. */
  textOf(path: string): Promise<string>
  /**
   * The whole text of a regular file within `root`. Undefined if it is missing, reached through a link inside `root`,
   * over 256 KB, or not UTF-8.
   */
  fileText(path: string, root: string): Promise<string | undefined>
  /**
   * When git last moved the HEAD of a worktree, other than by a commit: a checkout, stash, merge, reset …; in whole
   * seconds. Undefined if it never did.
   */
  headMovedAt(worktree: string): Promise<number | undefined>
}

/** The configuration: the user's own, tightened by the project's file if one is named. */
export interface Config {
  settings(project?: string): Settings
  /** Whether a behaviour is enabled: globally (`behaviours.<name>`), and in this session and project. */
  enabled(behaviour: string, scope?: Scope): boolean
  /** Rereads the project's own file in `top`, one of its worktrees, if it has changed. Never rejects. */
  refresh(project: string, top: string): Promise<void>
}

/** A behaviour disabled in one session or one project. */
export interface Switch extends Scope {
  readonly behaviour: string
}

/** Stores which behaviours are disabled in a session or a project. */
export interface Switches {
  list(): Promise<readonly Switch[]>
  /** Disables the behaviour there, or enables it again. */
  set(at: Cleaned<Switch>, on: boolean): Promise<void>
}

/** One configuration key, with the source of its value and a description. */
export interface ConfigEntry {
  readonly value: unknown
  readonly default: unknown
  readonly from: string
  readonly sentence: string
}

/** The user's own configuration, as read and written by verbs. */
export interface ConfigEditor {
  readonly path: string
  list(): Promise<Readonly<Record<string, ConfigEntry>>>
  /** One setting. Throws `bad-input` where it is unknown. */
  get(key: string): Promise<ConfigEntry>
  /** Throws `bad-input` where the key is unknown or the value invalid. */
  set(key: string, value: string): Promise<void>
  /** Removes a key, so that its default applies. Throws `bad-input` where it is unknown. */
  unset(key: string): Promise<void>
}

/** The state of a behaviour. */
export interface BehaviourState {
  readonly name: string
  readonly summary: string
  /** The events on which it works in a job, after the answer. */
  readonly later: readonly string[]
  /** False if the user disabled it in the requested scope, or it was disabled after failures. */
  readonly on: boolean
  /** The individual sessions and projects in which it is disabled. */
  readonly offIn: readonly Scope[]
  /** The longest current run of failures. */
  readonly failures: number
  /** Its latest error. */
  readonly error?: string | undefined
  /** If it is often not ready at the deadline: the share of its recent runs, and their number. */
  readonly late?: { readonly share: number; readonly runs: number } | undefined
  /** The figures, if it says less because its records are seldom used. */
  readonly quieter?: UseFigures | undefined
}

/** This daemon's behaviours. */
export interface Behaviours {
  /** Their state overall, or in one session or project. */
  list(scope?: Scope): readonly BehaviourState[]
  /** Disables one in one session or project, or enables it again there. */
  switch(at: Switch, on: boolean): Promise<void>
  /** Clears a behaviour's failures; if they disabled it, it is enabled again. */
  revive(name: string): void
}

/** What the daemon knows about itself, and what `connect` writes. */
export interface DaemonFacts {
  readonly pid: number
  readonly port: number
  readonly version: string
  readonly startedAt: number
  /** The API's token. */
  readonly token: string
  /** What clients' settings hold: it opens `/hook` alone. */
  readonly hookToken: string
  /** The absolute path of the launcher in hooks and the MCP entry. */
  readonly launcher: string
  /** What clients should currently be asked for. */
  readonly wanted: readonly Wanted[]
}

/** The daemon's log files. */
export interface Logs {
  readonly dir: string
  /** The newest lines, oldest first. */
  tail(lines: number): Promise<readonly string[]>
  /** The newest lines, followed by new ones, without end. */
  follow(lines: number): AsyncIterable<string>
}

/** A connection that was removed temporarily. */
export type DisconnectedPlace = Pick<Connection, 'host' | 'scope' | 'projectDir' | 'configDir' | 'transport'>

/** How the daemon stops. `rest` and `restart` return before it does, so that the call can be answered. */
export interface Lifecycle {
  /** Why the daemon, which is running, can be neither asked nor ended from here; undefined if that is not so. */
  outOfReach(): Promise<string | undefined>
  /** Stops, and records which connections the next `up` has to restore. */
  rest(places: readonly DisconnectedPlace[]): Promise<void>
  restart(): Promise<void>
}

/**
 * Finds secrets. Accepts text of any size and never blocks the event loop for long. Rejects rather than missing any
 * silently.
 */
export interface Secrets {
  find(text: string): Promise<readonly SecretRange[]>
}

/** Stores records from verbs. */
export interface Keeper {
  /** Redacted like everything else; a record with the same id is replaced. Also records the project. */
  keep<N extends DerivedNoun>(kind: N, record: RecordOf<N>, project: Project): Promise<void>
}

/** What postponable work yields to: hooks being answered, and active users. */
export interface Pacer {
  /** Resolves when no answer is in progress, and after a moment in any case. */
  giveWay(): Promise<void>
  /** Whether there has been no request for a while. */
  isCalm(): boolean
}
