import { behaviour, on } from '../../domain/behaviour.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import { eventRecord } from '../../domain/memory/record.ts'
import { orderOf } from '../../domain/order.ts'

const reaction = { lane: 'record', onFailure: 'pass', decide: recordedEvent } as const

/** Stores the other events in a session as evidence for behaviours and people to look things up in. */
export default behaviour({
  name: 'lifecycle',
  summary: 'Records other events: notifications, tasks, slash commands, and changes to the model, settings and files.',
  reactions: [
    on('UserPromptExpansion', { ...reaction, decide: (event) => (orderOf(event.prompt) ? [] : recordedEvent(event)) }),
    on('Notification', reaction),
    on('StopFailure', reaction),
    on('TeammateIdle', reaction),
    on('TaskCreated', reaction),
    on('TaskCompleted', reaction),
    on('PostModelSwitch', reaction),
    on('ConfigChange', reaction),
    on('DirectoryAdded', reaction),
    on('FileChanged', reaction),
    on('WorktreeRemove', reaction),
  ],
})

function recordedEvent(event: Event): readonly RecordEffect[] {
  return [{ kind: 'event', record: eventRecord(event) }]
}
