import type { Experience } from '../domain/experience/experience.ts'
import { asOf } from '../domain/experience/journal.ts'
import type { Clock, Journal, Ledger, Memories } from '../ports.ts'

/** Its dependencies. */
export interface KnownExperiencesPorts {
  readonly memories: Pick<Memories, 'records' | 'show'>
  readonly clock: Clock
}

/** Years of work; older ones are found by search alone. */
const MOST = 3000
/** How long they are cached (milliseconds): an import or a restored archive bypasses the journal. */
const FRESH_MS = 60_000

type Loaded = { readonly at: number; readonly byId: Promise<Map<string, Experience>> }

/** Keeps experiences in memory, since every tool call asks whether one is open, and every failure for its cure. */
export class KnownExperiences {
  readonly #ports: KnownExperiencesPorts
  #loaded: Loaded | undefined

  constructor(ports: KnownExperiencesPorts) {
    this.#ports = ports
  }

  /** Those of a project in any state, newest first, as they were at a time. */
  async of(project: string, at: number): Promise<readonly Experience[]> {
    const byId = await this.#current()
    const own = [...byId.values()].filter((one) => one.project === project && one.startedAt <= at)
    return own.flatMap((one) => asOf(one, at) ?? []).sort((a, b) => b.at - a.at)
  }

  /** Reads them again at the next question, because they may have changed. */
  lookAgain(): void {
    this.#loaded = undefined
  }

  /** The journal, observed for experiences; of those that changed, only these are read again. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      const ids = each.changes.flatMap((change) => (change.kind === 'experience' ? [change.record.id] : []))
      if (ids.length > 0) await this.#refresh(ids)
      return done
    }
    return { ...journal, commit }
  }

  /** The ledger, observed for experiences that are forgotten. */
  watchingLedger(ledger: Ledger): Ledger {
    const forget: Ledger['forget'] = async (...given) => {
      const done = await ledger.forget(...given)
      this.lookAgain()
      return done
    }
    return { ...ledger, forget }
  }

  async #refresh(ids: readonly string[]): Promise<void> {
    const loaded = this.#loaded
    if (loaded === undefined) return
    try {
      const [found, byId] = await Promise.all([this.#ports.memories.show(ids), loaded.byId])
      for (const one of found) if (one.kind === 'experience') byId.set(one.record.id, one.record)
    } catch {
      this.#loaded = undefined
    }
  }

  #current(): Loaded['byId'] {
    const now = this.#ports.clock.now()
    if (this.#loaded === undefined || now - this.#loaded.at > FRESH_MS) {
      const records = this.#ports.memories.records({ noun: 'experience', limit: MOST })
      const loaded = { at: now, byId: records.then((all) => new Map(all.map((one) => [one.id, one]))) }
      this.#loaded = loaded
      loaded.byId.catch(() => {
        if (this.#loaded === loaded) this.#loaded = undefined
      })
    }
    return this.#loaded.byId
  }
}
