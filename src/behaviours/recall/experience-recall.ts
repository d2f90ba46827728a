import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import { BELIEFS_HEAD, beliefItem } from '../../domain/context/experience-lines.ts'
import type { ContextItem } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { AT_FAILURE, beliefNeeds, failedIn, isUndertaking, queryOf } from '../../domain/experience/asked.ts'
import type { Experience } from '../../domain/experience/experience.ts'
import { beliefsLike, isPremortemDue } from '../../domain/experience/past.ts'
import type { FactsFor } from '../../domain/facts.ts'

type Failing = 'PostToolUse' | 'PostToolUseFailure'

/** Just above other recalled records, which are many. */
const RANK = 55
const MOST = 2
/** A shorter prompt asks nothing of the past. */
const SHORTEST = 15

const atFailure = {
  ...AT_FAILURE,
  needs: (event: EventOf<Failing>) => (event.classification.check === undefined ? undefined : beliefNeeds(event)),
  decide: (event: EventOf<Failing>, facts: FactsFor<typeof beliefNeeds>) => {
    const query = failedIn(event, facts.settings.outcome.extraCommands)
    if (query === undefined) return []
    const listener = { session: event.session, agentId: event.agent?.id, told: new Set(facts.told.ids) }
    const isLeft = isPremortemDue(facts.premortem, facts.experiences, listener)
    return recalledExperiences(beliefsLike(facts.experiences, query, listener), isLeft, event.at)
  },
} as const

/** Recalls what agents believed in work like this, and what came of it; what a premortem tells is left to it. */
export default behaviour({
  name: 'experience-recall',
  summary:
    'With a prompt or a failing check: shows up to two beliefs that earlier sessions tested on the same matter, and what came of them.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'reply',
      answers: ['context'],
      onFailure: 'pass',
      needs: (event) => {
        const { prompt, origin, isPrivate } = event
        const asks = prompt.trim().length >= SHORTEST && !prompt.trimStart().startsWith('/')
        return asks && origin !== 'machine' && !isPrivate ? beliefNeeds(event) : undefined
      },
      decide: (event, { settings, experiences, told }): Decided<'UserPromptSubmit', 'reply', 'context'>[] => {
        if (settings.prompt.depth === 'off') return []
        const listener = { session: event.session, told: new Set(told.ids) }
        const found = beliefsLike(experiences, queryOf(event.prompt), listener)
        return recalledExperiences(found, isUndertaking(event.prompt), event.at)
      },
    }),
    on('PostToolUse', atFailure),
    on('PostToolUseFailure', atFailure),
  ],
})

function recalledExperiences(
  found: readonly Experience[],
  isLeft: boolean,
  now: number,
): Decided<Failing, 'reply', 'context'>[] {
  const items = found
    .filter(({ status }) => !isLeft || status !== 'falsified')
    .slice(0, MOST)
    .map((one, at): ContextItem => ({ ...beliefItem(one, now), rank: -at }))
  if (items.length === 0) return []
  return [{ kind: 'context', type: 'rich', rank: RANK, head: BELIEFS_HEAD, items }]
}
