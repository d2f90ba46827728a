import type { TeamView } from '../src/domain/coordination/team.ts'
import type { Prompt } from '../src/domain/nouns/prompt.ts'
import type { Session } from '../src/domain/nouns/session.ts'
import type { Summary } from '../src/domain/nouns/summary.ts'
import type { LessonDocument } from '../src/operations/verb/lessons.ts'
import type { AnyRecord, Hit, IndexRow } from '../src/ports/memory.ts'
import type { TurnLogEntry } from '../src/ports/work.ts'

/** A record of any kind as `show` gives it. */
export type Shown = { readonly kind: AnyRecord['kind'] } & AnyRecord['record']

/** A session as `show` gives it, with its newest prompts and its latest summary. */
export type ShownSession = {
  readonly kind: 'session'
  readonly prompts: readonly Prompt[]
  /** How many prompts people and scripts gave in all. */
  readonly promptCount: number
  readonly summary: Summary | null
  readonly team: TeamView | null
} & Session

/** A row of `sessions`. */
export interface SessionRow extends Pick<Session, 'id' | 'project' | 'startedAt'> {
  readonly projectName: string
  readonly title: string
  readonly open: boolean
  readonly durationMs: number
  readonly prompts: number
  readonly tools: number
  readonly failures: number
}

/** An entry of `why`. */
export type WhyEntry = Omit<TurnLogEntry, 'event' | 'eventName' | 'session'> & {
  readonly event: string
  readonly eventId: string
}

/** The answer of `why`; `titles` are those of the records it cites. */
export interface Why {
  readonly entries: readonly WhyEntry[]
  readonly titles: Readonly<Record<string, string>>
}

/** The part of the answer of `status` that the first page shows. */
export interface Status {
  readonly version: string
  readonly counts: Readonly<Record<'projects' | 'sessions' | 'prompts' | 'events' | 'observations', number>>
  readonly paused: readonly { readonly scope: string; readonly until: number | null }[]
}

/** The answer of `search`. */
export interface Found {
  readonly query: string
  readonly results: readonly Hit[]
}

/** The answer of `lessons`; `diff` is what approving one would write. */
export interface LessonList {
  readonly lessons: readonly LessonDocument[]
  readonly diff: string
}

export type { Hit, IndexRow, LessonDocument }
