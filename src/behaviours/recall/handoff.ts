import { behaviour, on } from '../../domain/behaviour.ts'
import { HANDOFF_HEAD, handoffInFull, handoffLine } from '../../domain/context/handoff-lines.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { Handoff } from '../../domain/nouns/handoff.ts'

type Start = EventOf<'SessionStart'>

/** Above the index of sessions. */
const RANK = 80
/** Other sessions may have ended since. */
const LOOKED_AT = 50

/** Tells where work stands: in full where the context was just lost, else in a line. */
export default behaviour({
  name: 'handoff',
  summary: 'At the start of a session: where work stands; in full after a compaction or /clear, else in one line.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      budgetMs: 30,
      onFailure: 'pass',
      needs: ({ project, session, client }) => ({
        handoffs: { fact: 'handoffs', project, limit: LOOKED_AT },
        session: { fact: 'session', session },
        before: { fact: 'clearedBefore', session, pid: client?.pid ?? -1 },
      }),
      decide: (event, facts) => told(event, facts),
    }),
  ],
})

interface Known {
  readonly handoffs: readonly Handoff[]
  readonly session: FactMap['session']['answer']
  readonly before: FactMap['clearedBefore']['answer']
}

function told(event: Start, known: Known): Effect<'SessionStart', 'reply'>[] {
  const handoff = handoffFor(event, known)
  if (handoff === undefined) return []
  const isLost = event.source === 'compact' || event.source === 'clear'
  const root = event.worktree ?? event.cwd
  const items = isLost ? handoffInFull(handoff, event.at, root) : [handoffLine(handoff, event.at)]
  return [{ kind: 'context', type: 'handoff', rank: RANK, ...(isLost && { head: HANDOFF_HEAD }), items }]
}

/** A session's own after a compaction or on resume, that of the session that was cleared, else the project's newest. */
function handoffFor({ source, session }: Start, { handoffs, session: own, before }: Known): Handoff | undefined {
  const of = (id: string | undefined) => handoffs.find((each) => each.session === id)
  if (source === 'compact' || source === 'resume') return of(session)
  if (source === 'clear') return of(before?.id ?? own?.parent) ?? handoffs[0]
  return handoffs.find((each) => each.session !== session)
}
