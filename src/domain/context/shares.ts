import type { SectionType } from '../effects.ts'
import type { EventName } from '../events.ts'

/** The most tokens that sections of these types may use together; other sections may use what is left. */
export interface Share {
  readonly types: readonly SectionType[]
  readonly tokens: number
}

const SHARES: { readonly [E in EventName]?: readonly Share[] } = {
  SessionStart: [
    { types: ['handoff'], tokens: 600 },
    { types: ['reminder'], tokens: 500 },
  ],
  UserPromptSubmit: [{ types: ['notice', 'reminder', 'premortem'], tokens: 500 }],
}

/** How an event's token budget is divided. */
export const sharesOf = (event: EventName): readonly Share[] => SHARES[event] ?? []
