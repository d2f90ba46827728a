import { behaviour, on, weights } from '../../domain/behaviour.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { rememberedNote } from '../../domain/memory/remembered.ts'
import { type Order, orderOf } from '../../domain/order.ts'

type Prompt = EventOf<'UserPromptSubmit'>

function needs({ prompt, origin, via, session, project }: Prompt) {
  // A command in a transcript was given long ago
  const order = origin === 'machine' || via !== 'hook' ? undefined : orderOf(prompt)
  if (order === undefined) return undefined
  return { answer: { fact: 'ordered', order, session, project }, session: { fact: 'session', session } } as const
}

/** Answers a prompt that is a command to Hindcast, without involving a model. */
export default behaviour({
  name: 'order',
  summary: 'Answers `/hindcast` commands, such as `/hindcast status`, without calling the model.',
  reactions: [
    on('UserPromptSubmit', { lane: 'reply', weight: weights.rule, onFailure: 'pass', needs, decide: obeyed }),
  ],
})

function obeyed(event: Prompt, { answer, session }: FactsFor<typeof needs>): Effect<'UserPromptSubmit', 'reply'>[] {
  const order = orderOf(event.prompt)
  if (order === undefined || answer === undefined) return []
  const isPerson = event.origin === 'person' && session?.attended !== false && !session?.entrypoint?.startsWith('sdk')
  if (order.verb === 'remember') return remembrance(event, order.words, isPerson)
  const reserved = isPerson ? undefined : reservedFor(order)
  if (reserved !== undefined) return [blocked(`Only a person can ${reserved} in your own terminal.`)]
  if (!answer.can || !changes(order)) return [blocked(answer.text)]
  return [blocked(answer.text), { kind: 'order', order }]
}

const blocked = (reason: string) => ({ kind: 'block', reason }) as const

/** What only a person may do, and how they do it elsewhere. */
function reservedFor(order: Order): string | undefined {
  if (order.verb === 'forget' && order.yes) return 'delete records: run hindcast forget'
  if (order.verb === 'reject') return 'reject lessons: run hindcast lessons reject'
  return order.verb === 'undo' ? 'undo lessons: run hindcast undo' : undefined
}

const changes = (order: Order): boolean =>
  order.verb === 'forget' ? order.yes : ['pause', 'resume', 'reject', 'undo'].includes(order.verb)

/** The command's event is stored, too, as evidence. */
function remembrance(
  { id, session, project, at, promptId }: Prompt,
  text: string,
  isPerson: boolean,
): Effect<'UserPromptSubmit', 'reply'>[] {
  const by = isPerson ? 'user' : 'agent'
  const observation = rememberedNote({ text, by, session, project, at, promptId, evidence: [id], cause: id })
  return [blocked(`Saved as ${observation.id}: ${observation.title}`), { kind: 'observation', record: observation }]
}
