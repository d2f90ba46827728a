import { behaviour, on } from '../../domain/behaviour.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import { eventRecord } from '../../domain/memory/record.ts'

/** Stores when a subagent began and ended, with its id and type; its work is distilled like a session's own. */
export default behaviour({
  name: 'subagent',
  summary: 'Records each subagent: its id and type, when it started and ended, and its last message.',
  reactions: [
    on('SubagentStart', { lane: 'record', onFailure: 'pass', decide: recordedSubagent }),
    on('SubagentStop', { lane: 'record', onFailure: 'pass', decide: recordedSubagent }),
  ],
})

function recordedSubagent(event: Event): readonly RecordEffect[] {
  const { session, host, project, at } = event
  return [
    { kind: 'session', change: { id: session, host, project, startedAt: at, lastSeenAt: at } },
    { kind: 'event', record: eventRecord(event) },
  ]
}
