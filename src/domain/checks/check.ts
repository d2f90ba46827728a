import { baseName } from '@hindcast/text/paths.ts'
import type { Check, Command } from '../classification.ts'
import { commandsOf } from '../shell.ts'
import { BY_PROGRAM, BY_SUBCOMMAND, FORMATTERS, SCRIPT_WORDS } from './check-table.ts'
import { CONTAINERS, PLAIN, RUNNERS, SCRIPT_RUNNERS, VALUED } from './runner-table.ts'

/** What a command checks, and the program that checks it. */
export interface Checking {
  readonly check: Check
  readonly program: string
  /** It watches for changes, so that its end says nothing. */
  readonly isEndless?: true
  /** It was started by a program that may have an exit status of its own. */
  readonly isWrapped?: true
}

/** What a shell line checks; if several things, the first of test, types, lint, build. */
export function checkOf(commands: readonly Command[]): Check | undefined {
  const found = new Set(commands.map((command) => checkingOf(command)?.check))
  return (['test', 'types', 'lint', 'build'] as const).find((check) => found.has(check))
}

/** What one command checks; undefined if it does something else. */
export function checkingOf({ program, args }: Command): Checking | undefined {
  const found = checkOfOne(program, args, 0)
  if (found === undefined) return undefined
  const watches = args.some(
    (arg, at) =>
      WATCHES.test(arg) ||
      (arg === 'watch' && !args[at - 1]?.startsWith('-')) ||
      (arg === '-w' && HAS_WATCH.test(found.program)),
  )
  return watches ? { ...found, isEndless: true } : found
}

const MAX_RUNNERS = 4
/** Options with which nothing is checked. */
const LOOKS_ONLY =
  /^--(?:version|help|collect-only|co|list|list-?tests|list-tests-xml|list-files|dry(?:-?run)?|setup-(?:plan|only)|fixtures(?:-per-test)?|markers|cache-show|skip-tests|just-print|recon|print-?config|show-?config|show-only|init|env-info)(?:=|$)/i
const WATCHES = /^(?:--watch(?:-?all)?(?:=true)?|--ui|\S+:watch)$/i
const HAS_WATCH = /^(?:tsc|vue-tsc|rollup|webpack|mocha)$/

function checkOfOne(program: string, args: readonly string[], depth: number): Checking | undefined {
  const by = (check: Check | undefined) => check && { check, program }
  if (depth > MAX_RUNNERS) return undefined
  if (lookUp(FORMATTERS, program)?.test(args.join(' '))) return by('lint')
  if (runsNothing({ program, args })) return undefined
  const words = checkWords(program, args)
  const own = lookUp(lookUp(BY_SUBCOMMAND, program) ?? {}, words[0] ?? '')
  if (own !== undefined) return by(own === 'test' && buildsTests(program, args) ? 'build' : own)
  if (program === 'node' || program === 'tsx') return ofNode(args, depth)
  if (program === 'cmake') return by(args.includes('--build') ? (words.includes('test') ? 'test' : 'build') : undefined)
  if (/^python[\d.]*$|^py$/.test(program)) return ofPython(args, depth)
  const inner = ofRunner(program, words, args, depth)
  return inner ?? by(ofScript(program, words) ?? lookUp(BY_PROGRAM, program)) ?? ofWrapped(program, args, depth)
}

/** `make -n`, `ctest -N`, `tox -l`: they say what they would do, or run no test. */
const isDry = (program: string, args: readonly string[]): boolean =>
  (program === 'ctest' && args.includes('-N')) ||
  (/^(?:g?make|ninja)$/.test(program) && args.includes('-n')) ||
  (/^(?:tox|nox)$/.test(program) && args.includes('-l')) ||
  (program === 'go' && args.includes('-list')) ||
  (program === 'vitest' && args[0] === 'list') ||
  (program === 'dotnet' && args[0] === 'test' && args.includes('-t')) ||
  (/^mvnw?$/.test(program) && SKIPS_TESTS.test(args.join(' ')) && args.some((arg) => /^(?:test|verify)$/.test(arg)))

const SKIPS_TESTS = /(?:^| )-D(?:skipTests|maven\.test\.skip)(?:=true)?(?= |$)/

/** `cargo test --no-run`, `go test -c`: tests are built, and none is run. */
const buildsTests = (program: string, args: readonly string[]): boolean =>
  (program === 'cargo' && args.includes('--no-run')) || (program === 'go' && args.includes('-c'))

/** Whether a command's options say that nothing is run. */
export const runsNothing = ({ program, args }: Pick<Command, 'program' | 'args'>): boolean =>
  args.some((arg) => LOOKS_ONLY.test(arg)) || isDry(program, args)

/** The words that are neither options nor values of options that take one. */
function checkWords(program: string, args: readonly string[]): string[] {
  const end = args.indexOf('--')
  const own = end <= 0 ? args : args.slice(0, end)
  const isValue = (option: string) => VALUED.has(option) && !(option === '-w' && program === 'pnpm')
  return own.filter((arg, at) => !/^[-+]/.test(arg) && !isValue(own[at - 1] ?? ''))
}

/** `npx vitest`, `uv run pytest`, `bundle exec rspec`: a program run by another program. */
function ofRunner(program: string, words: readonly string[], args: readonly string[], depth: number) {
  const verbs = lookUp(RUNNERS, program)
  if (verbs === undefined) return undefined
  const module = args.findIndex((arg) => arg === '-m' || arg === '--module')
  if (program === 'uv' && module >= 0) return ofPython(args.slice(module), depth + 1)
  const verb = words[0] ?? ''
  const skipped = verbs.includes(verb) ? 1 : verbs.includes('') ? 0 : undefined
  const after = args.includes('--') ? args[args.indexOf('--') + 1] : undefined
  const name = skipped === undefined ? undefined : program === 'mise' && after ? after : (words[skipped] ?? after)
  if (name === undefined) return undefined
  return checkOfOne(baseName(name).replace(/@[\w.-]+$/, ''), args.slice(args.indexOf(name) + 1), depth + 1)
}

/** `node --test`, `node node_modules/.bin/jest`. */
function ofNode(args: readonly string[], depth: number): Checking | undefined {
  if (args.includes('--test')) return { check: 'test', program: 'node:test' }
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const script = args[at] ?? ''
  if (!/(?:^|\/)node_modules\//.test(script)) return undefined
  return checkOfOne(baseName(script).replace(/\.[cm]?js$/, ''), args.slice(at + 1), depth + 1)
}

function ofPython(args: readonly string[], depth: number): Checking | undefined {
  const module = args.findIndex((arg) => arg === '-m' || arg === '--module')
  if (module >= 0) return checkOfOne(args[module + 1] ?? '', args.slice(module + 2), depth + 1)
  const [script = '', verb = ''] = args.filter((arg) => !arg.startsWith('-'))
  const check = /(^|\/)(manage|setup|runtests)\.py$/.test(script) ? scriptCheck(verb) : undefined
  return check && { check, program: baseName(script) }
}

/** `npm run test:unit`, `make lint`, `mise run build`: the script's name says what it checks. */
function ofScript(program: string, words: readonly string[]): Check | undefined {
  const verbs = lookUp(SCRIPT_RUNNERS, program)
  if (verbs === undefined) return undefined
  const rest = words.slice(words[0] === 'workspace' ? 2 : words.findIndex((word) => !EACH.has(word)))
  const names = verbs.includes(rest[0] ?? '') ? rest.slice(1) : verbs.includes('') ? rest : []
  if (names.length === 0) return program === 'make' ? 'build' : undefined
  if (/^(?:g?make|ninja|gradlew?|meson)$/.test(program) && names.some((name) => /(?:^|:)check$/.test(name)))
    return 'test'
  if (/^mvnw?$/.test(program) && names.includes('install')) return 'build'
  const checks = names.slice(0, ONE_SCRIPT.has(program) ? 1 : 8).map(scriptCheck)
  return checks.find((check) => check !== undefined)
}

/** `yarn workspaces foreach run test` */
const EACH = new Set(['workspaces', 'foreach', 'recursive'])
/** They run one script, and what follows its name are the script's own words. */
const ONE_SCRIPT = new Set('npm pnpm yarn bun composer hatch pdm deno just mise lerna rails artisan'.split(' '))

function scriptCheck(name: string): Check | undefined {
  if (/type-?check|check-?types/i.test(name)) return 'types'
  const words = name.toLowerCase().split(/[^a-z0-9]+|(?<=test|check)(?=classes)/)
  return words
    .map((word) => lookUp(SCRIPT_WORDS, word) ?? lookUp(BY_PROGRAM, word))
    .find((check) => check !== undefined)
}

/**
 * A check behind a program that is not known to run others: after `--`, or as its first words; in a container, after the
 * words with which it is entered. Programs whose words are mere words (`pip install pytest`) wrap nothing.
 */
function ofWrapped(program: string, args: readonly string[], depth: number): Checking | undefined {
  const isContainer = CONTAINERS.has(program) && args.some((arg) => arg === 'exec' || arg === 'run')
  const isKnown = [BY_SUBCOMMAND, SCRIPT_RUNNERS, RUNNERS].some((table) => Object.hasOwn(table, program))
  if (!isContainer && (PLAIN.has(program) || isKnown)) return undefined
  const dashes = args.indexOf('--')
  const words = args.flatMap((arg, at) => (arg.startsWith('-') ? [] : [at]))
  const first = depth > 0 ? [] : words.slice(0, isContainer ? MAX_CONTAINER_WORDS : 2)
  for (const at of dashes < 0 ? first : [dashes + 1, ...first]) {
    const found = ofInner(args.slice(at), depth)
    if (found !== undefined) return isContainer ? found : { ...found, isWrapped: true }
  }
  return undefined
}

/** Options, values, the service and the image. */
const MAX_CONTAINER_WORDS = 12

function ofInner([first = '', ...rest]: readonly string[], depth: number): Checking | undefined {
  const name = baseName(first)
  if (!/^(?:ba|z|da|k)?sh$/.test(name)) return name === '' ? undefined : checkOfOne(name, rest, depth + 1)
  const script = rest[rest.findIndex((arg) => /^-[a-z]*c$/.test(arg)) + 1] ?? ''
  for (const { program, args } of commandsOf(script)) {
    const found = checkOfOne(program, args, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const lookUp = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
