import { oneLine } from '@hindcast/text/phrases.ts'
import type { CheckOutcome } from '../checks/outcome.ts'
import { SCRIPT_RUNNERS } from '../checks/runner-table.ts'
import { isSameTest, markOf, testName } from './failure.ts'
import { ONLY, type RunTarget, targetOf } from './target.ts'

/** A run of a check, as needed to tell whether it repeats another. */
export interface CheckRun extends Pick<CheckOutcome, 'check' | 'runner' | 'command'> {
  /** The folder that its line went to first. */
  readonly folder?: string | undefined
  /** The failing tests, if it failed and named them. */
  readonly tests: readonly string[]
}

/** A check's run, as its outcome says; `folder`: see `folderIn`. */
export const runOf = ({ check, runner, command, failing = [] }: CheckOutcome, folder?: string): CheckRun => ({
  check,
  runner,
  command,
  folder,
  tests: markOf({ failing }).tests,
})

/** The folder that a line is in when it runs a command; undefined if that is not known, or it stays where it is. */
export function folderIn(line: string, command: string): string | undefined {
  const [before = '', ...after] = line.split(command)
  const isFound = after.length === 1
  const moves = [...(isFound ? before : line).matchAll(MOVE)]
  const [move] = moves
  // Of several, and of several such commands, which one counts is not known
  if (move === undefined || moves.length > 1 || after.length > 1) return undefined
  return isFound && before.slice(move.index).includes(')') ? undefined : move[2]?.replace(/\/$/, '')
}

const MOVE = /(?:^|[;&(\n])\s*(?:cd|pushd)\s+(["']?)([^\s"'&;|)]+)\1/g

/**
 * Which of a failed run's tests another run runs again: some of the named ones, `all` of what failed, or nothing. A word
 * that the failed run did not have may leave something out, so only those count that are known to choose or to change
 * nothing.
 */
export function repeatedIn(failed: CheckRun, run: CheckRun): readonly string[] | 'all' {
  if (!isSameCheck(failed, run) || isOtherFolder(failed, run)) return []
  if (oneLine(failed.command) === oneLine(run.command)) return 'all'
  const [before, now] = [targetOf(failed), targetOf(run)]
  const isNarrowed = now.how.some((word) => !before.how.includes(word) && !WIDENS.test(word))
  if (isNarrowed || isElsewhere(before, now, failed.folder) || isOtherVerb(before, now, failed.check)) return []
  if (takesInAll(before, now, failed.runner === run.runner)) return 'all'
  // Of a place, a name lets only the tests through that bear it
  const chosen = now.names.length > 0 ? now.names : now.places
  const isName = now.names.length > 0 || now.program === 'cargo'
  return failed.tests.filter((name) =>
    chosen.some((each) => selects(each, isName || each.includes('::') ? name : pathOf(name))),
  )
}

/** Options with which more is run. */
const WIDENS = /^(?:--workspace|-race)$/

/** The file or class that a test's name begins with; '' if with none: a title says nothing about its place. */
const pathOf = (name: string): string => /^\S*?[./\\][^\s:]+/.exec(name)?.[0] ?? ''

/** The same runner at the same kind of check; or a script whose report does not show which runner it started. */
function isSameCheck(failed: CheckRun, run: CheckRun): boolean {
  const isSame = failed.runner === run.runner
  const isHidden = [failed, run].some((one) => targetOf(one).isScript && Object.hasOwn(SCRIPT_RUNNERS, one.runner))
  // To run tests, a compiler's own tool has to build them
  const isKind = failed.check === run.check || (isSame && failed.check === 'build' && run.check === 'test')
  return isKind && (isSame || isHidden || oneLine(failed.command) === oneLine(run.command))
}

/** In two different folders, neither of which contains the other. */
function isOtherFolder({ folder: one }: CheckRun, { folder: other }: CheckRun): boolean {
  if (one === undefined || other === undefined || one.startsWith('/') !== other.startsWith('/')) return false
  return !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`)
}

/** In a package or folder in which the failed run was not. */
const isElsewhere = ({ where: before }: RunTarget, { where }: RunTarget, folder?: string): boolean => {
  const places = folder === undefined ? before : [...before, folder]
  return where.length > 0 && !places.some((place) => where.some((each) => includes(each, place)))
}

/** `cargo fmt` and `cargo clippy`: one program, two checks. */
const isOtherVerb = (before: RunTarget, now: RunTarget, check: CheckRun['check']): boolean =>
  before.program === now.program && before.isScript === now.isScript && before.verb !== now.verb && check !== 'build'

/** Whether all that the failed run chose is chosen again. */
function takesInAll(before: RunTarget, now: RunTarget, isSameRunner: boolean): boolean {
  const [some, others] = [
    [...before.places, ...before.names],
    [...now.places, ...now.names],
  ]
  // What a script runs is known by its name alone
  if (before.program !== now.program || before.isScript !== now.isScript) {
    const { scripts } = now.isScript ? now : before
    if (!now.isScript && !isSameRunner) return false
    return now.how.length === 0 && others.every(isEverything) && scripts.every((name) => WHOLE.test(name))
  }
  if (before.how.some((word) => !now.how.includes(word))) return false
  if (!before.scripts.every((part) => now.scripts.some((name) => isWithinScript(part, name, now)))) return false
  if (others.length === 0) return true
  const isAdded = now.names.some((name) => !before.names.includes(name))
  return !isAdded && some.length > 0 && some.every((one) => others.some((each) => includes(each, one)))
}

const isEverything = (selection: string): boolean => stem(selection) === '' && !selection.startsWith(ONLY)

/** Names of scripts that run all of their kind. */
const WHOLE = /^(?:tests?|check|verify|ci|all|build|lint|types|type-?check)$/

/** `test:unit` and `build:web` are parts of `test` and `build`, `test:e2e` rather not; `:api:test` the `test` of one project; each phase of Maven contains those before it. */
function isWithinScript(part: string, whole: string, { program }: RunTarget): boolean {
  if (program === 'mvn' && PHASES.includes(part)) return PHASES.indexOf(whole) >= PHASES.indexOf(part)
  if (part === whole || part.endsWith(`:${whole}`)) return true
  return part.startsWith(whole) && (/^tests?$/.test(whole) ? TEST_PARTS : /^[:._-]/).test(part.slice(whole.length))
}

/** How parts of `test` are called that it always takes in. */
const TEST_PARTS = /^[:._-](?:unit|fast|quick|ci|cov(?:erage)?|watch|run|once|all|verbose|debug)$/

const PHASES = ['compile', 'test', 'package', 'verify', 'install']

/** Whether a selection takes in another. */
function includes(wide: string, narrow: string): boolean {
  const [outer, inner] = [stem(wide), stem(narrow)]
  if (wide.startsWith(ONLY)) return outer === inner && narrow.startsWith(ONLY)
  return outer === '' || outer === inner || `${inner}/`.startsWith(`${outer}/`) || inner.startsWith(`${outer}::`)
}

/** Whether a selection takes in a named test. */
function selects(selection: string, name: string): boolean {
  const wanted = stem(selection)
  if (wanted === '') return false
  const words = wanted.split(/\|| or /).map((word) => word.replace(/^[\^(]+|[$)]+$/g, '').trim())
  return words.some((word) => word.length > 2 && (name.includes(word) || isSameTest(testName(word), name)))
}

/** A selection without what says “and everything below”. */
const stem = (selection: string): string =>
  selection
    .replace(/^=?(?:\.\/)?/, '')
    .replace(/\/?(?:\.{3}|\*+(?:\/\*+)?)$/, '')
    .replace(/^\.$|\/$/, '')
