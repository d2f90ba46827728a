import type { Clock, Evidence } from '../../ports.ts'

/** A turn whose last line is older than this goes on no more. */
const QUIET_MS = 10 * 60_000

/** Whether nothing will follow a line of this time any more. */
export const isQuiet = (at: number, clock: Clock): boolean => at < clock.now() - QUIET_MS

/** Whether a transcript that is imported has come to its end: of a session that hooks tell of, they tell themselves. */
export const importEnds =
  ({ evidence, clock }: { readonly evidence: Pick<Evidence, 'sessions'>; readonly clock: Clock }) =>
  async (session: string, at: number): Promise<boolean> => {
    if (isQuiet(at, clock)) return true
    const [row] = await evidence.sessions({ id: session, limit: 1 })
    return !(row?.id === session && row.clientPid !== undefined && row.endedAt === undefined)
  }
