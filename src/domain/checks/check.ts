import type { Check, Command } from '../classification.ts'
import { baseName } from '../paths.ts'
import { BY_PROGRAM, BY_SUBCOMMAND, RUNNERS, SCRIPT_RUNNERS, SCRIPT_WORDS } from './check-table.ts'

/** What a command checks, and the program that checks it. */
export interface Checking {
  readonly check: Check
  readonly program: string
}

/** What a shell line checks; if several things, the first of test, types, lint, build. */
export function checkOf(commands: readonly Command[]): Check | undefined {
  const found = new Set(commands.map((command) => checkingOf(command)?.check))
  return (['test', 'types', 'lint', 'build'] as const).find((check) => found.has(check))
}

/** What one command checks; undefined if it does something else. */
export const checkingOf = ({ program, args }: Command): Checking | undefined => checkOfOne(program, args, 0)

const MAX_RUNNERS = 4

function checkOfOne(program: string, args: readonly string[], depth: number): Checking | undefined {
  const by = (check: Check | undefined) => check && { check, program }
  if (depth > MAX_RUNNERS || args.some((arg) => arg === '--version' || arg === '--help')) return undefined
  const words = args.filter((arg) => !arg.startsWith('-'))
  const own = lookUp(BY_SUBCOMMAND, program)?.[words[0] ?? '']
  if (own !== undefined) return by(own)
  if (program === 'node' || program === 'tsx')
    return args.includes('--test') ? { check: 'test', program: 'node:test' } : undefined
  if (program === 'cmake') return by(args.includes('--build') ? 'build' : undefined)
  if (/^python[\d.]*$|^py$/.test(program)) return ofPython(args, depth)
  const behind = lookUp(RUNNERS, program)
  const inner = behind === undefined ? undefined : ofRunner(words, args, behind, depth)
  return inner ?? by(ofScript(program, words) ?? lookUp(BY_PROGRAM, program))
}

/** `npx vitest`, `uv run pytest`, `bundle exec rspec`: a program run by another program. */
function ofRunner(words: readonly string[], args: readonly string[], verbs: readonly string[], depth: number) {
  const verb = words[0] ?? ''
  const skipped = verbs.includes(verb) ? 1 : verbs.includes('') ? 0 : undefined
  const program = skipped === undefined ? undefined : words[skipped]
  if (program === undefined) return undefined
  return checkOfOne(program.replace(/^.*\//, ''), args.slice(args.indexOf(program) + 1), depth + 1)
}

function ofPython(args: readonly string[], depth: number): Checking | undefined {
  const module = args.indexOf('-m')
  if (module >= 0) return checkOfOne(args[module + 1] ?? '', args.slice(module + 2), depth + 1)
  const [script = '', verb = ''] = args
  const check = /(^|\/)(manage|setup|runtests)\.py$/.test(script) ? scriptCheck(verb) : undefined
  return check && { check, program: baseName(script) }
}

/** `npm run test:unit`, `make lint`, `mise run build`: the script's name says what it checks. */
function ofScript(program: string, words: readonly string[]): Check | undefined {
  const verbs = lookUp(SCRIPT_RUNNERS, program)
  if (verbs === undefined) return undefined
  const names = verbs.includes(words[0] ?? '') ? words.slice(1) : verbs.includes('') ? words : []
  const checks = names.slice(0, 8).map(scriptCheck)
  return checks.find((check) => check !== undefined) ?? (names.length === 0 && program === 'make' ? 'build' : undefined)
}

function scriptCheck(name: string): Check | undefined {
  const words = name.toLowerCase().split(/[^a-z0-9]+|(?<=test|check)(?=classes)/)
  if (/type-?check|check-?types/i.test(name)) return 'types'
  return words.map((word) => lookUp(SCRIPT_WORDS, word)).find((check) => check !== undefined)
}

const lookUp = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
