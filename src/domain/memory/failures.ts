import { saysItFailed } from '../checks/judge.ts'
import type { Check } from '../classification.ts'
import type { Act } from '../tool.ts'
import type { TurnEvent } from './turns.ts'

/** A failure, what was edited after it, and the same kind of run that then passed, if one did. */
export interface Chain {
  readonly failure: TurnEvent
  /** The line that says what was wrong. */
  readonly error: string
  readonly edits: readonly TurnEvent[]
  readonly recovery?: TurnEvent | undefined
}

/** What a call does, in neutral terms. */
export const actOf = ({ body }: TurnEvent): Act['kind'] | undefined => (body.act as Act | undefined)?.kind
/** What a run checks. */
export const checkOfEvent = ({ body }: TurnEvent): Check | undefined => body.check as Check | undefined
export const isEdit = (event: TurnEvent): boolean => event.filesModified.length > 0

/**
 * Whether a run failed: by its exit, and, for a check behind a pipe (`go test | tail`), by its outcome, since the exit is
 * then another program's. A record that has none is read as outcomes are.
 */
export function hasFailed(event: TurnEvent): boolean {
  if (event.outcome === 'failed') return true
  const judged = event.checks?.filter(({ status }) => status !== 'unknown') ?? []
  if (judged.length > 0) return judged.some(({ status }) => status !== 'pass')
  return event.outcome === 'ok' && checkOfEvent(event) !== undefined && saysItFailed(event.output ?? '')
}

/** Chains of failing runs, in order. Linear: one open failure a kind of run. */
export function chainsOf(calls: readonly TurnEvent[]): Chain[] {
  const open = new Map<string, { failure: TurnEvent; edits: TurnEvent[] }>()
  const closed: Chain[] = []
  for (const call of calls) {
    if (isEdit(call)) for (const chain of open.values()) chain.edits.push(call)
    if (actOf(call) !== 'shell' || call.body.looks === true) continue
    const key = runKey(call)
    const chain = open.get(key)
    if (hasFailed(call)) {
      if (chain === undefined) open.set(key, { failure: call, edits: [] })
    } else if (call.outcome === 'ok' && chain !== undefined) {
      closed.push({ ...chain, error: errorLine(chain.failure), recovery: call })
      open.delete(key)
    }
  }
  const left = [...open.values()].map((chain) => ({ ...chain, error: errorLine(chain.failure) }))
  return [...closed, ...left]
}

/** Runs of one kind: a check by what it checks, another command by its words without what follows a pipe. */
function runKey(event: TurnEvent): string {
  return checkOfEvent(event) ?? commandOf(event)
}

/** A command as it is told: its telling line, without the pipe that only trims its output. */
export function commandOf(event: TurnEvent): string {
  const line = (event.target ?? event.input ?? '')
    .replace(/\s*(?:2>&1)?\s*\|\s*(?:tail|head|grep|cat|less|tee)\b.*$/, '')
    .replace(/\s*2>(?:&1|\/dev\/null)\s*$/, '')
  return line
    .replace(/^cd\s+\S+\s*&&\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
}

/** The line of an output that says what went wrong; empty where none does. */
export function errorLine(event: TurnEvent): string {
  const lines = (event.output ?? '')
    .split('\n', 400)
    .map((line) => plain(line).trim())
    .filter((line) => line.length > 2)
  for (const pattern of TELLING) {
    const found = lines.filter((line) => pattern.test(line))
    const line = pattern === LAST_WINS ? found.at(-1) : found[0]
    if (line !== undefined) return line.replace(/^E\s{2,}/, '').slice(0, 200)
  }
  return (lines.find((line) => !/^(?:exit code \d+|error)$/i.test(line)) ?? '').slice(0, 200)
}

/** Output without colours and paths of a temporary run. */
const plain = (line: string): string => line.replace(ANSI, '').slice(0, 400)
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how terminals are coloured
const ANSI = /\u001b\[[0-9;]*[A-Za-z]/g

const LAST_WINS = /^(?:\w+\.)*\w*(?:Error|Exception)(?::|$)/
/** Most telling first: what a runner marks as the reason, then the exception, then whatever names an error. */
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
