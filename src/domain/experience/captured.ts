import type { CheckOutcome } from '../checks/outcome.ts'
import { legible } from '../checks/report.ts'
import type { CaptureEntry } from './entry.ts'
import { expectationIn, expectationVerdict } from './expect.ts'
import type { Experience } from './experience.ts'
import { fingerprint } from './failure.ts'
import { changesOf } from './journal.ts'

/** A check that a call ran: the id of its `Outcome` event, and the result. */
export interface CheckedRun {
  readonly id: string
  readonly outcome: CheckOutcome
}

/**
 * The results that say something about an experience and are news: how they compare with its `expect`, if it has one;
 * without one, any result. A retry that ends as the run before it is none. `output`: what the call printed.
 */
export function capturesOf(
  experience: Experience,
  runs: readonly CheckedRun[],
  output: string,
  at: number,
): readonly CaptureEntry[] {
  const expectation = experience.expect === undefined ? undefined : expectationIn(experience.expect)
  const captured: CaptureEntry[] = []
  for (const { id, outcome } of runs) {
    if (outcome.status === 'unknown') continue
    const text = expectation?.contains.length ? `${legible(output)}\n${output}` : ''
    const verdict = expectation && expectationVerdict(expectation, outcome, text)
    // The agent has said which run decides
    if (expectation !== undefined && verdict === undefined) continue
    const entry: CaptureEntry = { kind: 'capture', at, run: id, ...(verdict && { verdict }), said: resultSaid(outcome) }
    if (isNewCapture(entry, outcome, [...sinceBelief(experience), ...captured])) captured.push(entry)
  }
  return captured
}

/** The runs since the belief, or what is expected of it, last changed. */
function sinceBelief(experience: Experience): readonly CaptureEntry[] {
  const changes = changesOf(experience)
  const last = changes.findLastIndex((each) => each.kind === 'start' || each.kind === 'update')
  return changes.slice(last + 1).filter((each) => each.kind === 'capture')
}

const SHOWN = 5
const MAX_NAME = 120

/** A result in a line: what failed, or which command passed. */
function resultSaid({ runner, status, failing = [], error, command }: CheckOutcome): string {
  const head = `${runner} ${ENDED[status]}`
  if (status === 'pass') return `${head}: ${command}`
  const more = failing.length > SHOWN ? ` and ${failing.length - SHOWN} more` : ''
  if (failing.length === 0) return `${head}: ${error ?? command}`
  return `${head}: ${failing
    .slice(0, SHOWN)
    .map((name) => name.slice(0, MAX_NAME))
    .join(', ')}${more}`
}

const ENDED = { pass: 'passed', fail: 'failed', error: 'could not run', unknown: 'ended' } as const

/** Compared with what the same runner said since it last ended in another way. */
function isNewCapture(entry: CaptureEntry, { runner, status, failing }: CheckOutcome, before: readonly CaptureEntry[]) {
  const own = before.filter(({ said }) => said.startsWith(`${runner} `))
  const changed = own.findLastIndex(({ said }) => !said.startsWith(`${runner} ${ENDED[status]}`))
  // Numbers differ from run to run, unless they belong to the name of a test
  const told = (said: string) => (status === 'pass' || failing?.length ? said : fingerprint(said))
  return !own
    .slice(changed + 1)
    .some(({ said, verdict }) => verdict === entry.verdict && told(said) === told(entry.said))
}
