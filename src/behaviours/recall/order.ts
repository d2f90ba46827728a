import { behaviour, on } from '../../domain/behaviour.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactMap } from '../../domain/facts.ts'
import { remembered } from '../../domain/memory/remembered.ts'
import { type Order, orderOf } from '../../domain/order.ts'

type Prompt = EventOf<'UserPromptSubmit'>

/** Answers a prompt that is a command to Hindcast, without involving a model. */
export default behaviour({
  name: 'order',
  summary: 'Answers `/hindcast` commands, such as `/hindcast status`, without calling the model.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'reply',
      // The client waits half a second
      budgetMs: 400,
      onFailure: 'pass',
      needs: ({ prompt, origin, via, session, project }) => {
        // A command in a transcript was given long ago
        const order = origin === 'machine' || via !== 'hook' ? undefined : orderOf(prompt)
        if (order === undefined) return undefined
        return { answer: { fact: 'ordered', order, session, project }, session: { fact: 'session', session } } as const
      },
      decide: (event, facts) => obeyed(event, facts),
    }),
  ],
})

interface Known {
  readonly answer: FactMap['ordered']['answer']
  readonly session: FactMap['session']['answer']
}

function obeyed(event: Prompt, { answer, session }: Known): Effect<'UserPromptSubmit', 'reply'>[] {
  const order = orderOf(event.prompt)
  if (order === undefined || answer === undefined) return []
  const isPerson = event.origin === 'person' && session?.attended !== false && !session?.entrypoint?.startsWith('sdk')
  if (order.verb === 'remember') return kept(event, order.words, isPerson)
  if (order.verb === 'forget' && order.yes && !isPerson)
    return [said('Only a person can delete records: run hindcast forget in your own terminal.')]
  if (order.verb === 'reject' && !isPerson)
    return [said('Only a person can reject lessons: run hindcast lessons reject in your own terminal.')]
  if (!answer.can || !changes(order)) return [said(answer.text)]
  return [said(answer.text), { kind: 'order', order }]
}

const said = (reason: string) => ({ kind: 'block', reason }) as const

const changes = (order: Order): boolean =>
  order.verb === 'pause' || order.verb === 'resume' || order.verb === 'reject' || (order.verb === 'forget' && order.yes)

/** The command's event is stored, too, as evidence. */
function kept(
  { id, session, project, at, promptId }: Prompt,
  text: string,
  isPerson: boolean,
): Effect<'UserPromptSubmit', 'reply'>[] {
  const by = isPerson ? 'user' : 'agent'
  const observation = remembered({ text, by, session, project, at, promptId, evidence: [id], cause: id })
  return [said(`Saved as ${observation.id}: ${observation.title}`), { kind: 'observation', record: observation }]
}
