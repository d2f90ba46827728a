import type { SectionType } from '../effects.ts'
import type { EventName } from '../events.ts'

/** The most tokens that sections of these types may use together; other sections may use what is left. */
export interface Share {
  readonly types: readonly SectionType[]
  readonly tokens: number
}

/** How much a session's start tells: `narrow` and `full` as the setting says; `lost`: narrow, but of a session that lost its context. */
export type StartDepth = 'narrow' | 'lost' | 'full'

const START: Readonly<Record<StartDepth, readonly Share[]>> = {
  narrow: [
    { types: ['handoff'], tokens: 200 },
    { types: ['reminder'], tokens: 120 },
  ],
  lost: [
    { types: ['handoff'], tokens: 600 },
    { types: ['reminder'], tokens: 120 },
  ],
  full: [
    { types: ['handoff'], tokens: 600 },
    { types: ['reminder'], tokens: 500 },
  ],
}

const SHARES: { readonly [E in EventName]?: readonly Share[] } = {
  UserPromptSubmit: [{ types: ['notice', 'reminder', 'premortem'], tokens: 500 }],
}

/** How an event's token budget is divided. */
export const sharesOf = (event: EventName, start: StartDepth = 'full'): readonly Share[] =>
  event === 'SessionStart' ? START[start] : (SHARES[event] ?? [])
