import type { Observation, Project } from '../domain/memory/nouns.ts'

/** Keeps what a verb was told. */
export interface Keeper {
  /** Redacted as everything is; the same id again takes its place. The project is made known. */
  keep(observation: Observation, project: Project): Promise<void>
}
