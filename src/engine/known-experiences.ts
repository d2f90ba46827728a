import type { Experience } from '../domain/experience/experience.ts'
import { asOf } from '../domain/experience/journal.ts'
import type { Committed, Follower, Memories, StoreChange } from '../ports.ts'
import { Followed } from './followed.ts'

/** Its dependencies. */
export interface KnownExperiencesPorts {
  readonly memories: Pick<Memories, 'records' | 'show'>
}

/** Years of work; older ones are found by search alone. */
const MOST = 3000

type ById = Map<string, Experience>

/** Keeps experiences in memory, since every tool call asks whether one is open, and every failure for its cure. */
export class KnownExperiences implements Follower {
  readonly #memories: KnownExperiencesPorts['memories']
  readonly #byId: Followed<ById>

  constructor({ memories }: KnownExperiencesPorts) {
    this.#memories = memories
    this.#byId = new Followed({
      load: async () => {
        const all = await memories.records({ noun: 'experience', limit: MOST })
        return new Map(all.map((one) => [one.id, one]))
      },
      kinds: ['experience'],
      update: (byId, commit) => this.#changed(byId, commit),
    })
  }

  /** Those of a project in any state, newest first, as they were at a time. */
  async of(project: string, at: number): Promise<readonly Experience[]> {
    const byId = await this.#byId.of()
    const own = [...byId.values()].filter((one) => one.project === project && one.startedAt <= at)
    return own.flatMap((one) => asOf(one, at) ?? []).sort((a, b) => b.at - a.at)
  }

  /** Those that agents started themselves, and that were open at a time, in any project. */
  async openAt(at: number): Promise<readonly Experience[]> {
    const open: Experience[] = []
    for (const one of (await this.#byId.of()).values()) {
      if (one.startedAt > at || (one.closedAt ?? Number.POSITIVE_INFINITY) <= at) continue
      const then = asOf(one, at)
      if (then?.state === 'open' && !then.isProvisional) open.push(then)
    }
    return open
  }

  /** Reads them now, so that the first call need not wait for it. Never rejects. */
  load(): Promise<void> {
    return this.#byId.again()
  }

  hear(change: StoreChange) {
    return this.#byId.hear(change)
  }

  /** Only those that changed are read again. */
  async #changed(byId: ById, { changes }: Committed): Promise<ById> {
    const ids = changes.flatMap((change) => (change.kind === 'experience' ? [change.record.id] : []))
    for (const one of await this.#memories.show(ids)) if (one.kind === 'experience') byId.set(one.record.id, one.record)
    return byId
  }
}
