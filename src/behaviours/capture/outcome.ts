import { behaviour, on } from '../../domain/behaviour.ts'
import { outcomesOfCall } from '../../domain/checks/judge.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { Settings } from '../../domain/settings.ts'

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const reaction = {
  lane: 'record',
  onFailure: 'pass',
  acts: ['shell'],
  needs: () => ({ settings: { fact: 'settings' } }) as const,
  decide: judgedOutcome,
} as const

/** Emits the results of tests, builds, linters and type checks as events that follow the call. */
export default behaviour({
  name: 'outcome',
  summary:
    'Records the result of each test, build, lint and type check: from the exit status, or else from the totals it prints.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

function judgedOutcome(event: Called, { settings }: { readonly settings: Settings }): readonly RecordEffect[] {
  if (settings.skipTools.includes(event.tool)) return []
  const outcomes = outcomesOfCall(event, settings.outcome.extraCommands)
  return outcomes.map((body, n) => ({ kind: 'emit', name: 'Outcome', n, body }))
}
