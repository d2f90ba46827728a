import type { Clock, Grants, Secrets } from '../../ports.ts'
import { cleanGrant } from '../perform/redact.ts'
import type { GiveBack } from './asker.ts'

/** The event at which something is told; it holds the grant. */
export interface GrantTaker {
  readonly event: { readonly id: string; readonly project: string }
  readonly taken: (giveBack: GiveBack) => void
}

const TOLD_MS = 30 * 24 * 3_600_000

/** Whether something has not been told yet, by a grant to the first asker. If the store cannot take grants, it is told again. */
export const tellingOnce =
  ({ grants, clock, secrets }: { readonly grants: Grants; readonly clock: Clock; readonly secrets: Secrets }) =>
  async (what: string, { event, taken }: GrantTaker): Promise<boolean> => {
    const now = clock.now()
    const key = `told: ${what}`
    try {
      const held = await cleanGrant(key, event, secrets)
      const granted = await grants.take(...held, now + TOLD_MS, now)
      if (granted) taken(() => grants.giveBack(...held))
      return granted
    } catch {
      return true
    }
  }
