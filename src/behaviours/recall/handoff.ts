import { behaviour, on, weights } from '../../domain/behaviour.ts'
import {
  type HandoffTitle,
  handoffHead,
  handoffInBrief,
  handoffInFull,
  isLeftOpen,
} from '../../domain/context/handoff-lines.ts'
import { INDEX_FOOT } from '../../domain/context/index-table.ts'
import type { ContextItem, ReplyMap } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { handoffOf } from '../../domain/memory/handoff.ts'
import { isGoal } from '../../domain/memory/headline.ts'
import { beginsWithChore, promptWish } from '../../domain/memory/intent.ts'
import { wordCount } from '../../domain/memory/sentences.ts'
import { planIn, turnNeeds, turnsOf } from '../../domain/memory/turns.ts'
import type { Handoff } from '../../domain/nouns/handoff.ts'

type Start = EventOf<'SessionStart'>
type Prompt = EventOf<'UserPromptSubmit'>

/** Ranks above the session index. */
const RANK = 80
/** How many handoffs to look at: other sessions may have ended since the one that is needed. */
const LOOKED_AT = 50

/** At starts of unseen sessions, one of 35 lines about work that had ended longer ago was of use, and of 105 younger ones some thirty. */
const RECENT_MS = 3 * 3_600_000
/** What was left open is told over a weekend. */
const OPEN_MS = 72 * 3_600_000
/** With a prompt, the last session matters alone. */
const LATEST = 5
/** A prompt of more words says what it is about. */
const MOST_WORDS = 12

const needs = ({ project, session, client }: Start) =>
  ({
    settings: { fact: 'settings' },
    handoffs: { fact: 'records', noun: 'handoff', project, limit: LOOKED_AT },
    ...turnNeeds(session),
    before: { fact: 'clearedBefore', session, pid: client?.pid ?? -1 },
  }) as const

function promptNeeds({ prompt, origin, isPrivate, project, session }: Prompt) {
  if (origin === 'machine' || isPrivate || planIn(prompt) !== '') return undefined
  return {
    handoffs: { fact: 'records', noun: 'handoff', project, limit: LATEST },
    prompts: { fact: 'prompts', session, limit: 2 },
    session: { fact: 'session', session },
    told: { fact: 'told', scope: session },
  } as const
}

type Known = FactsFor<typeof needs>
type Context = { readonly kind: 'context' } & ReplyMap['context']

/** Tells where the work stands: in full if the context was just lost, otherwise in a line, at the start or once a prompt goes on with it. */
export default behaviour({
  name: 'handoff',
  summary:
    'When a session starts: shows where the last one left off, in full after a compaction or /clear, otherwise in a line if that is recent or open; else with a first prompt that goes on with it.',
  reactions: [
    on('SessionStart', { lane: 'reply', weight: weights.handoff, onFailure: 'pass', needs, decide: atStart }),
    on('UserPromptSubmit', { lane: 'reply', onFailure: 'pass', needs: promptNeeds, decide: withPrompt }),
  ],
})

function atStart(event: Start, known: Known): Context[] {
  const { source, at } = event
  const handoff = handoffFor(event, known)
  if (handoff === undefined) return []
  const title = TITLES[source] ?? 'Last session'
  const isFull = known.settings.context.depth === 'full'
  if (source === 'compact' || source === 'clear' || isFull) {
    // A full start has the foot below its list
    const edges = { head: handoffHead(title, handoff, at), ...(!isFull && { foot: INDEX_FOOT }) }
    return sectionOf(handoffInFull(handoff, at), edges)
  }
  const age = at - handoff.at
  const isDue = source === 'resume' || age <= RECENT_MS || (age <= OPEN_MS && isLeftOpen(handoff))
  return isDue ? briefOf(title, handoff, known.handoffs, at) : []
}

/** A session's first prompt that names nothing of its own gets where the last session left off, unless the start told it. */
function withPrompt(event: Prompt, known: FactsFor<typeof promptNeeds>): Context[] {
  const handoff = lastOf(known.handoffs.filter(({ session }) => session !== event.session))
  if (handoff === undefined || known.prompts.length > 1 || known.told.ids.includes(handoff.id)) return []
  // After /clear the start told of another session
  if (known.session?.parent !== undefined || !goesOn(event.prompt)) return []
  return briefOf('Last session', handoff, known.handoffs, event.at)
}

/** Whether a prompt says nothing of what it is about: "continue", "commit this", "where were we?", in any language. */
const goesOn = (prompt: string): boolean =>
  !NAMES_OTHERS.test(prompt) &&
  wordCount(prompt) <= MOST_WORDS &&
  (beginsWithChore(prompt) || !isGoal(promptWish(prompt)))

/** Nothing, a command of the client, a page, or a file. */
const NAMES_OTHERS = /^\s*(?:\/|$)|https?:|@\S|\S\.\w/

function briefOf(title: HandoffTitle, handoff: Handoff, handoffs: readonly Handoff[], now: number): Context[] {
  const others = handoffs.filter(({ session }) => session !== handoff.session)
  return sectionOf(handoffInBrief(title, handoff, others, now), { foot: INDEX_FOOT })
}

const sectionOf = (
  items: readonly ContextItem[],
  edges: { readonly head?: string; readonly foot?: string },
): Context[] => (items.length === 0 ? [] : [{ kind: 'context', type: 'handoff', rank: RANK, items, ...edges }])

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
  return (source === 'clear' ? of(before?.id ?? own?.parent) : undefined) ?? lastOf(others)
}

/** The newest with work: other sessions may only have asked something since. */
const lastOf = (handoffs: readonly Handoff[]): Handoff | undefined => handoffs.find(hasWork) ?? handoffs[0]

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
