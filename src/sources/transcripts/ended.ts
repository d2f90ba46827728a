import type { Clock, Evidence } from '../../ports.ts'

/** A turn whose last line is older than this has ended. */
const QUIET_MS = 10 * 60_000

/** Whether nothing more will follow a line of this time. */
export const isQuiet = (at: number, clock: Clock): boolean => at < clock.now() - QUIET_MS

/** Whether an imported transcript is complete; a session reported by hooks ends with its own events. */
export const importEnds =
  ({ evidence, clock }: { readonly evidence: Pick<Evidence, 'sessions'>; readonly clock: Clock }) =>
  async (session: string, at: number): Promise<boolean> => {
    if (isQuiet(at, clock)) return true
    const [row] = await evidence.sessions({ id: session, limit: 1 })
    return !(row?.id === session && row.clientPid !== undefined && row.endedAt === undefined)
  }
