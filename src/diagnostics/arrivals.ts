import { symptom } from '../domain/symptom.ts'
import type { Arrived, StoreState } from '../ports.ts'
import { oursIn } from './answers.ts'
import { obstacleRemedy, obstaclesIn, obstacleWords } from './client.ts'
import { apart, type Finding, ill, moment, roughAgo, well } from './finding.ts'
import type { Case } from './parts.ts'
import type { ClientSession } from './sessions.ts'

/** A transcript is written a little later than its hooks fire. */
const GRACE_MS = 5 * 60_000

/**
 * Compares what clients recorded themselves with what arrived from them by hook, project by project: no setting has to be
 * known for its effect to be seen.
 */
export async function arrivals(
  at: Case,
  { lastHookAt = 0 }: StoreState,
  sessions: readonly ClientSession[],
): Promise<readonly Finding[]> {
  const { clock, settings } = at
  const told =
    lastHookAt === 0 ? 'none received from hooks yet' : `the latest was received ${roughAgo(clock.now() - lastHookAt)}`
  const fine = [lastHookAt === 0 ? apart('arrivals', told) : well('arrivals', told)]
  const isPaused = (await at.running?.ports.ledger.paused(clock.now()))?.some(
    ({ session, project }) => !session && !project,
  )
  if (!(await settings()).enabled || isPaused) return [apart('arrivals', told)]
  const unheard = await unheardAmong(at, sessions)
  return unheard.length === 0 ? fine : Promise.all(unheard.map((one) => silence(at, one)))
}

interface Unheard extends ClientSession {
  /** When its newest event arrived by hook. */
  readonly heardAt: number | undefined
}

async function unheardAmong(at: Case, sessions: readonly ClientSession[]): Promise<readonly Unheard[]> {
  const asked = await Promise.all(
    sessions.map(async ({ session, dir }) => ({ session, project: await at.projectOf(dir) })),
  )
  const heard = await at.heard(asked)
  const silent = sessions.flatMap((one, n) => (isHeard(one, heard[n]) ? [] : [{ ...one, heardAt: heard[n]?.at }]))
  const switched = await Promise.all(silent.map(({ dir }) => at.projectFile(dir).catch(() => undefined)))
  return silent.filter((_, n) => !switched[n]?.keys.includes('enabled'))
}

/** Everything up to its last activity arrived, or was not to be stored then. */
const isHeard = ({ activeAt }: ClientSession, { at = 0, silences }: Arrived = { silences: [] }): boolean =>
  activeAt <= at + GRACE_MS ||
  silences.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= activeAt && activeAt <= until)

async function silence(at: Case, one: Unheard): Promise<Finding> {
  const { connection, host, session, dir, beganAt, activeAt, heardAt, embedded } = one
  const now = at.clock.now()
  const last =
    heardAt === undefined ? 'but no event of it arrived' : `but its latest event arrived ${roughAgo(now - heardAt)}`
  const why = `hooks have not arrived from ${dir} since ${moment(heardAt ?? beganAt)}: session ${session.slice(0, 8)} was active ${roughAgo(now - activeAt)}, ${last}`
  if (embedded) return apart('arrivals', `${why}; another program started it, which may not use your settings`)
  const isOurs = await oursIn(at)
  const failure = one.hooks.findLast((each) => each.outcome !== 'answered' && each.at > (heardAt ?? 0) && isOurs(each))
  if (failure) {
    const isPast = failure.at < (at.running?.ports.daemon().startedAt ?? 0)
    const said = `${why}; its client says of our hook at ${failure.event}: ${failure.why}`
    return (isPast ? apart : ill)('arrivals', said, 'run hindcast up; for details, run hindcast logs')
  }
  const causes = (await obstaclesIn(at, connection, dir)).filter(({ stops }) => stops !== 'server')
  if (causes.length === 0)
    return ill('arrivals', `${why}; cause not known`, `in that folder, ${host.connection.client.debugHooks}`)
  const named = symptom(why, causes.map(obstacleWords))
  return ill('arrivals', named, [...new Set(causes.map(obstacleRemedy))].join('; '))
}
