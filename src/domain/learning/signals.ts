import type { EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import type { Signal } from '../nouns/signal.ts'
import { teachingsIn } from './teaching.ts'

/** What a prompt teaches, as signals; none if the machine wrote it, or it is a command to the client. */
export function signalsIn(event: EventOf<'UserPromptSubmit'>): readonly Signal[] {
  const { prompt, origin, isPrivate, session, project, at, id, promptId } = event
  if (origin === 'machine' || isPrivate || prompt.trimStart().startsWith('/')) return []
  return teachingsIn(prompt).map((teaching, n) => ({
    ...teaching,
    id: deriveId('g', id, n),
    session,
    project,
    at,
    by: origin,
    promptId,
    evidence: [deriveId('p', id), id],
  }))
}
