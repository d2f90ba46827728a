import type { DerivedName, Event, EventMap } from '../../domain/events.ts'
import { deriveId, digest } from '../../domain/identity.ts'

/** How far a derived event may be from evidence. */
const MAX_DEPTH = 4

/** A derived event in the making: what it is called, what tells it apart, and what it says. */
export type Derivation = {
  [N in DerivedName]: { readonly name: N; readonly body: EventMap[N]; readonly marks: readonly (string | number)[] }
}[DerivedName]

/** The event that follows from `cause`; undefined where the chain is already too long. */
export function derive(cause: Event, { name, body, marks }: Derivation): Event | undefined {
  const depth = (cause.depth ?? 0) + 1
  if (depth > MAX_DEPTH) return undefined
  const parts = [cause.id, ...marks]
  const derived = {
    ...body,
    id: deriveId('e', ...parts),
    identity: digest(parts),
    name,
    at: cause.at,
    session: cause.session,
    project: cause.project,
    host: cause.host,
    via: 'derived',
    cwd: cause.cwd,
    agent: cause.agent,
    promptId: cause.promptId,
    cause: cause.id,
    depth,
    classification: { filesRead: [], filesModified: [], commands: [] },
  }
  // Name and body come from the same derivation, which the compiler cannot follow through a union
  return derived as Event
}
