import { behaviour, on } from '../../domain/behaviour.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { deriveId } from '../../domain/identity.ts'
import { recordOf } from '../../domain/memory/record.ts'
import { orderOf } from '../../domain/order.ts'

/** Keeps what was asked; of a prompt that is private as a whole, nothing. */
export default behaviour({
  name: 'prompt',
  summary: 'Keeps each prompt, cleaned, with who asked; nothing of a private one, nor of what it causes.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'record',
      budgetMs: 5,
      onFailure: 'pass',
      decide: recorded,
    }),
  ],
})

/** An order to Hindcast is no work. What is to be remembered cites the event of its order, so that alone is kept. */
function recorded(event: EventOf<'UserPromptSubmit'>): readonly RecordEffect[] {
  if (event.isPrivate) return leftOut(event)
  const order = orderOf(event.prompt)
  if (order === undefined) return kept(event)
  return order.verb === 'remember' ? kept(event).filter(({ kind }) => kind !== 'prompt') : []
}

function leftOut({ session, promptId }: EventOf<'UserPromptSubmit'>): readonly RecordEffect[] {
  return promptId === undefined ? [] : [{ kind: 'exclude', session, promptId }]
}

function kept(event: EventOf<'UserPromptSubmit'>): readonly RecordEffect[] {
  const { id, session, project, host, at, prompt: text, origin, promptId } = event
  return [
    { kind: 'session', change: { id: session, host, project, startedAt: at, lastSeenAt: at, endedAt: null } },
    { kind: 'event', record: recordOf(event) },
    { kind: 'prompt', record: { id: deriveId('p', id), session, project, at, text, origin, promptId, event: id } },
  ]
}
