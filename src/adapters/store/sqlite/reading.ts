import type { Evidence, Ledger, Sources } from '../../../ports.ts'
import { openDatabase } from './database.ts'
import { evidence } from './evidence.ts'
import { ledger } from './ledger.ts'
import type { OnDatabase } from './port.ts'
import { sources } from './sources.ts'

/** A store that another process writes to; writing throws. */
export interface ReadOnlyStore {
  readonly evidence: Evidence
  readonly ledger: Ledger
  readonly sources: Sources
}

/** Reads a store on the caller's own thread, for a process that does not serve answers. */
export async function openReading(file: string): Promise<ReadOnlyStore> {
  const db = await openDatabase(file, 'reader')
  const reading = <P>(port: OnDatabase<P>): P => {
    const methods = Object.entries(port) as [string, (...args: unknown[]) => unknown][]
    const calls = methods.map(([name, method]) => [
      name,
      async (...args: unknown[]) => db.transaction('read', () => method(db, ...args)),
    ])
    return Object.fromEntries(calls) as P
  }
  return { evidence: reading<Evidence>(evidence), ledger: reading<Ledger>(ledger), sources: reading<Sources>(sources) }
}
