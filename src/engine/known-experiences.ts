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
  /** Being read in place of those that are loaded. */
  #next: Loaded | undefined

  constructor(ports: KnownExperiencesPorts) {
    this.#ports = ports
  }

  /** Those of a project in any state, newest first, as they were at a time. */
  async of(project: string, at: number): Promise<readonly Experience[]> {
    const byId = await this.#current()
    const own = [...byId.values()].filter((one) => one.project === project && one.startedAt <= at)
    return own.flatMap((one) => asOf(one, at) ?? []).sort((a, b) => b.at - a.at)
  }

  /** Those that agents started themselves, and that were open at a time, in any project. */
  async openAt(at: number): Promise<readonly Experience[]> {
    const open: Experience[] = []
    for (const one of (await this.#current()).values()) {
      if (one.startedAt > at || (one.closedAt ?? Number.POSITIVE_INFINITY) <= at) continue
      const then = asOf(one, at)
      if (then?.state === 'open' && !then.isProvisional) open.push(then)
    }
    return open
  }

  /** Reads them now, so that the first call need not wait for it. Never rejects. */
  async load(): Promise<void> {
    await this.#current().catch(() => {})
  }

  /** Reads them again at the next question, because they may have changed. */
  lookAgain(): void {
    this.#loaded = undefined
    this.#next = undefined
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
    try {
      const found = await this.#ports.memories.show(ids)
      for (const { byId } of [this.#loaded, this.#next].filter((one) => one !== undefined)) {
        const all = await byId
        for (const one of found) if (one.kind === 'experience') all.set(one.record.id, one.record)
      }
    } catch {
      this.lookAgain()
    }
  }

  /** Nobody waits while they are read again. */
  #current(): Loaded['byId'] {
    const now = this.#ports.clock.now()
    this.#loaded ??= this.#read(now)
    if (now - this.#loaded.at > FRESH_MS && this.#next === undefined) {
      const next = this.#read(now)
      this.#next = next
      void next.byId
        .then(() => {
          if (this.#next === next) this.#loaded = next
        })
        .catch(() => {})
        .finally(() => {
          if (this.#next === next) this.#next = undefined
        })
    }
    return this.#loaded.byId
  }

  #read(at: number): Loaded {
    const records = this.#ports.memories.records({ noun: 'experience', limit: MOST })
    const read = { at, byId: records.then((all) => new Map(all.map((one) => [one.id, one]))) }
    read.byId.catch(() => {
      if (this.#loaded === read) this.#loaded = undefined
    })
    return read
  }
}
