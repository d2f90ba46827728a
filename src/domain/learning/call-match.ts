import type { Command } from '../classification.ts'
import { commandWords } from './equivalents.ts'
import type { CommandName } from './named-calls.ts'

/** Where a command has the words that a rule names: their indices among its own, program first. */
export interface CommandMatch {
  readonly at: readonly [program: number, ...rest: number[]]
}

/** Finds the words that a rule names in a command, whether it is run directly or through a runner such as `npx`. */
export function matchOf(name: CommandName, command: Command): CommandMatch | undefined {
  const words = commandWords(command)
  for (const from of startsOf(words)) {
    const found = matchFrom(name, words, from)
    if (found !== undefined) return found
  }
  return undefined
}

/** Asks a program about itself, which does nothing that a rule could mean. */
export const asksForHelp = ({ args: [first = '', ...more] }: Command): boolean =>
  more.length === 0 && /^(?:--?version|--?help|-[vVh]|version|help)$/.test(first)

function matchFrom([program, ...rest]: CommandName, words: readonly string[], from: number): CommandMatch | undefined {
  const head = words[from] ?? ''
  if (!isSameProgram(program, head)) return undefined
  const operands = operandsOf(words, from)
  const at: [number, ...number[]] = [from]
  for (const word of rest) {
    const index = word.startsWith('-')
      ? words.findIndex((each, n) => n > from && (each === word || each.startsWith(`${word}=`)))
      : isSameWord(words[operands[0] ?? -1], word)
        ? operands.shift()
        : undefined
    if (index === undefined || index < 0) return undefined
    at.push(index)
  }
  return { at }
}

const isSameWord = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/** Versions of a program that a rule about one of them means, too. */
const VERSIONS: Readonly<Record<string, string>> = { pip3: 'pip', python3: 'python', egrep: 'grep', fgrep: 'grep' }

const isSameProgram = (named: string, found: string): boolean =>
  isSameWord(found, named.slice(named.lastIndexOf('/') + 1)) || isSameWord(VERSIONS[found.toLowerCase()], named)

/** The indices of subcommands and operands: what is no option, and no value of one that stands before a subcommand. */
function operandsOf(words: readonly string[], from: number): number[] {
  const valued = VALUED[words[from] ?? ''] ?? []
  const found: number[] = []
  for (let at = from + 1; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) found.push(at)
    else if (found.length === 0 && valued.includes(word)) at++
  }
  return found
}

/** Options with a value that a program takes before its subcommand. */
const VALUED: Readonly<Record<string, readonly string[]>> = {
  git: ['-C', '-c', '--git-dir', '--work-tree'],
  npm: ['--prefix', '-w', '--workspace'],
  pnpm: ['-C', '--dir', '--filter', '-F'],
  yarn: ['--cwd'],
  docker: ['--context', '-H'],
  'docker-compose': ['-f', '--file', '-p'],
  kubectl: ['-n', '--namespace', '--context'],
}

/** The indices where a program may be named: the first word, and what `python -m` or a runner runs. */
function startsOf(words: readonly string[]): readonly number[] {
  const [program = '', sub = ''] = words
  if (/^python3?$/.test(program)) return sub === '-m' ? [2, 0] : [0]
  const subs = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined
  if (subs === undefined || (subs.length > 0 && !subs.includes(sub))) return [0]
  let at = subs.length > 0 ? 2 : 1
  while (/^(?:-y|--yes|--)$/.test(words[at] ?? '')) at++
  return [0, at]
}

/** Programs that run another: after one of these subcommands, or at once. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  pnpx: [],
  bunx: [],
  uvx: [],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pipx: ['run'],
  bundle: ['exec'],
}
