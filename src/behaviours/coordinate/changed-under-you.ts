import { behaviour, type Decided, on, weights } from '../../domain/behaviour.ts'
import { unreadLine } from '../../domain/context/peer-lines.ts'
import { LATELY_MS } from '../../domain/coordination/overlap.ts'
import { COMPANY, EDITING, touchedBy } from '../../domain/coordination/touched.ts'
import { warning } from '../../domain/coordination/warning.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'

type Moment = EventOf<'PostToolUse' | 'PostToolUseFailure' | 'UserPromptSubmit'>

/** Above what is merely recalled. */
const RANK = 90
/** Above notes that can wait. */
const NOTE_RANK = 30
/** Files named at once. */
const MOST = 5
const HEAD = 'Changed by another session'

const REPLY = { lane: 'reply', weight: weights.claim, onFailure: 'pass' } as const
const CALL = { ...REPLY, acts: EDITING, due: COMPANY } as const
const NEWS = { ...REPLY, answers: ['context'] } as const

function unreadNeeds({ classification, project, session, agent }: EventOf<'PreToolUse'>) {
  const paths = touchedBy(classification)
  if (paths.length === 0) return undefined
  const unread = { fact: 'unread', project, session, agent: agent?.id, paths } as const
  return { settings: { fact: 'settings' }, unread } as const
}

const newsNeeds = ({ project, session, agent }: Moment) =>
  ({ unread: { fact: 'unread', project, session, agent: agent?.id } }) as const

/** Says that another session has changed a file since this one last read it, before it is overwritten. */
export default behaviour({
  name: 'changed-under-you',
  summary:
    'Says when another session has changed a file since this one last read it, and which lines: before an edit, with a prompt, and beside results.',
  reactions: [
    on('PreToolUse', {
      ...CALL,
      answers: ['ask', 'context', 'deny', 'note'],
      needs: unreadNeeds,
      decide: warnBeforeCall,
    }),
    // The dialog in which a client asks about an edit may not say why, so the person is told here, too
    on('UserPromptSubmit', {
      ...NEWS,
      answers: ['context', 'note'],
      needs: newsNeeds,
      decide: (event, facts) => {
        const [told, ...rest] = news(event, facts)
        if (told?.kind !== 'context') return []
        return [told, { kind: 'note', text: told.items.map(({ text }) => text).join(' '), rank: NOTE_RANK }, ...rest]
      },
    }),
    on('PostToolUse', { ...NEWS, needs: newsNeeds, decide: news }),
    on('PostToolUseFailure', { ...NEWS, needs: newsNeeds, decide: news }),
  ],
})

function warnBeforeCall(
  event: EventOf<'PreToolUse'>,
  { unread: { files }, settings: { claims } }: FactsFor<typeof unreadNeeds>,
) {
  const lines = files.slice(0, MOST).map((file) => unreadLine(file, event.at, event.worktree ?? event.cwd))
  const isUrgent = files.some(({ at, isLive }) => isLive && event.at - at <= LATELY_MS)
  return warning(event, { head: HEAD, rank: RANK, lines, isUrgent }, claims.mode)
}

/** Each change is told once, until the agent has read the file again. */
function news(
  event: Moment,
  { unread: { files, warned } }: FactsFor<typeof newsNeeds>,
): Decided<'PostToolUse' | 'PostToolUseFailure' | 'UserPromptSubmit', 'reply', 'context'>[] {
  const untold = files.filter(({ mark }) => !warned.includes(mark)).slice(0, MOST)
  if (untold.length === 0) return []
  const lines = untold.map((file) => unreadLine(file, event.at, event.worktree ?? event.cwd))
  return [
    {
      kind: 'context',
      type: 'notice',
      rank: RANK,
      head: HEAD,
      items: lines.map((text) => ({ text, ids: [], rank: 0 })),
    },
    { kind: 'emit', name: 'Warned', n: 0, body: { of: untold.map(({ mark }) => mark) } },
  ]
}
