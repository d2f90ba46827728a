// Folder src/domain/checks/: runs of tests, builds and linters: recognised, their output read, judged

import type { Command } from '../classification.ts'
import type { EventOf } from '../events.ts'
import { onlyLooks } from '../shell-reads.ts'
import { type Checking, checkingOf, runsNothing } from './check.ts'
import type { CheckOutcome, CheckStatus } from './outcome.ts'
import { legible, type Report, reportsIn } from './report.ts'
import { saysEmpty, saysTaskFailed, saysUntested, saysVoid } from './signs.ts'
import { isSilentPass } from './silence.ts'
import { isStopped, witnessedExit } from './witness.ts'

type ShellCall = EventOf<'PostToolUse' | 'PostToolUseFailure'>

/** A line with more checks than this is a whole script; only the first few are reported. */
const MAX_RUNS = 4
const MAX_COMMAND = 300

/**
 * The results of the checks that a shell call ran. Checks are recognised by their commands, by the user's own command
 * words (`extra`) or, failing both, by a test runner's totals in the output. The exit status decides first, the
 * runner's totals second; a non-zero exit is never a pass.
 */
export function outcomesOfCall(call: ShellCall, extra: readonly string[]): readonly CheckOutcome[] {
  if (call.act.kind !== 'shell') return []
  const { commands } = call.classification
  const named = runsIn(commands, extra)
  if (named.length === 0 && (commands.length === 0 || onlyLooks(commands))) return []
  const text = legible(call.name === 'PostToolUse' ? call.result.text : call.error)
  const reports = reportsIn(text)
  const runs = named.length > 0 ? named : unnamedIn(commands, reports)
  return runs.slice(0, MAX_RUNS).map((run) => outcomeOf(run, call, text, reportOf(run, runs, reports)))
}

/** A check that a command ran; if one program ran several, the first stands for all. */
interface Run extends Checking {
  readonly command: Command
  /** The only check on the line. */
  readonly isAlone: boolean
  /** The only command on the line that runs this check with this program. */
  readonly isOne: boolean
  readonly vouched: boolean
  readonly blamed: boolean
}

function runsIn(commands: readonly Command[], extra: readonly string[]): Run[] {
  const runs = new Map<string, Run>()
  for (const command of commands) {
    const found: Checking | undefined =
      checkingOf(command) ?? (isExtra(command, extra) ? { check: 'test', program: command.program } : undefined)
    if (found === undefined) continue
    const key = `${found.check} ${found.program}`
    const { vouched = false, blamed = false } = command
    const isTrusted = vouched && found.isEndless !== true && found.isWrapped !== true
    const before = runs.get(key)
    runs.set(
      key,
      before
        ? { ...before, vouched: before.vouched && isTrusted, isOne: false }
        : { ...found, command, vouched: isTrusted, blamed, isAlone: true, isOne: true },
    )
  }
  return [...runs.values()].map((run) => ({ ...run, isAlone: runs.size === 1 }))
}

/** `./ci.sh` or `just verify`: the words that a command starts with; the program matches by full path or by name. */
function isExtra({ program, args }: Command, extra: readonly string[]): boolean {
  return extra.some((words) => {
    const [first = '', ...rest] = words.trim().split(/\s+/)
    return first !== '' && first.replace(/^.*\//, '') === program && rest.every((word, at) => args[at] === word)
  })
}

/**
 * A run recognisable only by its output: test cases were counted, and not by a program that merely shows others'
 * output.
 */
function unnamedIn(commands: readonly Command[], reports: readonly Report[]): Run[] {
  const report = reports.find(({ check, passed, failed }) => check === 'test' && (passed ?? 0) + (failed ?? 0) > 0)
  const shown = commands.some(({ program }) => SHOWS.has(program))
  const command = commands.find((each) => !onlyLooks([each]) && !SETS_UP.has(each.program) && !runsNothing(each))
  if (report === undefined || shown || command === undefined) return []
  const { vouched = false, blamed = false } = command
  return [{ check: 'test', program: command.program, command, vouched, blamed, isAlone: true, isOne: true }]
}

const SHOWS = new Set(
  'git gh glab cat less more head tail grep rg sed awk jq curl wget kubectl docker ssh journalctl'.split(' '),
)
const SETS_UP = new Set('cd export source . set mkdir npm pip'.split(' '))

/**
 * The report of a run: its own runner's, otherwise that of a runner that no other run on the line has claimed. One of
 * another check may show that the run failed, but only one of its own check, or of a runner of any check, that it passed.
 */
function reportOf(run: Run, runs: readonly Run[], reports: readonly Report[]): Report | undefined {
  const own = reports.filter(({ runner }) => runner === run.program)
  const others = runs.filter((other) => other !== run).map(({ program }) => program)
  const free = reports.filter(({ runner, runsAny }) => !others.includes(runner) && (run.isAlone || !runsAny))
  const fits = own.length > 0 ? own : OWN_READERS.has(run.program) ? free.filter(({ isFormat }) => isFormat) : free
  // What compiles also says how a type check or a linter built on it went
  const isKin = ({ check, runsAny }: Report) =>
    runsAny || check === run.check || (own.length > 0 && run.check !== 'test' && check !== 'test')
  const same = fits.filter(isKin)
  return (run.isAlone ? fits : same).find(({ isBad }) => isBad) ?? same[0]
}

/** Only these runners write reports in their own format, so another runner's report is not theirs. */
const OWN_READERS = new Set('pytest unittest jest vitest mocha node:test cargo go golangci-lint eslint tsc'.split(' '))

function outcomeOf(run: Run, call: ShellCall, text: string, report: Report | undefined): CheckOutcome {
  const isEmpty = run.check === 'test' && hasRunNothing(text)
  const ended = statusOf(run, call, text, report)
  const status = isEmpty && ended === 'pass' ? 'unknown' : ended
  const isBad = status === 'fail' || status === 'error'
  const { passed, failed, skipped, errors, failing = [] } = report ?? {}
  return {
    check: run.check,
    // A format such as TAP names no runner
    runner: report && !(report.isFormat && OWN_READERS.has(run.program)) ? report.runner : run.program,
    command: [run.command.program, ...run.command.args].join(' ').replace(/\s+/g, ' ').slice(0, MAX_COMMAND),
    status,
    ...(isEmpty && { isEmpty }),
    ...defined({ passed, failed, skipped, errors }),
    ...(isBad && failing.length > 0 && { failing }),
    ...defined({ error: isBad ? (report?.reason ?? unreportedError(run, text, report)) : undefined }),
    ...defined({ durationMs: report?.durationMs ?? call.durationMs }),
  }
}

/** The error of a run whose report gives no reason: none where another check's or a passing test's line may be meant. */
const unreportedError = ({ isAlone }: Run, text: string, report: Report | undefined): string | undefined =>
  isAlone && !(report?.isReasonTied && !report.isNothing && !saysEmpty(text)) ? errorLine(text) : undefined

function statusOf(run: Run, call: ShellCall, text: string, report: Report | undefined): CheckStatus {
  const { outcome, commands, exitCode } = call.classification
  if (call.act.kind !== 'shell' || outcome === 'interrupted' || call.act.background === true) return 'unknown'
  const counted = (report?.passed ?? 0) + (report?.failed ?? 0) > 0
  const fault: CheckStatus = counted || !(report?.isNothing || isVoid(run, call, text)) ? 'fail' : 'error'
  if (report?.isBad || saysTaskFailed(text, run.isAlone ? undefined : run.command.args)) return fault
  const witnessed = run.isOne ? witnessedExit(call.act.command, run.command, text) : undefined
  if (isStopped(witnessed ?? exitCode)) return 'unknown'
  if (witnessed !== undefined && witnessed > 0) return fault
  if (call.name === 'PostToolUseFailure')
    return (run.blamed && exitCode !== undefined) || isMissing(run, text) ? fault : 'unknown'
  if (run.vouched || (witnessed === 0 && !run.isEndless)) return 'pass'
  if (saysVoid(text)) return 'error'
  if (run.isEndless) return 'unknown'
  if (isSilentPass(call.act.command, commands, run, text)) return 'pass'
  return report?.isGood && !isCut(commands, text, report) ? 'pass' : 'unknown'
}

/** Whether the tests' output says that not one of them was run: none was found, all were left out or skipped. */
function hasRunNothing(text: string): boolean {
  const reports = reportsIn(text).filter(({ check }) => check === 'test')
  const ran = ({ passed, failed = 0, errors = 0, isGood }: Report) =>
    (passed ?? 0) + failed + errors > 0 || (passed === undefined && isGood)
  if (reports.some(ran)) return false
  return saysEmpty(text) || reports.some(({ passed, isBad }) => passed === 0 && !isBad)
}

/** Whether a check's output reports a failure, whatever its exit status. */
export function saysItFailed(output: string): boolean {
  const text = legible(output)
  return saysTaskFailed(text) || reportsIn(text).some(({ isBad }) => isBad)
}

function isVoid({ check }: Run, call: ShellCall, text: string): boolean {
  const code = call.classification.exitCode
  return code === 126 || code === 127 || saysVoid(text) || (check === 'test' && saysUntested(text))
}

/** The shell reports that it could not find the program. */
const isMissing = ({ command }: Run, text: string): boolean => text.includes(`${command.program}: command not found`)

/** Whether what speaks against a pass may be missing: the end, or lines that a filter left out. */
function isCut(commands: readonly Command[], text: string, { isOpenEnded }: Report): boolean {
  return commands.some(({ program, args }) => {
    if (FILTERS.has(program)) return isOpenEnded
    const lines = Number(args.join(' ').match(/\d+/)?.[0] ?? 10)
    return program === 'head' && text.trimEnd().split('\n').length + MAX_BLANK >= lines
  })
}

/** Blank lines that may have stood at the end of what `head` let through. */
const MAX_BLANK = 2

const FILTERS = new Set(['grep', 'egrep', 'rg', 'sed', 'awk', 'cut', 'wc', 'sort', 'uniq'])

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

const MAX_LINES = 400
const MAX_LINE = 200

/** The first line of a cleaned-up output that names the error, if any. Linear. */
export function errorLine(text: string): string | undefined {
  const lines = text
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, 2 * MAX_LINE).trim())
    .filter((line) => line.length > 2 && !SAYS_NOTHING.test(line) && !isWarning(line))
  for (const sign of SIGNS) {
    const found = lines.find((line) => sign.test(line))
    if (found !== undefined) return found.slice(0, MAX_LINE)
  }
  return undefined
}

const SAYS_NOTHING = /\[no test files\]|ERROR task failed|^exit code \d+$/i

/** Whether a tool says that a line is only a warning. */
const isWarning = (line: string): boolean => WARNS.test(line) && !/^\W*(?:fatal |error\b)/i.test(line)

const WARNS =
  /^(?:npm )?\W{0,3}warn(?:ing)?\b|^\S{1,200}:\d+(?::\d+)?:? (?:\(\w+\) )?warning\b|^\d+:\d+\s+warning\s|(?:^|\s)\w*Warning: |\bwarning(?: \w{1,10}\d{2,6})?(?:\[[\w:-]+\])?: /i

/** Most specific first: a location with a message, an exception, a failure to start, any other mention of an error. */
const SIGNS: readonly RegExp[] = [
  /^[\w./-]{1,200}\.\w{1,5}:\d+:(?:\d+: *\S| *fatal )/,
  // A line that a test only logs has a location, too
  /^[\w./-]{1,200}\.\w{1,5}:\d+: .{0,160}\b(?:want(?:ed)?|expected|got|could not|should|incorrect(?:ly)?|not|missing|unexpected|undefined|fail(?:ed|s)?)\b/i,
  /^(?:fatal|error)(?:\[\w+\])?: \S/i,
  /^(?:\w+\.){0,8}\w{0,60}(?:Error|Exception)(?::|$)/,
  /^(?:panic:|thread '.{1,80}' panicked)/,
  /\b(?:command not found|no such file|cannot find|not found|no rule to make|permission denied|unrecognized|unknown option|refused|timed out|missing|no tests?)\b/i,
  /^[\w./-]{1,200}\.\w{1,5}:\d+: *\S/,
  /\b(?:error|failed|failure)\b/i,
]
