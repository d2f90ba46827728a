import { behaviours } from '../../src/behaviours/registry.ts'
import { wantedBy } from '../../src/domain/subscriptions.ts'
import { ANNOUNCEMENTS } from '../../src/mcp/calls.ts'

/** What the shipped behaviours want of clients, all of them switched on. */
export const allWanted = [
  ANNOUNCEMENTS,
  ...wantedBy(
    behaviours,
    () => true,
    () => [],
  ),
]
