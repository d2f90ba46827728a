import type { Follower, Ledger, StoreChange, TimeSpan } from '../ports.ts'
import { Followed } from './followed.ts'

/** How many sessions' spans are kept. */
const SESSIONS = 2_000

type Of = Parameters<Ledger['silences']>[0]

/** Keeps in memory in which spans nothing may be stored, since every event asks for it. */
export class KnownSilences implements Follower, Pick<Ledger, 'silences'> {
  readonly #spans: Followed<readonly TimeSpan[]>

  constructor(ledger: Pick<Ledger, 'silences'>) {
    const load = (key: string) => ledger.silences(JSON.parse(key) as Of)
    // Keyed hashes: whose spans a tombstone concerns cannot be told
    this.#spans = new Followed({ load, kinds: ['pause', 'tombstone', 'ledger'], most: SESSIONS })
  }

  silences({ session, project }: Of): Promise<readonly TimeSpan[]> {
    return this.#spans.of(JSON.stringify({ session, project }))
  }

  /** Asks again for everything. */
  clear(): void {
    this.#spans.clear()
  }

  hear(change: StoreChange) {
    return this.#spans.hear(change)
  }
}
