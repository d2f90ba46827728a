import { holderOf } from '../../domain/experience/journal.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { Session } from '../../domain/nouns/session.ts'
import type { Clock, Evidence, Grants, Machine, Secrets } from '../../ports.ts'
import type { KnownExperiences } from '../known-experiences.ts'
import { type GrantTaker, tellingOnce } from './telling-once.ts'

/** More would be read by nobody. */
const MOST = 3
/** Older ones were offered before. */
const LOOKED_AT = 5
const UNSEEN_MS = 3_600_000
/** By then, an end has abandoned what was open, or the session after a `/clear` has taken it over. */
const ENDED_MS = 60_000

interface OrphanPorts {
  readonly evidence: Pick<Evidence, 'sessions'>
  readonly machine: Pick<Machine, 'isRunning'>
  readonly grants: Grants
  readonly clock: Clock
  readonly secrets: Secrets
}

type Asker = GrantTaker & { readonly event: { readonly at: number } }

/** The newest ones that were not told yet. If nothing is open, which is usual, it takes no query. */
export function orphansFact(ports: OrphanPorts, experiences: KnownExperiences) {
  const isUntold = tellingOnce(ports)

  async function isDead(session: string, at: number, pid: number | undefined): Promise<boolean> {
    const found = await ports.evidence.sessions({ id: session, asOf: at, limit: 10 })
    const { endedAt, clientPid, lastSeenAt = 0 }: Partial<Session> = found.find(({ id }) => id === session) ?? {}
    if (endedAt !== undefined) return at - endedAt > ENDED_MS
    const isGone = clientPid !== undefined && (clientPid === pid || !ports.machine.isRunning(clientPid))
    return isGone || at - lastSeenAt > UNSEEN_MS
  }

  return async ({ project, session, pid }: FactMap['orphans']['ask'], asker: Asker) => {
    const { at } = asker.event
    const open = (await experiences.openAt(at)).filter((one) => one.project === project && holderOf(one) !== session)
    const newest = open.sort((a, b) => b.at - a.at).slice(0, LOOKED_AT)
    const dead = await Promise.all(newest.map((one) => isDead(holderOf(one), at, pid)))
    const orphans: FactMap['orphans']['answer'][number][] = []
    for (const [n, one] of newest.entries()) {
      if (orphans.length === MOST) break
      if (dead[n] && (await isUntold(`orphan ${one.id}`, asker))) orphans.push(one)
    }
    return orphans
  }
}
