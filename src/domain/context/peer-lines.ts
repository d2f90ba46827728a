import { linesSaid } from '../coordination/lines.ts'
import type { Overlap, Unread } from '../coordination/overlap.ts'
import type { Peer } from '../coordination/peer.ts'
import { baseName, relativePath } from '../paths.ts'
import { quote, shownPath } from './quote.ts'
import { when } from './times.ts'

/** How much of a prompt is quoted to say what a session is doing. */
const TASK_CHARS = 100
const SESSION_CHARS = 8
/** More files are counted. */
const MOST_FILES = 5

/** Who another session is: `session 3f2a1b7c (branch main; user asked “Fix the rounding”)`. */
export function peerSaid({ session, branch, workingOn }: Peer): string {
  const about = [
    ...(branch === undefined ? [] : [`branch ${shownPath(branch)}`]),
    ...(workingOn === undefined ? [] : [`${workingOn.by} ${ASKS[workingOn.by]} ${quote(workingOn.text, TASK_CHARS)}`]),
  ]
  const id = `session ${shownPath(session.slice(0, SESSION_CHARS))}`
  return about.length === 0 ? id : `${id} (${about.join('; ')})`
}

const ASKS = { user: 'asked', script: 'asked', agent: 'reported' } as const

/** `src/a.ts is being edited by session … : since 12 minutes ago, last just now, lines 10–14.` */
export function overlapLine(overlap: Overlap, now: number, root?: string): string {
  const { path, peer, since, changedAt, lines, isElsewhere } = overlap
  const shown = shownPath(isElsewhere ? baseOf(overlap) : relativePath(path, root))
  const where = isElsewhere ? ` in the worktree ${shownPath(baseName(peer.worktree ?? path))}` : ''
  const change =
    changedAt === undefined ? '' : `, last changed ${when(changedAt, now)}${lines ? ` (${linesSaid(lines)})` : ''}`
  return `${shown} is being edited${where} by ${peerSaid(peer)}: claimed ${when(since, now)}${change}.`
}

/** A file of another worktree, by its path there. */
const baseOf = ({ path, peer }: Overlap): string => relativePath(path, peer.worktree)

/** `git stash touches files that other sessions are editing: src/a.ts and src/b.ts by session ….` */
export function reachLine(reach: string, overlaps: readonly Overlap[], root?: string): string {
  const sessions = [...new Set(overlaps.map(({ peer }) => peer.session))]
  const held = sessions.map((id) => {
    const own = overlaps.filter(({ peer }) => peer.session === id)
    const paths = own.slice(0, MOST_FILES).map(({ path }) => shownPath(relativePath(path, root)))
    const more = own.length > MOST_FILES ? ` and ${own.length - MOST_FILES} more` : ''
    const [{ peer }] = own as [Overlap]
    return `${paths.join(', ')}${more} by ${peerSaid(peer)}`
  })
  return `${quote(reach, TASK_CHARS)} can change files that it does not name, and that other sessions are editing: ${held.join('; ')}.`
}

/** `src/a.ts was changed just now by session …, after this session last read it: lines 10–14.` */
export function unreadLine({ path, peer, at, lines }: Unread, now: number, root?: string): string {
  const which = lines === undefined ? '' : `: ${linesSaid(lines)}`
  return `${shownPath(relativePath(path, root))} was changed ${when(at, now)} by ${peerSaid(peer)}, after this session last read it${which}.`
}
