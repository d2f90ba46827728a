import { clean } from '../engine/perform/redact.ts'
import type { Evidence, Secrets, Settlements } from '../ports.ts'

/** Where decisions are kept. `wake`: jobs may be due in another project by now. */
interface Settling {
  readonly evidence: Evidence
  readonly secrets: Secrets
  readonly wake: () => void
}

/** A person's decisions about projects; whoever keeps something in memory of projects hears of each from the store. */
export function settlementsOf({ evidence, secrets, wake }: Settling): Settlements {
  async function settle(work: () => Promise<void>): Promise<void> {
    await work()
    // Once more, for what was being recorded meanwhile
    await work()
    wake()
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
