import type { CheckOutcome, CheckStatus } from '../checks/outcome.ts'
import type { Check } from '../classification.ts'
import type { Act } from '../tool.ts'
import type { TurnEvent } from './turns.ts'

/** A failure, the edits after it, and the run of the same kind that then passed, if any. */
export interface Chain {
  readonly failure: TurnEvent
  /** The line that names the error. */
  readonly error: string
  /** The outcome of the failed check; absent for any other command. */
  readonly outcome?: CheckOutcome | undefined
  readonly edits: readonly TurnEvent[]
  readonly recovery?: TurnEvent | undefined
}

/** What a call does, in neutral terms. */
export const turnActKind = ({ body }: TurnEvent): Act['kind'] | undefined => (body.act as Act | undefined)?.kind
/** What a run checks. */
export const checkOfEvent = ({ body }: TurnEvent): Check | undefined => body.check as Check | undefined
export const isEdit = (event: TurnEvent): boolean => event.filesModified.length > 0

/** Chains of failing runs, in order. Linear: at most one open failure for each kind of run. */
export function chainsOf(calls: readonly TurnEvent[]): Chain[] {
  const open = new Map<string, Open>()
  const closed: Chain[] = []
  for (const call of calls) {
    if (isEdit(call)) for (const chain of open.values()) chain.edits.push(call)
    if (turnActKind(call) !== 'shell' || call.body.looks === true) continue
    for (const { kind, hasFailed, outcome } of runsOf(call)) {
      const chain = open.get(kind)
      if (hasFailed && chain === undefined) open.set(kind, { failure: call, outcome, edits: [] })
      if (hasFailed || chain === undefined) continue
      closed.push({ ...chain, error: errorOf(chain), recovery: call })
      open.delete(kind)
    }
  }
  return [...closed, ...[...open.values()].map((chain) => ({ ...chain, error: errorOf(chain) }))]
}

interface Open {
  readonly failure: TurnEvent
  readonly outcome: CheckOutcome | undefined
  readonly edits: TurnEvent[]
}

/**
 * The runs in a call, each by what it checks, with their outcomes, since the exit status may be another program's (`go
 * test | tail`). Any other command is identified by its words and judged by its exit status. A run whose end was not
 * seen counts as neither passed nor failed.
 */
function runsOf(call: TurnEvent): { kind: string; hasFailed: boolean; outcome?: CheckOutcome }[] {
  const judged = (call.checks ?? []).filter(({ status }) => status !== 'unknown')
  const checks = judged.map((outcome) => ({ kind: outcome.check, hasFailed: outcome.status !== 'pass', outcome }))
  if ((call.outcome !== 'failed' && call.outcome !== 'ok') || checks.some(({ hasFailed }) => hasFailed)) return checks
  const kind = (call.checks === undefined ? checkOfEvent(call) : undefined) ?? shownCommand(call)
  return [...checks, { kind, hasFailed: call.outcome === 'failed' }]
}

const errorOf = ({ failure, outcome }: Open): string => outcome?.error ?? errorLine(failure)

/** A command as shown: its main line, without pipes that only trim its output. */
export function shownCommand(event: TurnEvent): string {
  const line = (event.target ?? event.input ?? '')
    .replace(/\s*(?:2>&1)?\s*\|\s*(?:tail|head|grep|cat|less|tee)\b.*$/, '')
    .replace(/\s*2>(?:&1|\/dev\/null)\s*$/, '')
  return line
    .replace(/^cd\s+\S+\s*&&\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
}

/** The line of a command's output that names the error, if it was not a check; empty if there is none. */
export function errorLine(event: Pick<TurnEvent, 'output'>): string {
  const lines = (event.output ?? '')
    .split('\n', 400)
    .map((line) => withoutColours(line).trim())
    .filter((line) => line.length > 2)
  for (const pattern of TELLING) {
    const found = lines.filter((line) => pattern.test(line))
    const line = pattern === LAST_WINS ? found.at(-1) : found[0]
    if (line !== undefined) return line.replace(/^E\s{2,}/, '').slice(0, 200)
  }
  return (lines.find((line) => !/^(?:exit code \d+|error)$/i.test(line)) ?? '').slice(0, 200)
}

/** Output without colours and temporary paths. */
const withoutColours = (line: string): string => line.replace(ANSI, '').slice(0, 400)
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how terminals are coloured
const ANSI = /\u001b\[[0-9;]*[A-Za-z]/g

const LAST_WINS = /^(?:\w+\.)*\w*(?:Error|Exception)(?::|$)/
/** Most specific first: what a runner marks as the reason, then the exception, then any other mention of an error. */
const TELLING: readonly RegExp[] = [
  /^E\s{2,}\S/,
  /^[\w./-]+\.\w{1,5}:\d+:\d+:?\s+\S/,
  /: error TS\d+|^error(?:\[E\d+\])?:/,
  LAST_WINS,
  /^(?:AssertionError|panic:|fatal:|thread '.*' panicked)/,
  /^[\w./-]+\.\w{1,5}:\d+:\s+.*\b(?:want(?:ed)?|expected|got|could not|should(?: not|n't)?|incorrect(?:ly)?|not|missing|unexpected|undefined|fail(?:ed|s)?)\b/i,
  /^--- FAIL|^✗|^×|^●|\bnot ok \d/,
  /\b(?:expected|want(?:ed)?)\b.*\b(?:got|received|actual|but|found)\b/i,
  /\b(?:command not found|no such file|cannot find|not found|permission denied|undefined|unrecognized|invalid|unknown|missing|refused|timed out)\b/i,
  /^FAIL(?:ED)?\b/,
  /\berror\b/i,
  /\bfail(?:ed|ure|s)?\b/i,
]

/** How the work was last checked, one line for each kind of check: "Passed: npm test: 12 passed". */
export function runTotals(calls: readonly TurnEvent[]): string[] {
  const last = new Map<string, string>()
  for (const call of calls.filter(({ outcome }) => outcome !== 'denied')) {
    const checks = call.checks ?? []
    for (const check of checks) last.set(check.check, `${STATES[check.status]}: ${checkResult(check)}`)
    const check = checkOfEvent(call)
    if (check !== undefined && checks.length === 0) last.set(check, `${STATES.unknown}: ${shownCommand(call)}`)
  }
  return [...last.values()]
}

/** What an agent says, minus claims that checks pass if the last one did not. */
export function unrefutedClaims(said: readonly string[], calls: readonly TurnEvent[]): readonly string[] {
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
export function checkResult({ command, passed, failed, skipped, errors }: CheckOutcome): string {
  const counts = Object.entries({ passed, failed, skipped, errors })
  const told = counts.filter(([, n]) => n !== undefined && n > 0).map(([name, n]) => `${n} ${name}`)
  return [command.slice(0, COMMAND), told.join(', ')].filter(Boolean).join(': ')
}
