import type { Ledger, TimeSpan } from '../ports.ts'
import { Followed } from './followed.ts'

/** How many sessions' spans are kept. */
const SESSIONS = 2_000

type Asked = Parameters<Ledger['silences']>[0]

/** Keeps in memory in which spans nothing may be stored, since every event asks for it. */
export class KnownSilences extends Followed<readonly TimeSpan[]> {
  constructor(ledger: Pick<Ledger, 'silences'>) {
    // Whom a tombstone concerns cannot be told, because it is a hash
    const kinds = ['pause', 'tombstone', 'ledger'] as const
    super({ load: (key) => ledger.silences(JSON.parse(key) as Asked), kinds, most: SESSIONS })
  }

  /** A ledger that answers from it. */
  over(ledger: Ledger): Ledger {
    return { ...ledger, silences: ({ session, project }) => this.of(JSON.stringify({ session, project })) }
  }
}
