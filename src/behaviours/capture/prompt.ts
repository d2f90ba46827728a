import { behaviour, on } from '../../domain/behaviour.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { deriveId } from '../../domain/identity.ts'
import { eventRecord, sessionSeen } from '../../domain/memory/record.ts'
import { orderOf } from '../../domain/order.ts'

/** Stores prompts, except for those that are entirely private. */
export default behaviour({
  name: 'prompt',
  summary: 'Records each prompt, with secrets removed; skips private prompts and the turns they start.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'record',
      onFailure: 'pass',
      decide: recorded,
    }),
  ],
})

/** A command to Hindcast is not work, so only its event is stored: a remembered statement cites it. */
function recorded(event: EventOf<'UserPromptSubmit'>): readonly RecordEffect[] {
  if (event.isPrivate) return leftOut(event)
  const order = orderOf(event.prompt)
  if (order === undefined) return recordedPrompt(event)
  return order.verb === 'remember' ? recordedPrompt(event).filter(({ kind }) => kind !== 'prompt') : []
}

function leftOut({ session, promptId }: EventOf<'UserPromptSubmit'>): readonly RecordEffect[] {
  return promptId === undefined ? [] : [{ kind: 'exclude', session, promptId }]
}

function recordedPrompt(event: EventOf<'UserPromptSubmit'>): readonly RecordEffect[] {
  const { id, session, project, at, prompt: text, origin, promptId } = event
  return [
    { kind: 'session', change: { ...sessionSeen(event), endedAt: null } },
    { kind: 'event', record: eventRecord(event) },
    { kind: 'prompt', record: { id: deriveId('p', id), session, project, at, text, origin, promptId, event: id } },
  ]
}
