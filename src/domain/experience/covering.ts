import { oneLine } from '@hindcast/text/phrases.ts'
import type { CheckOutcome } from '../checks/outcome.ts'
import { SCRIPT_RUNNERS, VALUED } from '../checks/runner-table.ts'
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
  if (isOtherTarget(failed, run) || isPartOnly(failed, run)) return []
  const [before, now] = [selectionOf(failed), selectionOf(run)]
  const left = exclusionsOf(run).filter((one) => !exclusionsOf(failed).includes(one))
  const mayLeaveOut = (one: string, name: string) => selects(one, name) || (isPlace(one) && !isPlace(name))
  if (left.some((one) => failed.tests.length === 0 || failed.tests.some((name) => mayLeaveOut(one, name)))) return []
  if (now.length === 0) return 'all'
  // Of a place, a name lets only the tests through that bear it
  const names = namedBy(run).filter((one) => !before.includes(one))
  const isWhole = before.length > 0 && before.every((one) => now.some((each) => includes(each, one)))
  if (isWhole && names.length === 0) return 'all'
  if (names.length > 0) return failed.tests.filter((name) => names.some((each) => selects(each, name)))
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

/** Scripts, targets or projects of one runner, none of which is the other nor a part of it: `test:unit` and `test:e2e`. */
function isOtherTarget(failed: CheckRun, run: CheckRun): boolean {
  const [one, other] = [targetOf(failed), targetOf(run)]
  const places = failed.folder === undefined ? one.where : [...one.where, failed.folder]
  if (other.where.length > 0 && !places.some((place) => other.where.some((each) => includes(each, place)))) return true
  if (one.program !== other.program || one.names.length === 0 || other.names.length === 0) return false
  const isMet = (name: string) => one.names.some((each) => isWithinTarget(each, name))
  return /^(?:nx|moon)$/.test(one.program) ? !other.names.every(isMet) : !other.names.some(isMet)
}

/** `test:unit` is a part of `test`, `:api:test` the `test` of one project. */
const isWithinTarget = (part: string, whole: string): boolean =>
  part === whole || part.endsWith(`:${whole}`) || (part.startsWith(whole) && /^[:._-]/.test(part.slice(whole.length)))

/** What a script runner was told to run, and in which package or folder. */
function targetOf({ command }: CheckRun) {
  const [{ program = '', args = [] } = {}] = commandsOf(command)
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const where = own.flatMap((arg, at) => {
    const [, option = '', value] = /^(--?[\w-]+)=(.*)$/.exec(arg) ?? []
    if (value !== undefined) return WHERE.test(option) ? [value] : []
    const isOption = WHERE.test(arg) || (arg === '-w' && program === 'npm') || (arg === '-e' && program === 'tox')
    return isOption ? own.slice(at + 1, at + 2) : []
  })
  const verbs = Object.hasOwn(SCRIPT_RUNNERS, program) ? (SCRIPT_RUNNERS[program] ?? []) : undefined
  // The phases of these contain each other
  if (verbs === undefined || /^(?:mvnw?|ant)$/.test(program)) return { program, where, names: [] }
  const words = own.filter(
    (arg, at) => !/^[-+]/.test(arg) && !where.includes(arg) && !VALUED.has(own[at - 1] ?? '') && !/^\w+=/.test(arg),
  )
  const names = words.filter((word, at) => at > 0 || !verbs.includes(word))
  const said = names.map((name) => (/^(?:t|tst)$/.test(name) ? 'test' : name))
  return { program, where, names: ONE_SCRIPT.test(program) ? said.slice(0, 1) : said }
}

/** They run one script; what follows its name are the script's own words. */
const ONE_SCRIPT = /^(?:npm|pnpm|yarn|bun|composer|hatch|pdm|deno|just|mise)$/
/** Options that say in which package or folder a runner works. */
const WHERE = /^(?:-C|-pl|--(?:dir|cwd|prefix|directory|project-dir|projects|manifest-path|workspace))$/

/** Whether a run leaves out by a mark, or by what was changed, what the other may have failed with: no name tells which. */
function isPartOnly(failed: CheckRun, run: CheckRun): boolean {
  const all = oneLine(failed.command)
  return partsIn(run).some((part) => !` ${all} `.includes(` ${part} `))
}

function partsIn({ command, runner }: CheckRun): readonly string[] {
  const [{ args = [] } = {}] = commandsOf(command)
  return args.flatMap((arg, at) => {
    const isMark =
      (runner === 'pytest' && arg === '-m' && !/^(?:pytest|unittest)$/.test(args[at + 1] ?? '')) || MARKS.test(arg)
    if (isMark) return [arg.includes('=') ? arg : `${arg} ${args[at + 1] ?? ''}`]
    return PARTS.test(arg) || (arg === '-o' && runner === 'jest') ? [arg] : []
  })
}

const MARKS = /^(?:-L|--(?:tags?|group|shard|changedSince|since|label-regex))(?:=|$)/
const PARTS = /^--(?:changed|onlyChanged|affected|doc)(?:=|$)/

/** The names of tests that a command's options limit it to. */
function namedBy({ command }: CheckRun): readonly string[] {
  const [{ args = [] } = {}] = commandsOf(command)
  return args.flatMap((arg, at) => {
    const [, option = arg, value = args[at + 1] ?? ''] = /^(--?[\w.-]+)=(.*)$/.exec(arg) ?? []
    return NAMES.test(option) && value !== '' && !value.startsWith('not ') ? [value] : []
  })
}

const NAMES = /^(?:-(?:k|t|run|test\.run|g|R|Dtest)|--(?:test-name-pattern|testNamePattern|grep|gtest_filter))$/

/** What a command limits its run to: paths, packages, names of tests. Nothing: it runs all there is. */
function selectionOf({ command }: CheckRun): readonly string[] {
  const [{ args = [] } = {}] = commandsOf(command)
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? ''
    const [, option = '', value] = /^(-[\w.-]+)=(.*)$/.exec(arg) ?? []
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
  /^(?:-(?:k|t|run|test\.run|tests?|p|g|m:|n|R|Dtest)|--(?:test-name-pattern|testNamePattern|grep|filter|tests?|package|project|test|bin|example|name|only|gtest_filter|exact|R|workspace))$/
/** Options without a value, after which a path is still a path. */
const FLAGS =
  /^-{1,2}(?:v+|q|x|s|l|w|run|verbose|quiet|watch|coverage|bail|race|failfast|silent|no-[\w-]+|short|release|all|all-features|lib|nocapture|ci|u|noEmit|b|build|strict|pretty)$|^--$/
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
