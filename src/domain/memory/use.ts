import { digest } from '../identity.ts'

/** A number from 0 to below 1 that follows from a session and a record: whatever is drawn by it is drawn alike in all of the session. */
export const drawOf = (session: string, record: string): number =>
  Number.parseInt(digest(['use', session, record]).slice(0, 8), 16) / 2 ** 32
