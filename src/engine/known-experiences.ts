import type { Experience } from '../domain/experience/experience.ts'
import { asOf } from '../domain/experience/journal.ts'
import type { Memories } from '../ports.ts'
import { Followed } from './followed.ts'

/** Years of work; older ones are found by search alone. */
const MOST = 3000

type ById = Map<string, Experience>

/** Keeps experiences in memory, since every tool call asks whether one is open, and every failure for its cure. */
export class KnownExperiences extends Followed<ById> {
  constructor({ memories }: { readonly memories: Pick<Memories, 'records' | 'show'> }) {
    super({
      load: async () => {
        const all = await memories.records({ noun: 'experience', limit: MOST })
        return new Map(all.map((one) => [one.id, one]))
      },
      kinds: ['experience'],
      // Only those that changed are read again
      update: async (byId, { changes }) => {
        const ids = changes.flatMap((change) => (change.kind === 'experience' ? [change.record.id] : []))
        for (const one of await memories.show(ids)) if (one.kind === 'experience') byId.set(one.record.id, one.record)
        return byId
      },
    })
  }

  /** Those of a project in any state, newest first, as they were at a time. */
  async inProject(project: string, at: number): Promise<readonly Experience[]> {
    const byId = await this.of()
    const own = [...byId.values()].filter((one) => one.project === project && one.startedAt <= at)
    return own.flatMap((one) => asOf(one, at) ?? []).sort((a, b) => b.at - a.at)
  }

  /** Those that agents started themselves, and that were open at a time, in any project. */
  async openAt(at: number): Promise<readonly Experience[]> {
    const open: Experience[] = []
    for (const one of (await this.of()).values()) {
      if (one.startedAt > at || (one.closedAt ?? Number.POSITIVE_INFINITY) <= at) continue
      const then = asOf(one, at)
      if (then?.state === 'open' && !then.isProvisional) open.push(then)
    }
    return open
  }
}
