import type { Clean, Cleaned } from '@hindcast/redaction/clean.ts'
import type { RecordEffect, WorkEffect } from '../domain/effects.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { FileVersion } from '../domain/nouns/file-version.ts'
import type { Project } from '../domain/nouns/project.ts'
import type { Prompt } from '../domain/nouns/prompt.ts'
import type { CountedName, PluralOf, ShownName } from '../domain/nouns/records.ts'
import type { Session } from '../domain/nouns/session.ts'
import type { Archived } from './archive.ts'
import type { SourceMark } from './sources.ts'

/** A job to be queued for a stored event. */
export interface JobDraft {
  readonly behaviour: string
  readonly event: string
  /** The earliest time, in epoch milliseconds. */
  readonly dueAt: number
}

/** One thing to store. Text is Clean: nothing reaches the disk without redaction. */
export type Change = Cleaned<Exclude<RecordEffect | WorkEffect, { kind: 'emit' | 'order' | 'publish' | 'claims' }>>

/** The kinds of what is written: records, and what is stored besides them. */
export type WrittenKind = Change['kind'] | keyof Archived

/** That something of a kind was written in a session, if it names one. */
export interface Touched {
  readonly kind: WrittenKind
  readonly session?: string | undefined
  /** The latest time of what was written, in epoch milliseconds; 0 if it has none. */
  readonly at: number
}

/** All or nothing, in one transaction. */
export interface Commit {
  readonly changes: readonly Change[]
  readonly jobs?: readonly Cleaned<JobDraft>[]
  /** Jobs completed by this commit. */
  readonly done?: readonly number[]
  /** If this event is already stored, the whole commit is skipped. */
  readonly once?: Clean
}

/** The only way to write evidence and derived records. */
export interface Journal {
  /** `fresh` is false if nothing was written: `once` already existed, or it was `forgotten`. */
  commit(commit: Commit): Promise<{ readonly fresh: boolean; readonly forgotten?: boolean }>
  /** Several commits and their source's position, in one transaction; returns which were fresh. */
  commitAll(commits: readonly Commit[], mark: Cleaned<SourceMark>): Promise<readonly boolean[]>
  /**
   * `commitAll` for commits packed by another process; returns how many were fresh, and what they touched. The buffer is
   * transferred.
   */
  commitPacked(packed: ArrayBuffer): Promise<{ readonly fresh: number; readonly touched: readonly Touched[] }>
}

/**
 * How many records there are, by each noun's plural. `prompts` counts people's and scripts'; machine text is counted
 * separately.
 */
export type Counts = Readonly<Record<PluralOf<CountedName> | 'machinePrompts', number>>

/** Which events; oldest first. `agent: null` means only the main agent's. */
export interface EventFilter {
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly promptId?: string | undefined
  readonly agent?: string | null | undefined
  readonly names?: readonly string[] | undefined
  readonly afterSeq?: number | undefined
  readonly asOf?: number | undefined
  readonly limit: number
  /** The newest `limit` rather than the oldest; still returned oldest first. */
  readonly newest?: boolean | undefined
}

/** Which sessions; newest first, unless the `oldest` are wanted. `id` may be a prefix. */
export interface SessionFilter {
  readonly id?: string | undefined
  readonly project?: string | undefined
  readonly worktree?: string | undefined
  readonly clientPid?: number | undefined
  readonly endReason?: string | undefined
  readonly open?: boolean | undefined
  readonly seenSince?: number | undefined
  readonly seenBefore?: number | undefined
  readonly asOf?: number | undefined
  readonly oldest?: boolean | undefined
  readonly limit: number
}

/**
 * Reads evidence. Append-only: the Journal writes it. Sessions, events and projects are Clean, like everything stored.
 */
export interface Evidence {
  sessions(filter: SessionFilter): Promise<readonly Cleaned<Session>[]>
  events(filter: EventFilter): Promise<readonly Cleaned<EventRecord>[]>
  /** A session's newest prompts, oldest first. */
  prompts(filter: { session: string; asOf?: number; limit: number }): Promise<readonly Prompt[]>
  /** Files after the agent's writes, newest first. */
  versions(filter: { session?: string; path?: string; limit: number }): Promise<readonly FileVersion[]>
  /**
   * How many events with this identity a hook has reported, which is the next one's ordinal. One that was read from a
   * transcript counts only once its hook has arrived, too, so that both are the same event whichever comes first. `before`:
   * only those from before this time count.
   */
  ordinal(identity: string, before?: number): Promise<number>
  /** Which of these events are stored. */
  stored(ids: readonly string[]): Promise<readonly string[]>
  /** Inserts or updates a project's row. */
  project(project: Cleaned<Project>): Promise<void>
  /** The projects that count as no other. */
  projects(): Promise<readonly Cleaned<Project>[]>
  /** All of them, also those that a person said count as another. */
  places(): Promise<readonly Cleaned<Project>[]>
  /** Of all of them, those that a person decided about, and what they count as: usually none. */
  decided(): Promise<readonly Cleaned<Project>[]>
  /** From now on `project` counts as `into`: all that belongs to it is moved there. Both rows are written as given. */
  unite(project: Cleaned<Project>, into: Cleaned<Project>): Promise<void>
  /** Makes it a project of its own again, with what was moved from it to `from`, or began in its folder since. */
  part(project: Cleaned<Project>, from: string): Promise<void>
  counts(project?: string): Promise<Counts>
}

/** A person's decisions about which folders are one project, for verbs; what they write is redacted. */
export interface Settlements extends Pick<Evidence, 'places'> {
  /** Makes a project known of which nothing is recorded yet, so that a decision about it finds its folder. */
  note(project: Project): Promise<void>
  /** From now on `project` counts as `into`: all that belongs to it is moved there. Both are written as given. */
  unite(project: Project, into: Project): Promise<void>
  /** From now on it is a project of its own, with what was moved from it to `from`, or began in its folder since. */
  part(project: Project, from: string): Promise<void>
}

/** What something applies to: one session, one project (by id) or, with neither, everything. */
export interface Scope {
  readonly session?: string | undefined
  readonly project?: string | undefined
}

/** A period with an optional end, in epoch milliseconds, end exclusive. */
export interface TimeSpan {
  readonly from: number
  readonly until?: number | undefined
}

/** A pause: while it lasts, nothing is stored, and nothing is said. */
export type Pause = Scope & TimeSpan

/** What to forget. `match` is searched for in all stored text, ignoring case. */
export interface Selection extends Scope {
  /**
   * Complete ids; a derived record is deleted together with its evidence. With `match`: the records that a survey
   * found.
   */
  readonly ids?: readonly string[] | undefined
  readonly match?: string | undefined
  /** Leaves no tombstones, because no source can report it again. */
  readonly unmarked?: boolean | undefined
  /**
   * For large selections, one part at a time: only `ids`, without what was derived from them. `mark` creates their
   * tombstones, including those of the selected session or project, and deletes nothing yet.
   */
  readonly step?: 'mark' | 'erase' | undefined
}

/** What a selection covers: everything that it names, and everything derived from it. */
export interface Found {
  readonly ids: readonly string[]
  /** How many of each noun, by its plural; only sessions that are deleted as a whole count. */
  readonly counts: Readonly<Record<PluralOf<ShownName | 'session'>, number>>
  /** Clients' files that contain it. */
  readonly transcripts: readonly string[]
}

/** The ledger of what must not be stored. Every source asks it; the Journal rejects forgotten events. */
export interface Ledger {
  /** Whether a prompt is excluded, together with the events that it causes. */
  excluded(session: string, promptId: string): Promise<boolean>
  /** Spans in which nothing of a session may be stored: paused or forgotten. */
  silences(of: { session: string; project: string }): Promise<readonly TimeSpan[]>
  /** The pauses in effect at this time. */
  paused(now: number): Promise<readonly Pause[]>
  /** Replaces a pause with the same scope. */
  pause(pause: Cleaned<Pause>): Promise<void>
  /** Ends the pause of this scope or, without a scope, every pause. The past span stays recorded. */
  resume(scope: Scope, at: number): Promise<void>
  /** What `forget` would delete. */
  survey(selection: Selection): Promise<Found>
  /** Deletes, and keeps keyed hashes that reveal nothing, to reject the same records later. */
  forget(selection: Selection, at: number): Promise<Found>
  /** Overwrites what a deletion left in indexes, log and free pages, a little at a time; true while there is more. */
  sweep(): Promise<boolean>
}
