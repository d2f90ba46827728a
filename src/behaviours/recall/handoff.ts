import { baseName } from '@hindcast/text/paths.ts'
import { behaviour, on, weights } from '../../domain/behaviour.ts'
import {
  type HandoffTitle,
  handoffHead,
  handoffInFull,
  handoffInShort,
  handoffLeftOpen,
} from '../../domain/context/handoff-lines.ts'
import { INDEX_FOOT } from '../../domain/context/index-table.ts'
import type { ContextItem, ReplyMap } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { handoffOf } from '../../domain/memory/handoff.ts'
import { isGoal, topicOf } from '../../domain/memory/headline.ts'
import { beginsWithChore, promptWish } from '../../domain/memory/intent.ts'
import { wordCount } from '../../domain/memory/sentences.ts'
import { planIn, turnNeeds, turnsOf } from '../../domain/memory/turns.ts'
import type { Handoff } from '../../domain/nouns/handoff.ts'
import { isCommonStem } from '../../domain/retrieval/relevance.ts'

type Start = EventOf<'SessionStart'>
type Prompt = EventOf<'UserPromptSubmit'>

/** Ranks above the session index. */
const RANK = 80
/** How many handoffs to look at: other sessions may have ended since the one that is needed. */
const LOOKED_AT = 50

/** Who goes on with older work says so. */
const RECENT_MS = 24 * 3_600_000
/** With a prompt, the last session matters alone. */
const LATEST = 5
/** A prompt of more words says what it is about. */
const MOST_WORDS = 12
/** So many telling words of a prompt stand in a handoff that is about the same. */
const SHARED = 2

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
  } as const
}

type Known = FactsFor<typeof needs>
type Context = { readonly kind: 'context' } & ReplyMap['context']

/** Injects where the work stands: in full if the context of open work was just lost, otherwise in a few lines, once the session is known to go on with it. */
export default behaviour({
  name: 'handoff',
  summary:
    'When a session starts: shows what the last one left open, and after a compaction, or /clear with open work, where that stands in full; with a first prompt that goes on with the last session’s work: where that left off.',
  reactions: [
    on('SessionStart', { lane: 'reply', weight: weights.handoff, onFailure: 'pass', needs, decide: atStart }),
    on('UserPromptSubmit', { lane: 'reply', onFailure: 'pass', needs: promptNeeds, decide: withPrompt }),
  ],
})

function atStart(event: Start, known: Known): Context[] {
  const { source, at } = event
  const handoff = handoffFor(event, known)
  if (handoff === undefined) return []
  const others = known.handoffs.filter(({ session }) => session !== handoff.session)
  const head = handoffHead(TITLES[source] ?? 'Last session', handoff, at)
  const isLost = source === 'compact' || source === 'clear'
  // A full start has the foot below its list
  if (known.settings.context.depth === 'full')
    return sectionOf(head, isLost ? handoffInFull(handoff, at) : handoffInShort(handoff, others, at))
  if (source === 'compact') return sectionOf(head, handoffInFull(handoff, at), INDEX_FOOT)
  // Whoever resumes a session still has it, and what a new one is about only its prompt says
  if (source === 'resume' || at - handoff.at > RECENT_MS) return []
  const open = handoffLeftOpen(handoff, others, at)
  return sectionOf(head, source === 'clear' && open.length > 0 ? handoffInFull(handoff, at) : open, INDEX_FOOT)
}

/** A session's first prompt, if it is about what the last session did or names nothing of its own, gets where that left off. */
function withPrompt(event: Prompt, known: FactsFor<typeof promptNeeds>): Context[] {
  const others = known.handoffs.filter(({ session }) => session !== event.session)
  const handoff = others.find(({ session }) => session === known.session?.parent) ?? lastOf(others)
  if (handoff === undefined || known.prompts.length > 1) return []
  const isMeant = goesOn(event.prompt) || (event.at - handoff.at <= RECENT_MS && isAbout(event.prompt, handoff))
  if (!isMeant) return []
  const earlier = others.filter(({ session }) => session !== handoff.session)
  return sectionOf(handoffHead('Last session', handoff, event.at), handoffInShort(handoff, earlier, event.at))
}

/** Whether a prompt shares words with a handoff that are not said of everything. */
function isAbout(prompt: string, { goal, now, next, files }: Handoff): boolean {
  const words = topicOf([goal, now, next, files.map(baseName).join(' ')])
  return [...topicOf([promptWish(prompt)])].filter((word) => words.has(word) && !isCommonStem(word)).length >= SHARED
}

/** Whether a prompt says nothing of what it is about: "continue", "commit this", "where were we?", in any language. */
const goesOn = (prompt: string): boolean =>
  wordCount(prompt) <= MOST_WORDS && (beginsWithChore(prompt) || !isGoal(promptWish(prompt)))

const sectionOf = (head: string, items: readonly ContextItem[], foot?: string): Context[] =>
  items.length === 0 ? [] : [{ kind: 'context', type: 'handoff', rank: RANK, head, items, ...(foot && { foot }) }]

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

/** What is kept of a session, with a recap that was written after it. */
function withNewRecap(kept: Handoff | undefined, now: Handoff | undefined): Handoff | undefined {
  if (kept === undefined || now?.recapAt === undefined) return kept ?? now
  return { ...kept, recap: now.recap, recapAt: now.recapAt }
}

/** The newest with work: other sessions may only have asked something since. */
const lastOf = (handoffs: readonly Handoff[]): Handoff | undefined => handoffs.find(hasWork) ?? handoffs[0]

/** The session's handoff as its events show it now: the record is only written once the machine is idle. */
function current({ session, events, prompts }: Known): Handoff | undefined {
  const root = session?.worktree ?? session?.cwd
  return handoffOf(turnsOf(events, prompts), { isSealed: true, root })
}

/** Whether the session changed something, left something to do or has a failing check. */
const hasWork = ({ files, worked, next, blockers }: Handoff): boolean =>
  files.length > 0 || worked.length > 0 || next !== '' || blockers.length > 0
