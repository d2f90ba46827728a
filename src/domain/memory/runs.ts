import { checkOfEvent, commandOf, hasFailed } from './failures.ts'
import { totalsOf } from './totals.ts'
import type { TurnEvent } from './turns.ts'

/** How the work was last checked, a line a kind of check: "Passed: npm test 12 passed". */
export function runTotals(calls: readonly TurnEvent[]): string[] {
  const last = new Map<string, TurnEvent>()
  for (const call of calls) {
    const check = checkOfEvent(call)
    if (check !== undefined && call.outcome !== 'denied') last.set(check, call)
  }
  return [...last.values()].map((run) => {
    const state = hasFailed(run) ? 'Still failing' : run.outcome === 'ok' ? 'Passed' : 'Interrupted'
    return `${state}: ${commandOf(run)} ${totalsOf(run.output ?? '')}`.trim()
  })
}
