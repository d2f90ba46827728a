import type { Draft, EventName } from '../domain/events.ts'

/** A turn and a session end even if the last prompt was private; what the agent answered to it, or an error quotes, is left out. */
export const ENDS: ReadonlySet<EventName> = new Set(['Stop', 'StopFailure', 'SessionEnd'])

/** What the client's model writes of a whole session holds what happened in a pause, too. */
export const retells = (draft: Draft): boolean =>
  draft.name === 'Recap' || (draft.name === 'Titled' && draft.by === 'client')

/** How long ago a session may have begun whose start nothing tells. */
export const RETOLD_MS = 86_400_000

/** An end without what was answered in its turn. */
export const withoutAnswer = <D extends object>(draft: D): D => ({
  ...draft,
  ...('lastMessage' in draft && { lastMessage: undefined }),
  ...('details' in draft && { details: undefined }),
})
