import { behaviour, type Decided, on, weights } from '../../domain/behaviour.ts'
import { overlapLine, reachLine } from '../../domain/context/peer-lines.ts'
import { LATELY_MS, type Overlap } from '../../domain/coordination/overlap.ts'
import { reachOf } from '../../domain/coordination/reach.ts'
import { COMPANY, EDITING, touchedBy } from '../../domain/coordination/touched.ts'
import { warning } from '../../domain/coordination/warning.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'

/** Above what is merely recalled, below what was changed. */
const RANK = 85
const HEAD = 'Edited by another session'
const REPLY = { lane: 'reply', weight: weights.claim, onFailure: 'pass' } as const

type Told = Decided<'PreToolUse', 'reply', 'ask' | 'context' | 'deny' | 'note'>

function overlapNeeds(event: EventOf<'PreToolUse'>) {
  const paths = touchedBy(event.classification)
  const reaches = reachOf(event.classification.commands, event.cwd)
  if (paths.length + reaches.length === 0) return undefined
  return { settings: { fact: 'settings' }, overlaps: { ...askOf(event), paths, reaches, takes: true } } as const
}

/** Keeps sessions that run at the same time from overwriting each other's files. */
export default behaviour({
  name: 'file-claims',
  summary:
    'Claims the files that a session edits, and says before another running session edits one of them: who holds it, since when, and which lines changed.',
  reactions: [
    on('PreToolUse', {
      ...REPLY,
      acts: EDITING,
      due: COMPANY,
      answers: ['ask', 'context', 'deny', 'note'],
      needs: overlapNeeds,
      decide: beforeCall,
    }),
    on('PostToolUse', {
      ...REPLY,
      acts: ['read'],
      answers: ['context'],
      needs: (event) => {
        const paths = event.classification.filesRead
        if (paths.length === 0) return undefined
        return {
          settings: { fact: 'settings' },
          overlaps: { ...askOf(event), paths, reaches: [], takes: false },
        } as const
      },
      decide: (event, { overlaps: { found }, settings }) => {
        const news = found.filter((one) => one.isNews && !one.isUnread && isLate(one, event.at))
        if (settings.claims.mode === 'off' || news.length === 0) return []
        const items = overlapLines(event, news).map((text) => ({ text, ids: [], rank: 0 }))
        return [{ kind: 'context', type: 'notice', rank: RANK, head: HEAD, items }]
      },
    }),
    // A session that is alone claims what it has edited
    on('PostToolUse', {
      ...REPLY,
      acts: EDITING,
      answers: [],
      needs: ({ classification, via }) => (via === 'hook' && touchedBy(classification).length > 0 ? {} : undefined),
      decide: ({ session, project, worktree, classification }) => [
        { kind: 'claims', change: { kind: 'take', session, project, worktree, paths: touchedBy(classification) } },
      ],
    }),
    on('SessionEnd', {
      ...REPLY,
      // What a session holds when it is cleared goes to the one that follows
      needs: ({ reason }) => (reason === 'clear' ? undefined : {}),
      decide: ({ session }) => [{ kind: 'claims', change: { kind: 'release', session } }],
    }),
    on('SessionStart', {
      ...REPLY,
      answers: [],
      needs: ({ source, client, session }) => {
        if (source !== 'clear' || client?.pid === undefined) return undefined
        return { before: { fact: 'clearedBefore', session, pid: client.pid } } as const
      },
      decide: ({ session }, { before }) =>
        before === undefined ? [] : [{ kind: 'claims', change: { kind: 'handOver', from: before.id, to: session } }],
    }),
  ],
})

const askOf = ({ project, session, agent, worktree }: EventOf<'PreToolUse' | 'PostToolUse'>) =>
  ({ fact: 'overlaps', project, session, agent: agent?.id, worktree }) as const

/**
 * What was changed and not read since is told by `changed-under-you`. That another worktree has the same file under work is
 * told once.
 */
function beforeCall(
  event: EventOf<'PreToolUse'>,
  { overlaps: { found, warned }, settings: { claims } }: FactsFor<typeof overlapNeeds>,
): Told[] {
  const open = found.filter(
    (one) => (one.reach !== undefined || !one.isUnread) && !one.isSettled && !warned.includes(markOf(one)),
  )
  const isUrgent = open.some((one) => !one.isElsewhere && isLate(one, event.at))
  const told = open.flatMap((one) => (one.isElsewhere ? [markOf(one)] : []))
  return [
    ...warning(event, { head: HEAD, rank: RANK, lines: overlapLines(event, open), isUrgent }, claims.mode),
    ...(told.length === 0 ? [] : [{ kind: 'emit', name: 'Warned', n: 0, body: { of: told } } as const]),
  ]
}

const markOf = ({ peer, path }: Overlap): string => `elsewhere ${peer.session} ${path}`

function overlapLines(
  { at, worktree, cwd }: EventOf<'PreToolUse' | 'PostToolUse'>,
  overlaps: readonly Overlap[],
): string[] {
  const root = worktree ?? cwd
  const reaches = [...new Set(overlaps.flatMap(({ reach }) => reach ?? []))]
  return [
    ...overlaps.filter(({ reach }) => reach === undefined).map((one) => overlapLine(one, at, root)),
    ...reaches.map((why) =>
      reachLine(
        why,
        overlaps.filter(({ reach }) => reach === why),
        root,
      ),
    ),
  ]
}

const isLate = ({ since, changedAt = 0 }: Overlap, now: number): boolean =>
  now - Math.max(since, changedAt) <= LATELY_MS
