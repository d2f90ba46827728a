import { baseName, relativePath } from '@hindcast/text/paths.ts'
import { linesSaid } from '../coordination/lines.ts'
import type { Overlap, Unread } from '../coordination/overlap.ts'
import type { Peer, ReceivedNote } from '../coordination/peer.ts'
import { REQUESTED_BY } from '../memory/title-voice.ts'
import { quote, shownPath } from '../quote.ts'
import { when } from './times.ts'

/** How much of a prompt is quoted to say what a session is doing. */
const TASK_CHARS = 100
const SESSION_CHARS = 8
/** More files are counted. */
const MOST_FILES = 5
/** More sessions are counted; of more notes, only the ids are given. */
const MOST_PEERS = 5
const MOST_NOTES = 3
const MOST_IDS = 5
/** All notes of an event fit its budget; the rest of a longer one is shown by its id. */
const NOTE_CHARS = 240

/** Who another session is: `session 3f2a1b7c (branch main; user asked “Fix the rounding”)`. */
export function peerSaid({ session, branch, named, workingOn }: Peer): string {
  const about = [
    ...(named === undefined ? [] : [`user named it ${quote(named, TASK_CHARS)}`]),
    ...(branch === undefined ? [] : [`branch ${shownPath(branch)}`]),
    ...(workingOn === undefined ? [] : [`${REQUESTED_BY[workingOn.by]} ${quote(workingOn.text, TASK_CHARS)}`]),
  ]
  const id = `session ${shownPath(session.slice(0, SESSION_CHARS))}`
  return about.length === 0 ? id : `${id} (${about.join('; ')})`
}

/** What other live sessions do, a line each: who, when last active, and which files they hold. */
export function peerLines(peers: readonly Peer[], now: number, root?: string): string[] {
  const lines = peers.slice(0, MOST_PEERS).map((peer) => {
    const where =
      peer.worktree === undefined || peer.worktree === root ? '' : `, worktree ${shownPath(baseName(peer.worktree))}`
    const held = peer.claims.length === 0 ? '' : `, editing ${filesSaid(peer.claims, peer.worktree ?? root)}`
    return `${peerSaid(peer)}${where}, last active ${when(peer.lastSeenAt, now)}${held}`
  })
  return peers.length > MOST_PEERS ? [...lines, `and ${peers.length - MOST_PEERS} more`] : lines
}

function filesSaid(paths: readonly string[], root: string | undefined): string {
  const shown = paths.slice(0, MOST_FILES).map((path) => shownPath(relativePath(path, root)))
  return `${shown.join(', ')}${paths.length > MOST_FILES ? ` and ${paths.length - MOST_FILES} more` : ''}`
}

/**
 * Notes, a line each: who wrote them, when, and what; oldest first. The newest of each sender are quoted before others of
 * the same one, and what one wrote several times is quoted once; of the rest, some ids and their number are given.
 */
export function noteLines(notes: readonly ReceivedNote[], now: number): string[] {
  const told = different(notes)
  const quoted = new Set(told.toSorted((a, b) => a.turn - b.turn).slice(0, MOST_NOTES))
  const lines = told.flatMap((each) => {
    const { note, times } = each
    const often = times > 1 ? ` (${times} times)` : ''
    const line = `${note.id} ${when(note.at, now)}, ${senderSaid(note)} ${quote(note.text, NOTE_CHARS)}${often}`
    return quoted.has(each) ? [line] : []
  })
  const ids = told.flatMap((each) => (quoted.has(each) ? [] : [each.note.id])).toReversed()
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''
  const others = ids.length === 0 ? [] : [`${ids.length} earlier: ${ids.slice(0, MOST_IDS).join(', ')}${more}`]
  return [...others, ...lines.toReversed()]
}

/** Each text of each sender once, newest first; `turn`: how many newer ones there are of its sender. */
function different(notes: readonly ReceivedNote[]) {
  const found = new Map<string, { readonly note: ReceivedNote; readonly turn: number; times: number }>()
  const turns = new Map<string, number>()
  for (const note of notes.toReversed()) {
    const sender = senderOf(note)
    const same = found.get(`${sender} ${note.text}`)
    if (same) same.times++
    else {
      const turn = turns.get(sender) ?? 0
      turns.set(sender, turn + 1)
      found.set(`${sender} ${note.text}`, { note, turn, times: 1 })
    }
  }
  return [...found.values()]
}

const senderOf = ({ session, by, agentId = '' }: ReceivedNote): string => `${session} ${by} ${agentId}`

function senderSaid({ session, by, agentId, from }: ReceivedNote): string {
  if (session === '') return by === 'user' ? 'user wrote in a terminal' : 'an agent or script wrote in a terminal'
  const who = from === undefined ? `session ${shownPath(session.slice(0, SESSION_CHARS))}` : peerSaid(from)
  return `${agentId === undefined ? 'agent' : 'subagent'} of ${who} wrote`
}

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
    const paths = own.map(({ path }) => path)
    const [{ peer }] = own as [Overlap]
    return `${filesSaid(paths, root)} by ${peerSaid(peer)}`
  })
  return `${quote(reach, TASK_CHARS)} can change files that it does not name, and that other sessions are editing: ${held.join('; ')}.`
}

/** `src/a.ts was changed just now by session …, after this session last read it: lines 10–14.` */
export function unreadLine({ path, peer, isLive, at, lines }: Unread, now: number, root?: string): string {
  const which = lines === undefined ? '' : `: ${linesSaid(lines)}`
  return `${shownPath(relativePath(path, root))} was changed ${when(at, now)} by ${peerSaid(peer)}${isLive ? '' : ', which has ended'}, after this session last read it${which}.`
}
