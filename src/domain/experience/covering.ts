import { oneLine } from '@hindcast/text/phrases.ts'
import type { CheckOutcome } from '../checks/outcome.ts'
import { SCRIPT_RUNNERS } from '../checks/runner-table.ts'
import { commandsOf } from '../shell.ts'
import { isSameTest, testName } from './failure.ts'

/** A run of a check, as needed to tell whether it repeats another. */
export interface CheckRun extends Pick<CheckOutcome, 'check' | 'runner' | 'command'> {
  /** The folder that its line went to first. */
  readonly folder?: string | undefined
  /** The failing tests, if it failed and named them. */
  readonly tests: readonly string[]
}

/** Which of a failed run's tests another run runs again: some of the named ones, `all` of what failed, or nothing. */
export function repeatedIn(failed: CheckRun, run: CheckRun): readonly string[] | 'all' {
  if (!isSameCheck(failed, run) || isOtherFolder(failed, run)) return []
  if (oneLine(failed.command) === oneLine(run.command)) return 'all'
  const [before, now] = [selectionOf(failed), selectionOf(run)]
  const left = exclusionsOf(run).filter((one) => !exclusionsOf(failed).includes(one))
  const mayLeaveOut = (one: string, name: string) => selects(one, name) || (isPlace(one) && !isPlace(name))
  if (left.some((one) => failed.tests.length === 0 || failed.tests.some((name) => mayLeaveOut(one, name)))) return []
  if (now.length === 0) return 'all'
  if (before.length > 0 && before.every((one) => now.some((each) => includes(each, one)))) return 'all'
  return failed.tests.filter((name) => now.some((each) => selects(each, name)))
}

/** The same runner at the same kind of check; or one that a script started, which may hide which runner it is. */
function isSameCheck(failed: CheckRun, run: CheckRun): boolean {
  const isSame = failed.runner === run.runner
  // To run tests, a compiler's own tool has to build them
  const isKind = failed.check === run.check || (isSame && failed.check === 'build' && run.check === 'test')
  return isKind && (isSame || oneLine(failed.command) === oneLine(run.command) || isScript(failed) || isScript(run))
}

const isScript = ({ runner }: CheckRun): boolean => Object.hasOwn(SCRIPT_RUNNERS, runner)

/** In two different folders, neither of which contains the other. */
function isOtherFolder({ folder: one }: CheckRun, { folder: other }: CheckRun): boolean {
  if (one === undefined || other === undefined || one.startsWith('/') !== other.startsWith('/')) return false
  return !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`)
}

/** What a command limits its run to: paths, packages, names of tests. Nothing: it runs all there is. */
function selectionOf({ command }: CheckRun): readonly string[] {
  const [{ args = [] } = {}] = commandsOf(command)
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? ''
    const [, option = '', value] = /^(-[\w-]+)=(.*)$/.exec(arg) ?? []
    if (value !== undefined) return SELECTS.test(option) ? [value] : []
    if (arg.startsWith('-')) return []
    if (before.startsWith('-') && SELECTS.test(before)) return [arg]
    const isValue = /^-{1,2}[a-z][\w-]*$/i.test(before) && !FLAGS.test(before)
    return isPlace(arg) && !isValue ? [arg] : isTestName(args, at) ? [arg] : []
  })
}

/** What a command leaves out of its run. */
function exclusionsOf({ command }: CheckRun): readonly string[] {
  const [{ args = [] } = {}] = commandsOf(command)
  return args.flatMap((arg, at) => {
    const [, option = '', value = args[at + 1] ?? ''] = /^(-[\w-]+)(?:=(.*))?$/.exec(arg) ?? []
    const without = /^not ([\w.]+)$/.exec(value)?.[1]
    return EXCLUDES.test(option) ? [value] : option === '-k' && without !== undefined ? [without] : []
  })
}

const EXCLUDES = /^--?(?:skip|deselect|ignore|ignore-glob|exclude|excludes?|testPathIgnorePatterns|not|E|LE)$/
/** Options that take the name of a test, a package or a project. */
const SELECTS =
  /^(?:-(?:k|t|run|test\.run|tests?|p|g|m:|n)|--(?:test-name-pattern|testNamePattern|grep|filter|tests?|package|project|test|bin|example|name|only|gtest_filter|exact|R|workspace))$/
/** Options without a value, after which a path is still a path. */
const FLAGS =
  /^-{1,2}(?:v+|q|x|s|l|w|run|verbose|quiet|watch|coverage|bail|race|failfast|silent|no-[\w-]+|short|release|all|all-features|lib|nocapture|ci|u)$|^--$/
const isPlace = (word: string): boolean => /[/\\*]|::|\.\w{1,5}(?:::|$)|^\.{1,3}$/.test(word)

/** After `cargo test` and the like, a bare word is the name of a test; before it, part of the command. */
function isTestName(args: readonly string[], at: number): boolean {
  const word = args[at] ?? ''
  const verb = args.findIndex((arg) => /^(?:test|t|nextest|vitest|jest|pytest|rspec|mocha|phpunit)$/.test(arg))
  const before = args[at - 1] ?? ''
  return verb >= 0 && at > verb && !before.startsWith('-') && /^\w{3,}$/.test(word) && word !== 'run'
}

/** Whether a selection takes in another. */
function includes(wide: string, narrow: string): boolean {
  const [outer, inner] = [stem(wide), stem(narrow)]
  return outer === '' || outer === inner || `${inner}/`.startsWith(`${outer}/`) || inner.startsWith(`${outer}::`)
}

/** Whether a selection takes in a named test. */
function selects(selection: string, name: string): boolean {
  const wanted = stem(selection)
  if (wanted === '') return true
  const words = wanted.split(/\|| or /).map((word) => word.replace(/^[\^(]+|[$)]+$/g, '').trim())
  return words.some((word) => word.length > 2 && (name.includes(word) || isSameTest(testName(word), name)))
}

/** A selection without what says “and everything below”. */
const stem = (selection: string): string =>
  selection
    .replace(/^\.\//, '')
    .replace(/\/?(?:\.{3}|\*+(?:\/\*+)?)$/, '')
    .replace(/^\.$|\/$/, '')
