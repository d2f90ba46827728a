import type { CheckOutcome, CheckStatus } from '../outcome.ts'
import { checkOfEvent, commandOf } from './failures.ts'
import type { TurnEvent } from './turns.ts'

/** How the work was last checked, a line a kind of check: "Passed: npm test: 12 passed". */
export function runTotals(calls: readonly TurnEvent[]): string[] {
  const last = new Map<string, string>()
  for (const call of calls.filter(({ outcome }) => outcome !== 'denied')) {
    const checks = call.checks ?? []
    for (const check of checks) last.set(check.check, `${STATES[check.status]}: ${resultOf(check)}`)
    const check = checkOfEvent(call)
    if (check !== undefined && checks.length === 0) last.set(check, `${STATES.unknown}: ${commandOf(call)}`)
  }
  return [...last.values()]
}

/** What an agent says without its claims that the checks pass, where the last of them did not. */
export function unrefuted(said: readonly string[], calls: readonly TurnEvent[]): readonly string[] {
  const hasFailed = runTotals(calls).some((line) => line.startsWith(STATES.fail) || line.startsWith(STATES.error))
  return hasFailed ? said.filter((each) => !CLAIMS.test(each)) : said
}

const CLAIMS =
  /\b(?:tests?|checks?|suite|build|lint\w*)\b[^.;]{0,40}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|works?)\b/i

const STATES: Readonly<Record<CheckStatus, string>> = {
  pass: 'Passed',
  fail: 'Still failing',
  error: 'Came to no result',
  unknown: 'Ran, result not seen',
}

const COMMAND = 160

/** `npm test: 12 passed, 1 skipped`, by the runner's own totals. */
export function resultOf({ command, passed, failed, skipped, errors }: CheckOutcome): string {
  const counts = Object.entries({ passed, failed, skipped, errors })
  const told = counts.filter(([, n]) => n !== undefined && n > 0).map(([name, n]) => `${n} ${name}`)
  return [command.slice(0, COMMAND), told.join(', ')].filter(Boolean).join(': ')
}
