import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import { overlapLine, reachLine } from '../../domain/context/peer-lines.ts'
import { LATELY_MS, type Overlap } from '../../domain/coordination/overlap.ts'
import { touchedBy } from '../../domain/coordination/touched.ts'
import type { EventOf } from '../../domain/events.ts'
import type { Settings } from '../../domain/settings.ts'

/** Above what is merely recalled, below what was changed. */
const RANK = 85
const HEAD = 'Edited by another session'
const REPLY = { lane: 'reply', budgetMs: 5, onFailure: 'pass' } as const
const EDITS = ['edit', 'write', 'shell'] as const

type Told = Decided<'PreToolUse', 'reply', 'ask' | 'context' | 'deny'>
interface Known {
  readonly overlaps: readonly Overlap[]
  readonly settings: Settings
}

/** Keeps sessions that run at the same time from overwriting each other's files. */
export default behaviour({
  name: 'file-claims',
  summary:
    'Claims the files that a session edits, and says before another running session edits one of them: who holds it, since when, and which lines changed.',
  reactions: [
    on('PreToolUse', {
      ...REPLY,
      acts: EDITS,
      answers: ['ask', 'context', 'deny'],
      needs: (event) => {
        const paths = touchedBy(event.classification)
        const reaches: readonly { why: string; within: string }[] = []
        if (paths.length + reaches.length === 0) return undefined
        return { settings: { fact: 'settings' }, overlaps: { ...askOf(event), paths, reaches, takes: true } } as const
      },
      decide: (event, facts) => beforeCall(event, facts),
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
      decide: (event, { overlaps, settings }) => {
        const news = overlaps.filter((one) => one.isNews && isLate(one, event.at))
        return settings.claims.mode === 'off' ? [] : told(event, news)
      },
    }),
    // A call whose hook did not arrive, or whose files only its result shows
    on('PostToolUse', {
      ...REPLY,
      acts: EDITS,
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
      budgetMs: 30,
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

/** What was changed and not read since is told by `changed-under-you`. */
function beforeCall(event: EventOf<'PreToolUse'>, { overlaps, settings: { claims } }: Known): Told[] {
  const known = overlaps.filter(({ isUnread, reach }) => !isUnread || reach !== undefined)
  const open = known.filter(({ isSettled, isElsewhere }) => !isSettled || isElsewhere)
  if (claims.mode === 'off' || open.length === 0) return []
  const held = open.filter(({ isElsewhere }) => !isElsewhere)
  const isRefused = claims.mode === 'deny' && held.length > 0
  if (!isRefused && !(claims.mode === 'ask' && held.some((one) => isLate(one, event.at)))) return told(event, open)
  return [{ kind: isRefused ? 'deny' : 'ask', reason: linesOf(event, held).join('\n') }]
}

function told(event: EventOf<'PreToolUse' | 'PostToolUse'>, overlaps: readonly Overlap[]) {
  if (overlaps.length === 0) return []
  const items = linesOf(event, overlaps).map((text) => ({ text, ids: [], rank: 0 }))
  return [{ kind: 'context', type: 'notice', rank: RANK, head: HEAD, items } as const]
}

function linesOf({ at, worktree, cwd }: EventOf<'PreToolUse' | 'PostToolUse'>, overlaps: readonly Overlap[]): string[] {
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
