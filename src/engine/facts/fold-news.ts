import { folds } from '../../domain/folds.ts'
import type { Clock, Commit, Journal, Ledger } from '../../ports.ts'

/** The events that some fold reduces. */
const REDUCED: ReadonlySet<string> = new Set(Object.values(folds).flatMap(({ events }) => events))
/** A fold's state is brought up to date after this in any case, since another process may have stored something (milliseconds). */
const TRUSTED_MS = 10_000
/** For how many sessions it is known whether anything was stored. */
const SESSIONS = 2_000

/** Tells whether an event that a fold reduces was stored in a session, so that a fold is not looked up at each call. */
export class FoldNews {
  readonly #clock: Clock
  readonly #stored = new Map<string, number>()
  #everywhere = 0

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock
  }

  /** As long as this is the same, a session's folds are. */
  markOf(session: string): string {
    return `${this.#everywhere} ${this.#stored.get(session) ?? 0} ${Math.floor(this.#clock.now() / TRUSTED_MS)}`
  }

  /** The journal, observed for such events. */
  watching(journal: Journal): Journal {
    const after = async <T>(commits: readonly Commit[], done: Promise<T>): Promise<T> => {
      try {
        return await done
      } finally {
        for (const commit of commits) this.#note(commit)
      }
    }
    return {
      commit: (one) => after([one], journal.commit(one)),
      commitAll: (commits, mark) => after(commits, journal.commitAll(commits, mark)),
      commitPacked: (packed) => journal.commitPacked(packed).finally(() => this.lookAgain()),
    }
  }

  /** The ledger, observed for what is forgotten. */
  watchingLedger(ledger: Ledger): Ledger {
    const forget: Ledger['forget'] = (...given) => ledger.forget(...given).finally(() => this.lookAgain())
    return { ...ledger, forget }
  }

  /** From now on, all states count as outdated. */
  lookAgain(): void {
    this.#everywhere++
    this.#stored.clear()
  }

  #note({ changes }: Commit): void {
    for (const change of changes) {
      if (change.kind !== 'event' || !REDUCED.has(change.record.name)) continue
      if (this.#stored.size >= SESSIONS) this.lookAgain()
      this.#stored.set(change.record.session, (this.#stored.get(change.record.session) ?? 0) + 1)
    }
  }
}
