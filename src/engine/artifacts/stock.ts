import type { LessonPlaces } from '../../domain/host-files.ts'
import type { Artifact } from '../../domain/nouns/artifact.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Project } from '../../domain/nouns/project.ts'
import type { Clock, Config, Evidence, Keeper, Log, Memories, UserFiles } from '../../ports.ts'

/** Where a client reads lessons: of one project, below its folder, and of every project. */
export interface ClientPlaces {
  readonly project: LessonPlaces
  readonly personal: LessonPlaces
}

/** What writing lessons to files depends on. */
export interface PublisherPorts {
  readonly memories: Pick<Memories, 'records' | 'show'>
  readonly evidence: Pick<Evidence, 'projects' | 'events' | 'sessions'>
  readonly keeper: Keeper
  readonly files: UserFiles
  readonly config: Pick<Config, 'settings'>
  readonly clock: Clock
  readonly log: Log
  /** Undefined if no client reads such files. */
  readonly places: ClientPlaces | undefined
}

/** Everything that decides what belongs in which file. */
export interface Stock {
  readonly lessons: readonly Lesson[]
  readonly artifacts: readonly Artifact[]
  readonly projects: ReadonlyMap<string, Project>
  readonly now: number
}

/** More than a person can have taught, in every state. */
const MOST = 4000

/** Reads it all; it is little. */
export async function stockOf({ memories, evidence, clock }: PublisherPorts): Promise<Stock> {
  const [lessons, artifacts, projects] = await Promise.all([
    memories.records({ noun: 'lesson', limit: MOST }),
    memories.records({ noun: 'artifact', limit: MOST }),
    evidence.projects(),
  ])
  const isOlder = (a: Lesson, b: Lesson) => a.learnedAt - b.learnedAt || (a.id < b.id ? -1 : 1)
  return {
    lessons: lessons.toSorted(isOlder),
    artifacts,
    projects: new Map(projects.map((project) => [project.id, project])),
    now: clock.now(),
  }
}

/** The artifact at a path, whether or not it is in the file now. */
export const artifactAt = ({ artifacts }: Stock, path: string): Artifact | undefined =>
  artifacts.find((one) => one.path === path && one.state !== 'proposed')
