import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import { recurrenceItem } from '../../domain/context/cure-lines.ts'
import { beliefItem, insightItem, PREMORTEM_FOOT, PREMORTEM_HEAD } from '../../domain/context/experience-lines.ts'
import type { ContextItem } from '../../domain/effects.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import { AT_FAILURE, beliefNeeds, failedIn, isUndertaking, queryOf } from '../../domain/experience/asked.ts'
import {
  beliefsLike,
  insightsLike,
  isPremortemDue,
  type Listener,
  openIn,
  PREMORTEM_DUE,
  PREMORTEM_TOLD,
} from '../../domain/experience/past.ts'
import { type Recurrence, recurringLike } from '../../domain/experience/recurring.ts'
import type { Query } from '../../domain/experience/similar.ts'
import type { FactsFor } from '../../domain/facts.ts'

type Failing = 'PostToolUse' | 'PostToolUseFailure'

/** Above recalled records, below what the user wants. */
const RANK = 60
const MOST = 4

const needs = (event: Pick<Event, 'project' | 'session'>) =>
  ({ ...beliefNeeds(event), lessons: { fact: 'lessons', project: event.project } }) as const

type Known = FactsFor<typeof needs>

const atFailure = {
  ...AT_FAILURE,
  needs: (event: EventOf<Failing>) => (event.classification.check === undefined ? undefined : needs(event)),
  decide: (event: EventOf<Failing>, facts: Known): Decided<Failing, 'reply', 'context'>[] => {
    const listener = { session: event.session, agentId: event.agent?.id, told: new Set(facts.told.ids) }
    if (!isPremortemDue(facts.premortem, facts.experiences, listener)) return []
    const query = failedIn(event, facts.settings.outcome.extraCommands)
    return query === undefined ? [] : premortem(query, listener, facts, event)
  },
} as const

/** Says before work of several steps, and at its first failing check, what went wrong before in work like it. */
export default behaviour({
  name: 'premortem',
  summary:
    'Before work of several steps, or at its first failing check: shows which beliefs proved wrong and which failures came back in work like it. Says nothing if there are none.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'reply',
      answers: ['context'],
      onFailure: 'pass',
      needs: (event) => {
        const { prompt, origin, isPrivate } = event
        return origin === 'machine' || isPrivate || !isUndertaking(prompt) ? undefined : needs(event)
      },
      decide: (event, facts): Decided<'UserPromptSubmit', 'reply', 'context'>[] => {
        const listener = { session: event.session, told: new Set(facts.told.ids) }
        const query = queryOf(event.prompt)
        const failures = recurringLike(facts.experiences, query, listener)
        const told = premortem(query, listener, facts, event, failures)
        if (told.length > 0 || facts.premortem.toldAt === undefined) return told
        return [{ kind: 'emit', name: 'Warned', n: 0, body: { of: [PREMORTEM_DUE] } }]
      },
    }),
    on('PostToolUse', atFailure),
    on('PostToolUseFailure', atFailure),
  ],
})

function premortem(
  query: Query,
  listener: Listener,
  { experiences, lessons }: Known,
  { at: now, worktree, cwd }: EventOf<'UserPromptSubmit' | Failing>,
  recurring: readonly Recurrence[] = [],
): Decided<Failing, 'reply', 'context'>[] {
  const wrong = beliefsLike(experiences, query, listener).filter(({ status }) => status === 'falsified')
  const items = [
    ...wrong.map((one) => beliefItem(one, now)),
    ...recurring.map((one) => recurrenceItem(one, now, worktree ?? cwd)),
    ...insightsLike(lessons, query, listener).map((lesson) => insightItem(lesson, now)),
  ]
    .slice(0, MOST)
    .map((item, at): ContextItem => ({ ...item, rank: -at }))
  if (items.length === 0) return []
  const foot = openIn(experiences, listener) === undefined ? { foot: PREMORTEM_FOOT } : {}
  return [
    { kind: 'context', type: 'premortem', rank: RANK, head: PREMORTEM_HEAD, items, ...foot },
    { kind: 'emit', name: 'Warned', n: 0, body: { of: [PREMORTEM_TOLD] } },
  ]
}
