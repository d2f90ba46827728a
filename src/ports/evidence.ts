import type { EventRecord, FileVersion, Project, Prompt, Session } from '../domain/memory/nouns.ts'

/** How much is kept. `prompts` counts people's and scripts'; machine text is apart. */
export interface Counts {
  readonly projects: number
  readonly sessions: number
  readonly prompts: number
  readonly machinePrompts: number
  readonly events: number
  readonly observations: number
  readonly summaries: number
}

/** Which events; oldest first. `agent: null` means the main agent alone. */
export interface EventFilter {
  readonly session?: string | undefined
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
  readonly asOf?: number | undefined
  readonly limit: number
}

/** Reads what happened. Append-only: the Journal writes it. */
export interface Evidence {
  sessions(filter: SessionFilter): Promise<readonly Session[]>
  events(filter: EventFilter): Promise<readonly EventRecord[]>
  /** A session's newest, oldest first. */
  prompts(filter: { session: string; asOf?: number; limit: number }): Promise<readonly Prompt[]>
  /** What files held after the agent's writes, the newest first. */
  versions(filter: { session?: string; path?: string; limit: number }): Promise<readonly FileVersion[]>
  /** How many kept events derive from these parts of identity: the next one's ordinal. */
  ordinal(identity: string): Promise<number>
  /** A project's row: made, or brought up to date. */
  project(project: Project): Promise<void>
  projects(): Promise<readonly Project[]>
  counts(project?: string): Promise<Counts>
}
