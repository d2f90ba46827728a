import { RUNS } from '../domain/coordination/run-progress.ts'
import { COMPANY, EDITING } from '../domain/coordination/touched.ts'
import { demandsOf } from '../domain/learning/named-calls.ts'
import type {
  Claims,
  Clock,
  Config,
  Evidence,
  History,
  Journal,
  Ledger,
  Machine,
  Memories,
  Secrets,
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
import { KnownTasks } from './known-tasks.ts'
import { LatestCalls } from './latest-calls.ts'
import { LiveSessions } from './live-sessions.ts'
import type { Demands } from './registry.ts'

/** What is kept in memory, so that facts that many calls need take no query. */
export interface InMemory {
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
interface MemoryPorts {
  readonly evidence: Evidence
  readonly memories: Memories
  readonly history: Pick<History, 'files'>
  readonly claims: Claims
  readonly journal: Journal
  readonly workspace: Workspace
  readonly machine: Machine
  readonly secrets: Secrets
  readonly config: Config
  readonly clock: Clock
}

/** Keeps things in memory: `ports` are those through which it stays current. */
export function keptInMemory<P extends MemoryPorts>(given: P) {
  const kept = emptyMemory(given)
  const { files, lessons, events, experiences, recipes, runs, notes, tasks, presence, activity, claims } = kept
  /** Calls of long ago are read while the first events are answered. */
  const lookAround = async () => {
    tasks.lookAgain()
    await Promise.all([presence, runs, notes, claims].map((one) => one.lookAgain()))
    void activity.load(presence.others(undefined, '').map(({ id }) => id))
  }
  const journal = Object.values(kept).reduce<Journal>((all, one) => one.watching(all), given.journal)
  return {
    ...kept,
    ports: { ...given, journal },
    watchingLedger(ledger: Ledger): Ledger {
      const forget: Ledger['forget'] = async (selection, at) => {
        const found = await ledger.forget(selection, at)
        await lookAround()
        return found
      }
      return [lessons, events, experiences, recipes].reduce((all, one) => one.watchingLedger(all), {
        ...ledger,
        forget,
      })
    },
    /** Loads what the store knows of earlier, and from now on demands the calls that lessons name. */
    async load(demands: Demands): Promise<void> {
      const isLearning = (project?: string) => given.config.settings(project).learn.enabled
      lessons.watch((all) => {
        for (const [name, acts] of Object.entries(demandsOf(all, isLearning))) demands.set(name, acts)
      })
      demandWhereDue(demands, kept)
      await Promise.all([lessons.lookAgain(), experiences.load(), lookAround()])
    },
    /** Drops what was read from the store, because it was restored from an earlier time. */
    async lookAgain(): Promise<void> {
      for (const one of [files, events, experiences, recipes]) one.lookAgain()
      await Promise.all([lessons.lookAgain(), lookAround()])
    },
  }
}

function emptyMemory(given: MemoryPorts): InMemory {
  const presence = new LiveSessions(given)
  return {
    files: new KnownFiles(given),
    lessons: new KnownLessons(given),
    events: new KnownEvents(given),
    experiences: new KnownExperiences(given),
    calls: new LatestCalls(given.evidence),
    recipes: new KnownRecipes(given),
    runs: new KnownRuns(given),
    notes: new KnownNotes(given),
    tasks: new KnownTasks(given),
    presence,
    activity: new FileActivity(given),
    claims: new FileClaims(given, presence),
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
