import type { RecordEffect, WorkEffect } from '../domain/effects.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { FileVersion } from '../domain/nouns/file-version.ts'
import type { Project } from '../domain/nouns/project.ts'
import type { Prompt } from '../domain/nouns/prompt.ts'
import type { CountedName, PluralOf, ShownName } from '../domain/nouns/records.ts'
import type { Session } from '../domain/nouns/session.ts'
import type { Clean, Cleaned } from '../domain/redaction/clean.ts'
import type { SourceMark } from './sources.ts'

/** A later reaction that is owed to a kept event. */
export interface JobDraft {
  readonly behaviour: string
  readonly event: string
  /** Not before this time; epoch milliseconds. */
  readonly dueAt: number
}

/** One thing to store. Text comes as Clean: nothing reaches the disk that redaction has not seen. */
export type Change = Cleaned<Exclude<RecordEffect | WorkEffect, { kind: 'emit' | 'order' }>>

/** All or nothing, in one transaction. */
export interface Commit {
  readonly changes: readonly Change[]
  readonly jobs?: readonly Cleaned<JobDraft>[]
  /** Jobs that are done by this commit. */
  readonly done?: readonly number[]
  /** Where this event is already kept, the whole commit is left out. */
  readonly once?: Clean
}

/** The only way to write evidence and interpretation. */
export interface Journal {
  /** `fresh` is false when nothing was written: `once` was already there, or it was `forgotten` and stays away. */
  commit(commit: Commit): Promise<{ readonly fresh: boolean; readonly forgotten?: boolean }>
  /** Several commits and how far their source was read, in one transaction; says which were fresh. */
  commitAll(commits: readonly Commit[], mark: Cleaned<SourceMark>): Promise<readonly boolean[]>
  /** `commitAll` of what another process has packed; says how many were fresh. The buffer is handed over. */
  commitPacked(packed: ArrayBuffer): Promise<number>
}

/** How much is kept, by each noun's plural. `prompts` counts people's and scripts'; machine text is apart. */
export type Counts = Readonly<Record<PluralOf<CountedName> | 'machinePrompts', number>>

/** Which events; oldest first. `agent: null` means the main agent alone. */
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

/** Which sessions; newest first. `id` may be a prefix. */
export interface SessionFilter {
  readonly id?: string | undefined
  readonly project?: string | undefined
  readonly clientPid?: number | undefined
  readonly endReason?: string | undefined
  readonly open?: boolean | undefined
  readonly seenSince?: number | undefined
  readonly seenBefore?: number | undefined
  readonly asOf?: number | undefined
  readonly limit: number
}

/** Reads what happened. Append-only: the Journal writes it. Sessions, events and projects are Clean, as all that is kept. */
export interface Evidence {
  sessions(filter: SessionFilter): Promise<readonly Cleaned<Session>[]>
  events(filter: EventFilter): Promise<readonly Cleaned<EventRecord>[]>
  /** A session's newest, oldest first. */
  prompts(filter: { session: string; asOf?: number; limit: number }): Promise<readonly Prompt[]>
  /** What files held after the agent's writes, the newest first. */
  versions(filter: { session?: string; path?: string; limit: number }): Promise<readonly FileVersion[]>
  /** How many kept events derive from these parts of identity: the next one's ordinal. */
  ordinal(identity: string): Promise<number>
  /** A project's row: made, or brought up to date. */
  project(project: Cleaned<Project>): Promise<void>
  projects(): Promise<readonly Cleaned<Project>[]>
  counts(project?: string): Promise<Counts>
}

/** Whom something concerns: one session, one project (by id), or, with neither, everything. */
export interface Scope {
  readonly session?: string | undefined
  readonly project?: string | undefined
}

/** From a time on, until another one where it is known; epoch milliseconds, the end not included. */
export interface TimeSpan {
  readonly from: number
  readonly until?: number | undefined
}

/** Somebody asked for silence: of what happens in the span nothing is kept, and nothing is said. */
export type Pause = Scope & TimeSpan

/** What is to be forgotten. `match` is found in any text that is kept, in either case. */
export interface Selection extends Scope {
  /** Whole ids; with a derived record goes what it was made from. Beside `match`: what a survey found by it. */
  readonly ids?: readonly string[] | undefined
  readonly match?: string | undefined
  /** No trace is left that keeps it away: nobody can tell of it again. */
  readonly unburied?: boolean | undefined
  /**
   * Of much, a part at a time: `ids` and nothing that was made from them. To `bury` is to keep them away, with the session
   * or project that is named, and to delete nothing yet.
   */
  readonly step?: 'bury' | 'erase' | undefined
}

/** What a selection takes: everything that it names, and all that was made from it. */
export interface Found {
  readonly ids: readonly string[]
  /** How many of each noun, by its plural; of sessions those that are deleted as a whole. */
  readonly counts: Readonly<Record<PluralOf<ShownName | 'session'>, number>>
  /** Files of clients that told of it. */
  readonly transcripts: readonly string[]
}

/** What must stay away. Every source asks it; an event that was forgotten is turned away by the Journal. */
export interface Ledger {
  /** Whether a prompt is excluded, and with it the events that it causes. */
  excluded(session: string, promptId: string): Promise<boolean>
  /** Spans of which nothing of a session may be kept: paused, or forgotten. */
  silences(of: { session: string; project: string }): Promise<readonly TimeSpan[]>
  /** Pauses that hold at this time. */
  paused(now: number): Promise<readonly Pause[]>
  /** Takes the place of one of the same scope. */
  pause(pause: Cleaned<Pause>): Promise<void>
  /** Ends what holds for this scope; without one, every pause. The span stays known. */
  resume(scope: Scope, at: number): Promise<void>
  /** What `forget` would take. */
  survey(selection: Selection): Promise<Found>
  /** Deletes, and keeps keyed hashes that tell nothing but what may not come back. */
  forget(selection: Selection, at: number): Promise<Found>
  /** Writes over what a deletion left in indexes, log and free pages, a little at a time; true while there is more. */
  sweep(): Promise<boolean>
}
