import { relativePath } from '@hindcast/text/paths.ts'
import type { Claim } from '../../domain/coordination/claim.ts'
import { changedSince } from '../../domain/coordination/lines.ts'
import { reaches, type ShellReach } from '../../domain/coordination/reach.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { Workspace } from '../../ports.ts'
import type { FileActivity } from '../file-activity.ts'
import type { ClaimTry, FileClaims } from '../file-claims.ts'
import type { Presence } from '../live-sessions.ts'
import type { Asker } from './asker.ts'
import type { PeersOf } from './peers.ts'

/** What is known of the other sessions and of the files. */
export interface CoordinationParts {
  readonly workspace: Pick<Workspace, 'realPath'>
  readonly presence: Presence
  readonly activity: FileActivity
  readonly claims: FileClaims
  readonly peersOf: PeersOf
}

type Ask = FactMap['overlaps']['ask']
/** The one-time notices that a session has had. */
export type WarnedOf = (session: string, asker: Asker) => Promise<readonly string[]>

const NONE = { found: [], warned: [] }

/** Takes claims if asked to, and finds what others hold. A session that is alone in its project takes its claims after an edit. */
export function overlapsFact(parts: CoordinationParts, warnedOf: WarnedOf) {
  const { presence, activity, claims, workspace, peersOf } = parts

  return async (ask: Ask, asker: Asker): Promise<FactMap['overlaps']['answer']> => {
    const { project, session } = ask
    if (presence.others(project, session).length === 0) return NONE
    await activity.loaded()
    const real = await Promise.all(ask.paths.map((path) => workspace.realPath(path)))
    const places = await Promise.all(ask.reaches.map((place) => linkless(place, workspace)))
    if (ask.takes) await Promise.all(real.map((path) => taken(parts, ask, { path, asker })))
    const held = claims.others(project, session)
    const found = [...claimsOn(held, real), ...elsewhere(held, real, ask), ...reached(held, places, ask)]
    if (found.length === 0) return NONE
    const [peers, warned] = await Promise.all([
      peersOf(found.map(({ claim }) => claim.session)),
      found.some(({ isElsewhere }) => isElsewhere) ? warnedOf(session, asker) : [],
    ])
    const overlaps = found.flatMap(({ claim, ...how }) => {
      const peer = peers.get(claim.session)
      return peer === undefined ? [] : [{ ...how, peer, ...seen(claim, ask, { parts, asker }) }]
    })
    return { found: overlaps, warned }
  }
}

/** Undone if the call is denied, but only if the claim was taken for it. */
function taken(
  { claims }: CoordinationParts,
  ask: Ask,
  { path, asker }: { path: string; asker: Asker },
): Promise<ClaimTry> {
  const done = claims.take(ask, path)
  asker.taken(async () => {
    if ((await done).isFresh) await claims.release(ask.session, path)
  })
  return done
}

/** A place by its real path. */
async function linkless(place: ShellReach, { realPath }: CoordinationParts['workspace']): Promise<ShellReach> {
  const within = await realPath(place.within)
  const { glob } = place
  return { ...place, within, ...(glob !== undefined && { glob: `${within}${glob.slice(place.within.length)}` }) }
}

interface Found {
  readonly claim: Claim
  readonly isElsewhere: boolean
  readonly reach?: string
}

const claimsOn = (held: readonly Claim[], real: readonly string[]): Found[] =>
  held.filter(({ path }) => real.includes(path)).map((claim) => ({ claim, isElsewhere: false }))

/** The same files of other worktrees. */
function elsewhere(held: readonly Claim[], real: readonly string[], { worktree }: Ask): Found[] {
  if (worktree === undefined) return []
  const own = new Set(real.map((path) => relativePath(path, worktree)).filter((path) => !path.startsWith('/')))
  const others = held.filter((claim) => claim.worktree !== undefined && claim.worktree !== worktree)
  return others
    .filter(({ path, worktree }) => !real.includes(path) && own.has(relativePath(path, worktree)))
    .map((claim) => ({ claim, isElsewhere: true }))
}

/** What commands touch without naming it. */
const reached = (held: readonly Claim[], places: readonly ShellReach[], { worktree }: Ask): Found[] =>
  held.flatMap((claim) => {
    const reach = places.find((place) => reaches(place, claim.path, worktree))
    return reach === undefined ? [] : [{ claim, isElsewhere: false, reach: reach.why }]
  })

/** What happened to a claimed file, as far as it matters to the agent that asks. */
function seen(
  { path, session, since }: Claim,
  ask: Ask,
  { parts: { activity }, asker }: { readonly parts: CoordinationParts; readonly asker: Asker },
) {
  const looker = { session: ask.session, agent: ask.agent, event: asker.event.id }
  const changes = activity.changes(ask.project, path)
  const isPeers = (change: { readonly session: string }) => change.session === session
  const last = changes.findLast(isPeers)
  const own = changes.findLast((change) => change.session === ask.session)
  const sight = activity.lastSight(ask.project, path, looker)
  const lines = changedSince(changes.map((change) => ({ lines: change.lines, isOthers: isPeers(change) })))
  return {
    path,
    since,
    ...(last && { changedAt: last.at, ...(lines && lines.length > 0 && { lines }) }),
    isNews: sight === undefined || (last !== undefined && last.n > sight),
    isUnread: last !== undefined && sight !== undefined && last.n > sight,
    isSettled: own !== undefined && own.at >= Math.max(since, last?.at ?? 0),
  }
}
