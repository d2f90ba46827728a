import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import type { Changes } from '../../domain/facts.ts'
import { driftIn } from '../../domain/learning/drift.ts'
import { signalsOfModifiedEdit } from '../../domain/learning/modified-edit.ts'
import { contentOf } from '../../domain/memory/file-content.ts'
import type { Signal } from '../../domain/nouns/signal.ts'

/** How many of the files that a session wrote last are compared. */
const FILES = 20

const reaction = { lane: 'reply', onFailure: 'pass', answers: [] } as const
const driftFacts = ({ session, via }: Event, path?: string) =>
  via === 'hook' ? ({ changes: { fact: 'changes', session, path, limit: FILES } } as const) : undefined

/** Notices what a person changed in the agent's work. */
export default behaviour({
  name: 'drift',
  summary: "Notices what you change in the agent's work: in its files, and in an edit before you accept it.",
  reactions: [
    on('UserPromptSubmit', {
      ...reaction,
      needs: (event) => (event.origin === 'machine' ? undefined : driftFacts(event)),
      decide: (event, { changes }) => drifted(event, changes, event.origin === 'script' ? 'script' : 'person'),
    }),
    on('Stop', {
      ...reaction,
      needs: (event) => driftFacts(event),
      decide: (event, { changes }) => drifted(event, changes, event.attended === false ? 'script' : 'person'),
    }),
    on('FileChanged', {
      ...reaction,
      needs: (event) => driftFacts(event, event.path),
      decide: (event, { changes }) => drifted(event, changes, event.attended === false ? 'script' : 'person'),
    }),
    on('PostToolUse', { ...reaction, acts: ['edit', 'write'], decide: modified }),
    // An edit that is read from a transcript; its job knows only that it was modified
    on('PostToolUse', {
      lane: 'later',
      acts: ['edit', 'write'],
      onFailure: 'retry',
      needs: ({ via, result }) => (via === 'transcript' && result.userModified === true ? {} : undefined),
      decide: modified,
    }),
  ],
})

function modified(event: EventOf<'PostToolUse'>): readonly WorkEffect[] {
  return signalsOfModifiedEdit(event).map((record) => ({ kind: 'signal', record }))
}

/** What changed is the state to compare with next time, whoever changed it. */
function drifted(event: Event, changes: Changes, by: Signal['by']): readonly WorkEffect[] {
  const { id, session, project, at, promptId } = event
  const signals = driftIn({ id, session, project, at, by, promptId }, changes)
  return [
    ...changes.files.map(({ path, text }) => {
      const record = { event: id, session, project, path, at, ...contentOf(path, text) }
      return { kind: 'file-version', record } as const
    }),
    ...signals.map((record) => ({ kind: 'signal', record }) as const),
  ]
}
