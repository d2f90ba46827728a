import { changedSince } from '../../domain/coordination/lines.ts'
import type { Unread } from '../../domain/coordination/overlap.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { Looker, PastEdit } from '../file-activity.ts'
import type { Asker } from './asker.ts'
import type { CoordinationParts, WarnedOf } from './overlaps.ts'

/** Of the files that an agent has seen, only what it saw within this time is watched for changes, unless it is named. */
const WATCHED_MS = 60 * 60_000

type Ask = FactMap['unread']['ask']

/** Finds files that other sessions changed, live or ended; if none changed any, nothing is looked up. */
export function unreadFact({ presence, activity, workspace, peersOf }: CoordinationParts, warnedOf: WarnedOf) {
  async function filesOf({ project, session, agent, paths }: Ask, at: number): Promise<readonly string[]> {
    if (paths !== undefined) return Promise.all(paths.map((path) => workspace.realPath(path)))
    const seen = activity.seen(project, { session, agent })
    return seen.filter((file) => at - file.at <= WATCHED_MS).map(({ path }) => path)
  }

  return async (ask: Ask, asker: Asker): Promise<FactMap['unread']['answer']> => {
    const { project, session, agent } = ask
    const { event } = asker
    await activity.loaded()
    if (!activity.hasOthersChanges(project, session)) return NONE
    const looker: Looker = { session, agent, event: event.id }
    const found = (await filesOf(ask, event.at)).flatMap((path) => {
      const changes = activity.unseen(project, path, looker)
      const by = [...new Set(changes.map((change) => change.session))].filter((id) => id !== session)
      const sight = activity.lastSight(project, path, looker)
      return by.map((id) => ({ ...changedBy(id, changes), path, session: id, mark: `changed ${id} ${path} ${sight}` }))
    })
    if (found.length === 0) return NONE
    const [peers, warned] = await Promise.all([
      peersOf(
        found.map((each) => each.session),
        'lately',
      ),
      ask.paths === undefined ? warnedOf(session, asker) : [],
    ])
    const files = found.flatMap(({ session: id, ...one }): Unread[] => {
      const peer = peers.get(id)
      return peer === undefined ? [] : [{ ...one, peer, isLive: presence.isLive(id) }]
    })
    return { files, warned }
  }
}

const NONE = { files: [], warned: [] }

function changedBy(session: string, changes: readonly PastEdit[]): Pick<Unread, 'at' | 'lines'> {
  const isPeers = (change: PastEdit) => change.session === session
  const lines = changedSince(changes.map((change) => ({ lines: change.lines, isOthers: isPeers(change) })))
  return { at: changes.findLast(isPeers)?.at ?? 0, ...(lines && lines.length > 0 && { lines }) }
}
