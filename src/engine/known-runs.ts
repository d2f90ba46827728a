import { patterns } from '../domain/coordination/patterns/catalogue.ts'
import { progressOf, RUN_EVENTS, type RunProgress } from '../domain/coordination/run-progress.ts'
import type { Event } from '../domain/events.ts'
import type { Run } from '../domain/nouns/run.ts'
import type { Evidence, Journal, Memories } from '../ports.ts'

/** The newest runs looked through for open ones. */
const MOST = 500
/** Subagents of one session, twice: they start and stop. */
const MOST_EVENTS = 2000

/** Keeps in memory which sessions have a run that is open, or whose result nobody was told: nearly none. */
export class KnownRuns {
  readonly #ports: { readonly memories: Pick<Memories, 'records'>; readonly evidence: Pick<Evidence, 'events'> }
  #bySession = new Map<string, Run>()

  constructor(ports: { readonly memories: Pick<Memories, 'records'>; readonly evidence: Pick<Evidence, 'events'> }) {
    this.#ports = ports
  }

  /** How far a session's run was at a time; undefined if none was going on. */
  async of(session: string, at: number): Promise<RunProgress | undefined> {
    const run = this.#bySession.get(session)
    if (run === undefined || run.at > at) return undefined
    const names = [...RUN_EVENTS]
    // Who arrived before the run ended may have waited for its end
    const asOf = Math.max(at, run.endedAt ?? at)
    const events = await this.#ports.evidence.events({ session, names, asOf, newest: true, limit: MOST_EVENTS })
    return progressOf(run, events)
  }

  /** Whether an event is of an agent that must learn nothing of others' work. */
  isApart({ session, agent }: Pick<Event, 'session' | 'agent'>): boolean {
    const run = agent && this.#bySession.get(session)
    return run?.state === 'open' && patterns[run.pattern].isIsolated === true
  }

  /** Whether a session has an open run whose agents are told what others say meanwhile. */
  isLive(session: string): boolean {
    const run = this.#bySession.get(session)
    return run?.state === 'open' && patterns[run.pattern].isLive === true
  }

  /** Whether a session of a project has an open run. */
  isOpenIn(project: string): boolean {
    return [...this.#bySession.values()].some((run) => run.project === project && run.state === 'open')
  }

  /** Reads them again, because they may have changed. */
  async lookAgain(): Promise<void> {
    const runs = await this.#ports.memories.records({ noun: 'run', limit: MOST }).catch(() => [])
    this.#bySession = new Map()
    for (const run of runs.toReversed()) this.#changed(run)
  }

  /** The journal, observed for runs. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      for (const change of each.changes) if (change.kind === 'run') this.#changed(change.record as Run)
      return done
    }
    return { ...journal, commit }
  }

  #changed(run: Run): void {
    const isOfInterest = run.state === 'open' || (run.state === 'complete' && run.toldAt === undefined)
    if (isOfInterest) this.#bySession.set(run.session, run)
    else if (this.#bySession.get(run.session)?.id === run.id) this.#bySession.delete(run.session)
  }
}
