import { behaviour, on } from '../../domain/behaviour.ts'
import { RECALL_FOOT, RECALL_HEAD, recallLines } from '../../domain/context/recall-lines.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { asksAnything, questionOf } from '../../domain/retrieval/question.ts'
import { toTell } from '../../domain/retrieval/recall.ts'

type Prompt = EventOf<'UserPromptSubmit'>

const RANK = 50
/** Several records may be about one turn, and some were already shown. */
const MOST = 20

function needs({ prompt, origin, isPrivate, project, session }: Prompt) {
  if (origin === 'machine' || isPrivate || !asksAnything(questionOf(prompt))) return undefined
  return {
    settings: { fact: 'settings' },
    recall: { fact: 'recall', project, session, text: prompt, limit: MOST },
    told: { fact: 'told', scope: session },
  } as const
}

/** Adds to a prompt what earlier sessions recorded and is likely to help; usually nothing. */
export default behaviour({
  name: 'prompt-recall',
  summary: 'With a prompt: adds up to three earlier records that are likely to help; usually none.',
  reactions: [on('UserPromptSubmit', { lane: 'reply', onFailure: 'pass', needs, decide: recalledRecords })],
})

function recalledRecords(
  event: Prompt,
  { settings, recall, told }: FactsFor<typeof needs>,
): Effect<'UserPromptSubmit', 'reply'>[] {
  const { depth, limit } = settings.prompt
  if (depth === 'off') return []
  const records = toTell(recall, new Set(told.ids)).slice(0, limit)
  const items = recallLines(records, { now: event.at, depth, root: event.worktree ?? event.cwd })
  if (items.length === 0) return []
  return [{ kind: 'context', type: depth, rank: RANK, head: RECALL_HEAD, items, foot: RECALL_FOOT }]
}
