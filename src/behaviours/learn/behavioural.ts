import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { nextLine, nextMark, routinesFrom } from '../../domain/learning/routines.ts'
import { UNNAMED } from '../../domain/learning/sequences.ts'
import { requestIn, requestStep, stepsIn } from '../../domain/learning/steps.ts'

/** Below what the user wants and what is known of a file. */
const RANK = 30
/** A turn's calls are among these. */
const EVENTS_LOOKED_AT = 300
/** A turn's prompts are among these. */
const PROMPTS_LOOKED_AT = 20

const stopNeeds = ({ session, project, promptId }: EventOf<'Stop'>) =>
  promptId === undefined
    ? undefined
    : ({
        settings: { fact: 'settings' },
        events: { fact: 'events', session, promptId, agent: null, limit: EVENTS_LOOKED_AT },
        prompts: { fact: 'prompts', session, limit: PROMPTS_LOOKED_AT },
        sequences: { fact: 'sequences', scope: project },
        lessons: { fact: 'lessons', project },
      } as const)

const nextNeeds = ({ project, session, agent }: EventOf<'PostToolUse'>) =>
  agent === undefined
    ? ({ settings: { fact: 'settings' }, next: { fact: 'usualNext', project, session } } as const)
    : undefined

/** Notices what is usually done after what, and says so when the first steps are done again. */
export default behaviour({
  name: 'behavioural',
  summary:
    'Notices which step usually follows two others (such as the linter after an edit and the tests), and tells the agent when these are done again, once a session.',
  reactions: [
    on('Stop', {
      lane: 'later',
      onFailure: 'retry',
      // Lessons are read and stored again
      key: () => 'lessons',
      needs: stopNeeds,
      decide: (event, facts) => (facts.settings.learn.enabled ? noticed(event, facts) : []),
    }),
    on('PostToolUse', {
      lane: 'reply',
      acts: ['shell', 'edit', 'write'],
      onFailure: 'pass',
      answers: ['context'],
      needs: nextNeeds,
      decide: (_, facts) => nextStepContext(facts),
    }),
    on('UserPromptSubmit', {
      lane: 'reply',
      onFailure: 'pass',
      answers: ['context'],
      needs: ({ project, session, origin, isPrivate, prompt }) => {
        const isRequest = origin === 'person' && !isPrivate && requestIn(prompt) !== undefined
        if (!isRequest) return undefined
        const request = requestStep(prompt)
        return { settings: { fact: 'settings' }, next: { fact: 'usualNext', project, session, request } } as const
      },
      decide: (_, facts) => nextStepContext(facts),
    }),
  ],
})

/** The steps of the turn that ended, and what those of earlier turns amount to. */
function noticed(
  event: EventOf<'Stop'>,
  { events, prompts, sequences, lessons }: FactsFor<typeof stopNeeds>,
): readonly WorkEffect[] {
  const { promptId } = event
  const before = events.findLastIndex(({ name }) => name === 'Steps')
  const of = stepsIn(events.slice(before + 1))
  const own = before < 0 ? prompts.filter((prompt) => prompt.promptId === promptId && prompt.origin === 'person') : []
  const requests = own.map(({ text }) => requestStep(text))
  // A turn that only answers a question is no step
  const isTelling = of.length > 0 || requests.some((request) => request !== UNNAMED)
  return [
    ...(isTelling ? [{ kind: 'emit', name: 'Steps', n: 0, body: { of, requests } } as const] : []),
    ...routinesFrom(sequences, lessons, event).map((record) => ({ kind: 'lesson', record }) as const),
  ]
}

function nextStepContext({ settings, next }: FactsFor<typeof nextNeeds>) {
  if (!settings.learn.enabled || next === undefined) return []
  const effects: readonly Decided<'PostToolUse', 'reply', 'context'>[] = [
    {
      kind: 'context',
      type: 'reminder',
      rank: RANK,
      items: [{ text: nextLine(next), ids: [next.id], rank: next.confidence }],
    },
    { kind: 'emit', name: 'Warned', n: 0, body: { of: [nextMark(next)] } },
  ]
  return effects
}
