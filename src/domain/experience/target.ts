import { baseName } from '@hindcast/text/paths.ts'
import { BY_SUBCOMMAND } from '../checks/check-table.ts'
import type { CheckOutcome } from '../checks/outcome.ts'
import { SCRIPT_RUNNERS, VALUED } from '../checks/runner-table.ts'
import { commandsOf } from '../shell.ts'

/** What a check's command runs, taken apart in the same way for every runner. */
export interface RunTarget {
  readonly program: string
  /** It runs scripts, tasks or targets that the project names, these. */
  readonly isScript: boolean
  readonly scripts: readonly string[]
  /** The subcommand of a program that has several checks; else ''. */
  readonly verb: string
  /** The packages or folders in which it runs. */
  readonly where: readonly string[]
  /** What it is limited to: paths and packages, and names of tests. None: it runs all there is. */
  readonly places: readonly string[]
  readonly names: readonly string[]
  /** All other words: each may change what is run. */
  readonly how: readonly string[]
}

/** Takes a check's command apart. Linear. */
export function targetOf({ command, runner }: Pick<CheckOutcome, 'command' | 'runner'>): RunTarget {
  const [{ program: first = '', args: all = [] } = {}] = commandsOf(command)
  // `npx vitest`, `python -m pytest`: what another program runs counts
  const at = first === runner ? -1 : all.findIndex((arg) => baseName(arg).replace(/@[\w.-]+$/, '') === runner)
  const program = at < 0 ? (ALIASES[first] ?? first) : runner
  const { words, ...found } = sorted(program, at < 0 ? all : all.slice(at + 1))
  const own = words[0] === 'workspace' ? words.slice(2) : words
  const where = words[0] === 'workspace' ? [...found.where, words[1] ?? ''] : found.where
  const verbs = Object.hasOwn(SCRIPT_RUNNERS, program) ? (SCRIPT_RUNNERS[program] ?? []) : undefined
  const isRun = verbs?.includes(own[0] ?? '') === true
  if (
    verbs !== undefined &&
    (isRun || verbs.includes('') || /^(?:t|tst|test)$/.test(own[0] ?? '')) &&
    !isOwnTest(program, own)
  ) {
    const given = (isRun ? own.slice(1) : own).map((name) => (/^(?:t|tst)$/.test(name) ? 'test' : name))
    // To build anew changes nothing of what runs
    const scripts = given.filter((name) => name !== 'clean' || given.length === 1 || ONE_SCRIPT.test(program))
    const rest = ONE_SCRIPT.test(program) ? scripts.slice(1) : []
    return {
      program,
      isScript: true,
      verb: '',
      ...found,
      where,
      scripts: scripts.slice(0, scripts.length - rest.length),
      places: [...found.places, ...rest],
    }
  }
  const verb = Object.hasOwn(BY_SUBCOMMAND, program) || own[0] === 'fmt' || own[0] === 'format' ? (own[0] ?? '') : ''
  const chosen = (verb === '' ? own : own.slice(1)).filter((word, i) => i > 0 || word !== 'run' || verb === 'test')
  const target = { program, isScript: false, scripts: [], verb, ...found, where, places: [...found.places, ...chosen] }
  return program === 'go' ? { ...target, places: packagesOf(target.places) } : target
}

/** A package of Go holds none of those below it; without one, the folder's own is meant. */
const packagesOf = (places: readonly string[]): readonly string[] =>
  (places.length === 0 ? ['.'] : places).map((place) => (place.endsWith('...') ? place : `${ONLY}${place}`))

/** Before a place without what is below it. */
export const ONLY = '='

/** `bun test` runs tests itself, `bun run test` a script. */
const isOwnTest = (program: string, [first]: readonly string[]): boolean =>
  /^(?:bun|deno|hatch)$/.test(program) && first === 'test'

/** They run one script; what follows its name are the script's own words. */
const ONE_SCRIPT = /^(?:npm|pnpm|yarn|bun|composer|hatch|pdm|deno|just|mise)$/
const ALIASES: Readonly<Record<string, string>> = { gradlew: 'gradle', mvnw: 'mvn', gmake: 'make', bazelisk: 'bazel' }

/** Words sorted by what they do; `words`: those that are neither options nor paths. */
function sorted(program: string, args: readonly string[]) {
  const found = {
    where: [] as string[],
    places: [] as string[],
    names: [] as string[],
    how: [] as string[],
    words: [] as string[],
  }
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    const next = args[at + 1]
    const [, option = arg, given] = /^(--?[\w.:-]+)=(.*)$/s.exec(arg) ?? []
    const value = given ?? next ?? ''
    const takes = (): string => {
      if (given === undefined) at += 1
      return value
    }
    if (arg === '--' || isQuiet(program, arg)) continue
    if (takesQuiet(program, option, value)) takes()
    else if (!/^[-+]./.test(arg)) (isPlace(arg) ? found.places : /^\w+=/.test(arg) ? found.how : found.words).push(arg)
    else if (isWhere(option, program)) found.where.push(takes())
    else if (NAMES.test(option) && value !== '' && !/^not\b/.test(value)) found.names.push(takes())
    else if (given !== undefined || ALONE.test(arg) || next === undefined || next.startsWith('-')) found.how.push(arg)
    // Whether a path is the option's value or what is run cannot be told
    else
      found.how.push(VALUED.has(arg) || !isPlace(next) ? `${arg} ${takes()}` : `${arg} ${args.slice(at + 1).join(' ')}`)
  }
  return found
}

const isQuiet = (program: string, arg: string): boolean =>
  (QUIET.test(arg) && !(arg === '-x' && program === 'gradle') && !(arg === '-v' && program === 'dotnet')) ||
  (/^-r\w+$/.test(arg) && program === 'pytest') ||
  (arg === '--test' && program === 'node')

/** `-n 4`: so many workers; else a name. */
const takesQuiet = (program: string, option: string, value: string): boolean =>
  QUIET_VALUE.test(option) ||
  (option === '-n' && /^(?:\d+|auto|logical)$/.test(value)) ||
  (option === '-v' && program === 'dotnet')

const isWhere = (option: string, program: string): boolean =>
  WHERE.test(option) ||
  (/^(?:-w|--workspace)$/.test(option) && program === 'npm') ||
  (/^(?:-F|--filter)$/.test(option) && /^(?:pnpm|turbo|bun)$/.test(program)) ||
  (option === '-p' && program === 'cargo') ||
  (option === '-e' && program === 'tox')

/** Options that say in which package, project or folder a runner works. */
const WHERE =
  /^(?:-C|-pl|--(?:dir|cwd|prefix|directory|project|project-dir|projects|manifest-path|package|package-path))$/
/** Options that take the name of a test. */
const NAMES =
  /^(?:-(?:k|n|t|run|test\.run|g|R|Dtest)|--(?:test-name-pattern|testNamePattern|grep|filter|tests|gtest_filter|test|example|name))$/
/** Options that take no value, but change what is run. */
const ALONE =
  /^-{1,2}(?:race|short|release|all|all-features|all-targets|workspace|lib|bins|doc|strict|noEmit|no-emit|b|build|u|bun|if-present)$/
/** Options that change only what is printed, how fast it runs or when it stops. */
const QUIET =
  /^(?:-(?:[vqsx]+|B|ntp|json|count=\d+|j\d*|bench=\$?|v:\w+)|-[jn]\d+|-timeout=\S+|--(?:verbose|quiet|silent|no-?colou?rs?|colou?rs?|colou?r=\w+|nocapture|no-capture|show-output|tb=\w+|durations=\d+|bail(?:=\d+)?|fail-?fast|no-fail-fast|maxfail=\d+|exitfirst|run|ci|pretty|no-pretty|coverage|no-cov(?:erage)?|cov(?:-report)?=\S*|cov|no-cache|no-progress|no-daemon|console=\w+|stacktrace|info|batch-mode|no-transfer-progress|nologo|no-restore|output-on-failure|no-header|no-summary|test-reporter=\S+|watch(?:All)?=false|no-watch|runInBand|forceExit|detectOpenHandles|test-threads=\d+|noinput|keepdb|trace|exact|offline|locked|frozen|passWithNoTests|reporter=\S+|workers=\d+|maxWorkers=\S+|jobs=\d+|parallel|timeout=\S+|testTimeout=\S+))$/
/** The same, with a value that follows. */
const QUIET_VALUE =
  /^(?:-timeout|--(?:reporter|reporters|test-reporter|test-reporter|workers|maxWorkers|jobs|timeout|testTimeout|test-threads|durations|maxfail|tb|colou?r|concurrency|log-level|loglevel|verbosity))$/

const isPlace = (word: string): boolean => /[/\\*]|::|\.\w{1,5}(?:::|$)|^\.{1,3}$/.test(word)
