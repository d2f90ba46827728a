import { patterns } from '../domain/coordination/patterns/catalogue.ts'
import { progressOf, RUN_EVENTS, type RunProgress } from '../domain/coordination/run-progress.ts'
import type { Event } from '../domain/events.ts'
import type { Run } from '../domain/nouns/run.ts'
import type { Evidence, Memories } from '../ports.ts'
import { Followed } from './followed.ts'

/** The newest runs looked through for open ones. */
const MOST = 500
/** Subagents of one session, twice: they start and stop. */
const MOST_EVENTS = 2000

interface RunPorts {
  readonly memories: Pick<Memories, 'records'>
  readonly evidence: Pick<Evidence, 'events'>
}

const NONE: ReadonlyMap<string, Run> = new Map()

/** Keeps in memory which sessions have a run that is open, or whose result nobody was told: nearly none. */
export class KnownRuns extends Followed<ReadonlyMap<string, Run>> {
  readonly #evidence: RunPorts['evidence']

  constructor({ memories, evidence }: RunPorts) {
    const load = async () => bySession(await memories.records({ noun: 'run', limit: MOST }))
    super({ load, kinds: ['run'], isEager: true })
    this.#evidence = evidence
  }

  /** How far a session's run was at a time; undefined if none was going on. */
  async progress(session: string, at: number): Promise<RunProgress | undefined> {
    const run = this.#bySession().get(session)
    if (run === undefined || run.at > at) return undefined
    const names = [...RUN_EVENTS]
    // Who arrived before the run ended may have waited for its end
    const asOf = Math.max(at, run.endedAt ?? at)
    const events = await this.#evidence.events({ session, names, asOf, newest: true, limit: MOST_EVENTS })
    return progressOf(run, events)
  }

  /** Whether an event is of an agent that must learn nothing of others' work. */
  isApart({ session, agent }: Pick<Event, 'session' | 'agent'>): boolean {
    const run = agent && this.#bySession().get(session)
    return run?.state === 'open' && patterns[run.pattern].isIsolated === true
  }

  /** Whether a session has an open run whose agents are told what others say meanwhile. */
  isLive(session: string): boolean {
    const run = this.#bySession().get(session)
    return run?.state === 'open' && patterns[run.pattern].isLive === true
  }

  /** Whether a session of a project has an open run. */
  isOpenIn(project: string): boolean {
    return [...this.#bySession().values()].some((run) => run.project === project && run.state === 'open')
  }

  #bySession(): ReadonlyMap<string, Run> {
    return this.now() ?? NONE
  }
}

/** The run of each session that is of interest; of several, the latest. */
function bySession(newestFirst: readonly Run[]): ReadonlyMap<string, Run> {
  const found = new Map<string, Run>()
  for (const run of newestFirst.toReversed()) {
    const isOfInterest = run.state === 'open' || (run.state === 'complete' && run.toldAt === undefined)
    if (isOfInterest) found.set(run.session, run)
  }
  return found
}
