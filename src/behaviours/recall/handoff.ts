import { behaviour, on, weights } from '../../domain/behaviour.ts'
import { type HandoffTitle, handoffHead, handoffInFull, handoffInShort } from '../../domain/context/handoff-lines.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { handoffOf } from '../../domain/memory/handoff.ts'
import { turnNeeds, turnsOf } from '../../domain/memory/turns.ts'
import type { Handoff } from '../../domain/nouns/handoff.ts'

type Start = EventOf<'SessionStart'>

/** Ranks above the session index. */
const RANK = 80
/** How many handoffs to look at: other sessions may have ended since the one that is needed. */
const LOOKED_AT = 50

const needs = ({ project, session, client }: Start) =>
  ({
    handoffs: { fact: 'records', noun: 'handoff', project, limit: LOOKED_AT },
    ...turnNeeds(session),
    before: { fact: 'clearedBefore', session, pid: client?.pid ?? -1 },
  }) as const

type Known = FactsFor<typeof needs>

/** Injects where the work stands: in full if the context was just lost, otherwise in a few lines. */
export default behaviour({
  name: 'handoff',
  summary: 'When a session starts: shows where the last one left off, in full after a compaction or /clear.',
  reactions: [
    on('SessionStart', { lane: 'reply', weight: weights.handoff, onFailure: 'pass', needs, decide: handoffReplies }),
  ],
})

function handoffReplies(event: Start, known: Known): Effect<'SessionStart', 'reply'>[] {
  const handoff = handoffFor(event, known)
  if (handoff === undefined) return []
  const others = known.handoffs.filter(({ session }) => session !== handoff.session)
  const isLost = event.source === 'compact' || event.source === 'clear'
  const items = isLost ? handoffInFull(handoff, event.at) : handoffInShort(handoff, others, event.at)
  const head = handoffHead(TITLES[event.source] ?? 'Last session', handoff, event.at)
  return items.length === 0 ? [] : [{ kind: 'context', type: 'handoff', rank: RANK, head, items }]
}

const TITLES: Readonly<Record<string, HandoffTitle>> = {
  compact: 'Before the compaction',
  clear: 'Before /clear',
  resume: 'This session so far',
}

/** The session's own handoff after a compaction or on resume, the cleared session's after /clear, else the newest with work. */
function handoffFor({ source, session }: Start, known: Known): Handoff | undefined {
  const { handoffs, session: own, before } = known
  const of = (id: string | undefined) => handoffs.find((each) => each.session === id)
  if (source === 'compact') return current(known) ?? of(session)
  if (source === 'resume') return withNewRecap(of(session), current(known))
  const others = handoffs.filter((each) => each.session !== session)
  if (source === 'clear') return of(before?.id ?? own?.parent) ?? others[0]
  return others.find(hasWork) ?? others[0]
}

/** What is kept of a session, with a recap that was written after it. */
function withNewRecap(kept: Handoff | undefined, now: Handoff | undefined): Handoff | undefined {
  if (kept === undefined || now?.recapAt === undefined) return kept ?? now
  return { ...kept, recap: now.recap, recapAt: now.recapAt }
}

/** The session's handoff as its events show it now: the record is only written once the machine is idle. */
function current({ session, events, prompts }: Known): Handoff | undefined {
  const root = session?.worktree ?? session?.cwd
  return handoffOf(turnsOf(events, prompts), { isSealed: true, root })
}

/** Whether the session changed something, left something to do or has a failing check. */
const hasWork = ({ files, worked, next, blockers }: Handoff): boolean =>
  files.length > 0 || worked.length > 0 || next !== '' || blockers.length > 0
