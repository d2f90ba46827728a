import { RUNS } from '../domain/coordination/run-progress.ts'
import { COMPANY, EDITING } from '../domain/coordination/touched.ts'
import { demandsOf } from '../domain/learning/named-calls.ts'
import type {
  Claims,
  Clock,
  Config,
  Evidence,
  Follower,
  History,
  Ledger,
  Machine,
  Memories,
  Secrets,
  StoreChanges,
  Workspace,
} from '../ports.ts'
import { FileActivity } from './file-activity.ts'
import { FileClaims } from './file-claims.ts'
import { KnownEvents } from './known-events.ts'
import { KnownExperiences } from './known-experiences.ts'
import { KnownFiles } from './known-files.ts'
import { KnownLessons } from './known-lessons.ts'
import { KnownNotes } from './known-notes.ts'
import { KnownRecipes } from './known-recipes.ts'
import { KnownRuns } from './known-runs.ts'
import { KnownSilences } from './known-silences.ts'
import { KnownTasks } from './known-tasks.ts'
import { LatestCalls } from './latest-calls.ts'
import { LiveSessions } from './live-sessions.ts'
import type { Demands } from './registry.ts'

/**
 * What is kept in memory, so that facts that many calls need take no query. All of it hears of every change of the store,
 * which is how it stays current: in this order, since the activity of files is that of live sessions.
 */
export interface InMemory {
  readonly silences: KnownSilences
  readonly files: KnownFiles
  readonly lessons: KnownLessons
  readonly events: KnownEvents
  readonly experiences: KnownExperiences
  readonly calls: LatestCalls
  readonly recipes: KnownRecipes
  readonly runs: KnownRuns
  readonly notes: KnownNotes
  readonly tasks: KnownTasks
  readonly presence: LiveSessions
  readonly activity: FileActivity
  readonly claims: FileClaims
}

/** Where it comes from. */
export interface MemoryPorts {
  readonly changes: StoreChanges
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly memories: Memories
  readonly history: Pick<History, 'files'>
  readonly claims: Claims
  readonly workspace: Workspace
  readonly machine: Machine
  readonly secrets: Secrets
  readonly clock: Clock
  readonly config: Config
}

/** Keeps things in memory, until `unfollow`. */
export function keptInMemory(ports: MemoryPorts): InMemory & { readonly unfollow: () => void } {
  const kept = emptyMemory(ports)
  const followers: readonly Follower[] = Object.values(kept)
  const ends = followers.map((one) => ports.changes.follow(one))
  return {
    ...kept,
    unfollow: () => {
      for (const end of ends) end()
    },
  }
}

/** Loads what the store knows of earlier, and from now on demands the calls that lessons name. */
export async function loadMemory(kept: InMemory, demands: Demands, config: Config): Promise<void> {
  const { lessons, experiences, presence, runs, notes, claims, activity } = kept
  const isLearning = (project?: string) => config.settings(project).learn.enabled
  lessons.watch((all) => {
    for (const [name, acts] of Object.entries(demandsOf(all, isLearning))) demands.set(name, acts)
  })
  demandWhereDue(demands, kept)
  await Promise.all([lessons, experiences, presence, runs, notes, claims].map((one) => one.load()))
  // Calls of long ago are read while the first events are answered
  void activity.load()
}

function emptyMemory(ports: MemoryPorts): InMemory {
  const presence = new LiveSessions(ports)
  return {
    silences: new KnownSilences(ports.ledger),
    files: new KnownFiles(ports),
    lessons: new KnownLessons(ports),
    events: new KnownEvents(ports),
    experiences: new KnownExperiences(ports),
    calls: new LatestCalls(ports.evidence),
    recipes: new KnownRecipes(ports),
    runs: new KnownRuns(ports),
    notes: new KnownNotes(ports),
    tasks: new KnownTasks(ports),
    presence,
    activity: new FileActivity({ ...ports, presence }),
    claims: new FileClaims(ports, presence),
  }
}

/**
 * Hooks before edits and shell lines cost a process each, so they are asked for while two sessions share a project; that
 * clients take a second to notice matters little beside what a second session does first. A subagent starts too soon for that.
 */
function demandWhereDue(demands: Demands, { presence, runs }: Pick<InMemory, 'presence' | 'runs'>): void {
  demands.set(COMPANY, (project) => (presence.isShared(project) ? EDITING : []))
  presence.watch(demands.review)
  demands.set(RUNS, (project) => (project === undefined || runs.isOpenIn(project) ? ['agent'] : []))
}
