import type { SectionType } from '../effects.ts'
import type { EventName } from '../events.ts'

/** The most tokens that sections of these types take together; what they leave is for the rest. */
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

/** How an event's budget is shared out. */
export const sharesOf = (event: EventName): readonly Share[] => SHARES[event] ?? []
