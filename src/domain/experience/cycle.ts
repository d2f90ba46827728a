import type { Experience } from './experience.ts'
import { type Listener, openIn } from './past.ts'

/** A cycle goes from one piece of work, or experience, to the next. */
export interface PremortemCycle {
  /** When it had its premortem. */
  readonly toldAt?: number | undefined
}

/** Marks of a session's notices: this cycle had its premortem; a new cycle began, which had none yet. */
export const PREMORTEM_TOLD = 'premortem told'
export const PREMORTEM_DUE = 'premortem due'

/** Whether a failing check gets a premortem: no experience is open, and the cycle has had none. */
export function isPremortemDue(
  { toldAt }: PremortemCycle,
  experiences: readonly Experience[],
  listener: Listener,
): boolean {
  if (openIn(experiences, listener) !== undefined) return false
  const own = experiences.filter(({ isProvisional, session }) => !isProvisional && session === listener.session)
  return toldAt === undefined || own.some(({ startedAt }) => startedAt > toldAt)
}
