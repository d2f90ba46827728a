import { behaviour, on } from '../../domain/behaviour.ts'
import { RECALL_FOOT, RECALL_HEAD, recallLines } from '../../domain/context/recall-lines.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactMap } from '../../domain/facts.ts'
import { toTell } from '../../domain/retrieval/recall.ts'
import { asksOfPast } from '../../domain/retrieval/relevance.ts'
import type { Settings } from '../../domain/settings.ts'

type Prompt = EventOf<'UserPromptSubmit'>

const RANK = 50
/** Several records may be about one turn, and some were already shown. */
const MOST = 20

/** Adds to a prompt what earlier sessions recorded and is likely to help; usually nothing. */
export default behaviour({
  name: 'prompt-recall',
  summary: 'With a prompt: adds up to three earlier records that are likely to help; usually none.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'reply',
      onFailure: 'pass',
      needs: ({ prompt, origin, isPrivate, project, session }) => {
        if (origin === 'machine' || isPrivate || prompt.trimStart().startsWith('/')) return undefined
        if (!asksOfPast(prompt)) return undefined
        return {
          settings: { fact: 'settings' },
          recall: { fact: 'recall', project, session, text: prompt, limit: MOST },
          told: { fact: 'told', scope: session },
        }
      },
      decide: (event, facts) => recalledRecords(event, facts),
    }),
  ],
})

interface Known {
  readonly settings: Settings
  readonly recall: FactMap['recall']['answer']
  readonly told: FactMap['told']['answer']
}

function recalledRecords(event: Prompt, { settings, recall, told }: Known): Effect<'UserPromptSubmit', 'reply'>[] {
  const { depth, limit } = settings.prompt
  if (depth === 'off') return []
  const records = toTell(recall, new Set(told.ids)).slice(0, limit)
  const items = recallLines(records, { now: event.at, depth, root: event.worktree ?? event.cwd })
  if (items.length === 0) return []
  return [{ kind: 'context', type: depth, rank: RANK, head: RECALL_HEAD, items, foot: RECALL_FOOT }]
}
