// Folder src/behaviours/: what the product does, a file each: `capture/`, `recall/`, `learn/`, `coordinate/`,
// `experience/`

import { behaviour, on } from '../../domain/behaviour.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import { eventRecord, recordedInSession, sessionSeen } from '../../domain/memory/record.ts'
import type { SessionChange } from '../../domain/nouns/session.ts'

const WATCHING = { lane: 'reply', answers: ['watch'], onFailure: 'pass' } as const

/** Opens, resumes, reopens and ends sessions under the host's own id. */
export default behaviour({
  name: 'session',
  summary:
    'Records each session: where and how it started, when it was last active, why it ended, and which session it continues.',
  reactions: [
    on('SessionStart', {
      lane: 'record',
      onFailure: 'pass',
      decide: (event) => [
        { kind: 'session', change: began(event) },
        { kind: 'event', record: eventRecord(event) },
      ],
    }),
    on('SessionStart', { ...WATCHING, decide: watched }),
    on('SessionStart', {
      lane: 'later',
      onFailure: 'retry',
      key: ({ session }) => session,
      needs: ({ source, client, session }) => {
        if (source !== 'clear' || client?.pid === undefined) return undefined
        return { before: { fact: 'clearedBefore', session, pid: client.pid } }
      },
      decide: (event, { before }) =>
        before === undefined ? [] : [{ kind: 'session', change: { ...sessionSeen(event), parent: before.id } }],
    }),
    on('SessionEnd', {
      lane: 'record',
      onFailure: 'pass',
      decide: (event) => [
        { kind: 'session', change: { ...sessionSeen(event), endedAt: event.at, endReason: event.reason } },
        { kind: 'event', record: eventRecord(event) },
      ],
    }),
    on('CwdChanged', { lane: 'record', onFailure: 'pass', decide: recordedInSession }),
    on('CwdChanged', { ...WATCHING, decide: watched }),
    on('InstructionsLoaded', { lane: 'record', onFailure: 'pass', decide: recordedInSession }),
  ],
})

/**
 * Asks the client to watch the instruction files of the worktree and of the agent's folder, including ones that do not
 * exist yet. Each answer is the whole list, because it replaces the previous one.
 */
function watched({ classification }: Event): readonly { kind: 'watch'; paths: readonly string[] }[] {
  const paths = classification.instructions ?? []
  return paths.length === 0 ? [] : [{ kind: 'watch', paths }]
}

/** A session that begins or resumes is open again, however it ended before. */
function began(event: EventOf<'SessionStart'>): SessionChange {
  return {
    ...sessionSeen(event),
    source: event.source,
    cwd: event.cwd,
    branch: event.branch,
    worktree: event.worktree,
    transcript: event.transcript,
    model: event.model,
    title: event.title,
    clientPid: event.client?.pid,
    entrypoint: event.client?.entrypoint,
    attended: event.client?.attended,
    endedAt: null,
  }
}
