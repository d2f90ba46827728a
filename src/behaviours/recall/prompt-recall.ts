import { behaviour, on } from '../../domain/behaviour.ts'
import { RECALL_FOOT, RECALL_HEAD, recallLines } from '../../domain/context/recall-lines.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactMap } from '../../domain/facts.ts'
import { isGoal } from '../../domain/memory/headline.ts'
import { wishOf } from '../../domain/memory/intent.ts'
import { type RecallCandidate, untold } from '../../domain/retrieval/recall.ts'
import type { Settings } from '../../domain/settings.ts'

type Prompt = EventOf<'UserPromptSubmit'>

const RANK = 50
/** A wish shorter than this is an answer to what was said before. */
const MIN_LENGTH = 15
/** Several records may tell of one turn, and some were told before. */
const MOST = 60

/** Tells a prompt what earlier sessions recorded that fits it; where nothing fits well, nothing. */
export default behaviour({
  name: 'prompt-recall',
  summary: 'At a prompt: earlier records that fit what is asked, each with id and age; where nothing fits, nothing.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'reply',
      budgetMs: 80,
      onFailure: 'pass',
      needs: (event) => {
        const text = askedBy(event)
        if (text === undefined) return undefined
        const { project, session } = event
        return {
          settings: { fact: 'settings' },
          recall: { fact: 'recall', project, session, text, limit: MOST },
          told: { fact: 'told', scope: session },
        }
      },
      decide: (event, facts) => recalled(event, facts),
    }),
  ],
})

/** What a person or a script wants, in words to search by; undefined where nothing is asked of the past. */
function askedBy({ prompt, origin, isPrivate }: Prompt): string | undefined {
  if (origin === 'machine' || isPrivate || prompt.trimStart().startsWith('/')) return undefined
  const wish = wishOf(prompt)
  return wish.length < MIN_LENGTH ? undefined : wish
}

interface Known {
  readonly settings: Settings
  readonly recall: FactMap['recall']['answer']
  readonly told: FactMap['told']['answer']
}

/** What was only asked is told where it says by itself what was wanted. */
const isWhole = ({ kind, title }: RecallCandidate): boolean => kind !== 'prompt' || isGoal(wishOf(title))

function recalled({ at }: Prompt, { settings, recall, told }: Known): Effect<'UserPromptSubmit', 'reply'>[] {
  const { depth, limit } = settings.prompt
  if (depth === 'off') return []
  const records = untold(recall, new Set(told.ids)).filter(isWhole)
  const items = recallLines(records.slice(0, limit), at, depth)
  if (items.length === 0) return []
  return [{ kind: 'context', type: depth, rank: RANK, head: RECALL_HEAD, items, foot: RECALL_FOOT }]
}
