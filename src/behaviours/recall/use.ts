import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import { EVENTS_LOOKED_AT } from '../../domain/memory/turns.ts'
import { judgeUse, type UseEvidence } from '../../domain/memory/use.ts'

const reaction = {
  lane: 'later',
  onFailure: 'drop',
  optional: true,
  key: ({ session }: Event) => `use ${session}`,
  needs: ({ session, project }: Event) =>
    ({ use: { fact: 'use', session, project, limit: EVENTS_LOOKED_AT } }) as const,
  decide: (_: Event, { use }: { readonly use: UseEvidence | undefined }): readonly WorkEffect[] =>
    use === undefined ? [] : judgeUse(use).map((record) => ({ kind: 'telling', record })),
} as const

/** Measures whether recall is useful; tells nothing itself. */
export default behaviour({
  name: 'use',
  summary:
    'After each turn: checks which of the records it was shown the session used, compared with records held back.',
  reactions: [on('Stop', reaction), on('SessionEnd', reaction)],
})
