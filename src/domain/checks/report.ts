import type { Check } from '../classification.ts'
import { recent } from '../recent.ts'
import type { Reader } from './reader.ts'
import { READERS } from './readers.ts'

/** What a runner's output says. */
export interface Report {
  readonly runner: string
  readonly check: Check
  readonly passed?: number | undefined
  readonly failed?: number | undefined
  readonly skipped?: number | undefined
  readonly errors?: number | undefined
  readonly failing: readonly string[]
  /** The reason stands at a failing test's name; elsewhere, such a line may be what a passing test logs. */
  readonly isReasonTied: boolean
  readonly reason?: string | undefined
  readonly durationMs?: number | undefined
  /** It reports problems, or it reports success. If neither, the result is unknown. */
  readonly isBad: boolean
  readonly isGood: boolean
  /** Nothing was run. */
  readonly isNothing: boolean
  /** Truncation at the end would go unnoticed. */
  readonly isOpenEnded: boolean
  /** Its success is that of whatever it ran. */
  readonly runsAny: boolean
  /** Several runners write it: it may be the report of any of them. */
  readonly isFormat: boolean
}

/** The parts of an output that are read: the head has the first error, the tail the totals. */
const HEAD = 32 * 1024
const TAIL = 64 * 1024
const MAX_FAILING = 20

/** The text to read reports from: without colours and carriage returns, and without the middle of a long output. */
export function legible(output: string): string {
  const text = output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`
  return text.replace(ANSI, '').replace(/\r\n?/g, '\n')
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences for colours and links begin with these
const ANSI = /\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|[()][A-Z0-9]|\][^\u0007\u001b\n]{0,2000}(?:\u0007|\u001b\\))/g

/** The reports in a cleaned-up output; if none but of runners of several scripts, those behind their prefixes, too. */
export const reportsIn = recent((text): readonly Report[] => {
  const found = reportsOf(text)
  const bare = found.every(({ runsAny }) => runsAny) ? withoutStreamPrefixes(text) : text
  return bare === text ? found : [...reportsOf(bare).filter(({ runsAny }) => !runsAny), ...found]
})

const reportsOf = (text: string): Report[] =>
  READERS.filter(({ sign }) => sign.test(text)).map((reader) => readReport(reader, text))

function readReport(reader: Reader, text: string): Report {
  const [failed, skipped] = [
    tally(text, reader.failed, reader.eachFailed),
    tally(text, reader.skipped, reader.eachSkipped),
  ]
  const errors = tally(text, reader.errors, reader.eachError)
  const total = tally(text, reader.total, reader.eachTotal)
  const rest = total === undefined ? undefined : Math.max(0, total - (failed ?? 0) - (skipped ?? 0) - (errors ?? 0))
  const passed = tally(text, reader.passed) ?? rest
  const isNothing = reader.nothing?.test(text) === true
  const isBad = isNothing || (failed ?? 0) + (errors ?? 0) > 0 || reader.bad?.test(text) === true
  const isGood = !isBad && (reader.good === undefined ? (passed ?? 0) > 0 : reader.good.test(text))
  return {
    runner: reader.runner,
    check: reader.check,
    passed,
    failed: failed ?? (passed === undefined || isBad ? undefined : 0),
    skipped,
    errors,
    failing: isBad ? failingIn(text, reader.failing) : [],
    isReasonTied: reader.isReasonTied === true,
    reason: isBad ? reasonIn(text, reader.reason) : undefined,
    durationMs: durationIn(text, reader.took),
    isBad,
    isGood,
    isNothing,
    isOpenEnded: reader.isOpenEnded === true,
    runsAny: reader.runsAny === true,
    isFormat: reader.isFormat === true,
  }
}

/** The sum of the numbers that one pattern captures, or the number of matches of the other. */
function tally(text: string, numbers?: RegExp, each?: RegExp): number | undefined {
  const found = numbers === undefined ? [] : [...text.matchAll(numbers)].map((match) => Number(match[1]))
  if (found.length > 0) return found.reduce((a, b) => a + b, 0)
  const count = each === undefined ? 0 : [...text.matchAll(each)].length
  return count > 0 ? count : undefined
}

function failingIn(text: string, pattern?: RegExp): string[] {
  const names = new Set<string>()
  for (const match of pattern === undefined ? [] : text.matchAll(pattern)) {
    names.add(
      (match[1] ?? '')
        .replace(/\s*\n\s*/g, ' › ')
        .trim()
        .slice(0, 150),
    )
    if (names.size === MAX_FAILING) break
  }
  return [...names]
}

function reasonIn(text: string, pattern?: RegExp): string | undefined {
  const groups = pattern?.exec(text)?.slice(1) ?? []
  return groups
    .find((group) => group !== undefined)
    ?.replace(/\s+/g, ' ')
    .trim()
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, '': 1 }

function durationIn(text: string, pattern?: RegExp): number | undefined {
  const [, number, unit = 's'] = pattern?.exec(text) ?? []
  return number === undefined ? undefined : Math.round(Number(number) * (UNITS[unit] ?? 1000))
}

/** A prefix on fewer lines than this may be part of what was printed. */
const ENOUGH = 3

/**
 * What runners of several scripts put before each line: turbo `pkg:task: `, concurrently `[0] `, pnpm `packages/a test: `,
 * docker compose `app-1  | `. Levels (`[INFO] `), steps (`[3/4] `), places (`a.c:3: `) and mise's verdict are no prefixes.
 */
const PREFIX =
  /^(?:[\w@./-]{1,80}:[a-zA-Z][\w:-]{0,60}: |\[(?!\d+\/\d+\]|(?:info|error|warn|warning|success|debug|junit|javac|gw\d+)\] )[a-z0-9][\w:@/.-]{0,40}\]:? (?!ERROR task failed)|[\w@.-]{0,40}\/[\w@./-]{0,80} [\w:-]{1,60}: |[\w.-]{1,60}[-_]\d+ +\| )/

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z /gm

/** The text without the prefixes of a streamed run, so that totals stand at the start of their line. Linear. */
export function withoutStreamPrefixes(text: string): string {
  const lines = text.replace(TIMESTAMP, '').split('\n')
  const prefixes = lines.map((line) => PREFIX.exec(line)?.[0])
  const counts = new Map<string, number>()
  for (const prefix of prefixes) if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  return lines
    .map((line, at) => {
      const prefix = prefixes[at]
      return prefix !== undefined && (counts.get(prefix) ?? 0) >= ENOUGH ? line.slice(prefix.length) : line
    })
    .join('\n')
}
