import type { LiveConfig } from '../config/live.ts'
import type { CachedLedger } from '../engine/cached-ledger.ts'
import type { Engine } from '../engine/engine.ts'
import { clean } from '../engine/perform/redact.ts'
import type { Evidence, Secrets, Settlements, Switches } from '../ports.ts'

/** What keeps in memory which project something belongs to. */
interface Knowing {
  readonly evidence: Evidence
  readonly secrets: Secrets
  readonly ledger: Pick<CachedLedger, 'lookAgain'>
  readonly live: Pick<LiveConfig, 'adopt'>
  readonly switches: Switches
  readonly engine: Pick<Engine, 'lookAgain' | 'wake'>
}

/** A person's decisions about projects; after each, whatever is kept in memory of projects is read again. */
export function settlementsOf({ evidence, secrets, ledger, live, switches, engine }: Knowing): Settlements {
  async function settle(work: () => Promise<void>): Promise<void> {
    await work()
    ledger.lookAgain()
    await Promise.all([live.adopt(switches), engine.lookAgain()])
    // Once more, for what was being recorded meanwhile
    await work()
    engine.wake()
  }
  return {
    places: () => evidence.places(),
    note: async (project) => evidence.project(await clean(project, secrets)),
    async unite(project, into) {
      const [one, other] = [await clean(project, secrets), await clean(into, secrets)]
      await settle(() => evidence.unite(one, other))
    },
    async part(project, from) {
      const [one, other] = [await clean(project, secrets), await clean(from, secrets)]
      await settle(() => evidence.part(one, other))
    },
  }
}
