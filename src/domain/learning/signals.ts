import type { EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Signal } from '../nouns/signal.ts'
import { teachingsIn } from './teaching.ts'

/**
 * What a prompt teaches, as signals; none if the machine wrote it, or it is a command to the client. `prompts`: those of
 * its session, for an event from the queue, which does not carry its text.
 */
export function signalsIn(event: EventOf<'UserPromptSubmit'>, prompts: readonly Prompt[] = []): readonly Signal[] {
  const { origin, isPrivate, session, project, at, id, promptId } = event
  const prompt = event.prompt || (prompts.find((each) => each.event === id)?.text ?? '')
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
