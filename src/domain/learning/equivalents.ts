import type { Command } from '../classification.ts'
import type { CommandName } from './named-calls.ts'

/** A word of the new command: a literal, or the index of a word in the original command. */
export type Piece = string | number

/**
 * The same command by another program, where the two are known to do the same with these words; undefined otherwise.
 * `words`: the command's own, program first. What each row rests on is written beside it.
 */
export function equivalentOf(to: CommandName, from: string, words: readonly string[]): readonly Piece[] | undefined {
  const [program, second, third] = to
  if (program === 'uv' && (second === undefined || second === 'pip') && from === 'pip') {
    const sub = words.findIndex((word) => word !== 'pip' && word !== 'pip3' && !PYTHON.has(word) && word !== '-m')
    return third === undefined || third === words[sub] ? uvPip(words, sub) : undefined
  }
  const isRenamed = to.join(' ') === RENAMED[from]
  if (isRenamed && words[0] === from) return [...to, ...words.slice(1).map((_, at) => at + 1)]
  if (second !== undefined) return undefined
  const [target, source] = [managerOf(program), managerOf(from)]
  return target && source && words[0] === from ? managed(program, target, source, words) : undefined
}

const PYTHON = new Set(['python', 'python3'])

/** Programs that take the same words under another name: Docker's own migration page; PEP 394. */
const RENAMED: Readonly<Record<string, string>> = {
  'docker-compose': 'docker compose',
  python: 'python3',
  pip: 'pip3',
}

/**
 * Subcommands of `pip` that `uv pip` has under the same name, with the options that both have (uv's page "Compatibility
 * with pip"). `valued` take the next word; an option is written as uv spells it.
 */
const UV_PIP: Readonly<Record<string, { readonly plain: Spellings; readonly valued: Spellings }>> = {
  install: {
    plain: { '-U': '-U', '--upgrade': '--upgrade', '-q': '-q', '--quiet': '--quiet', '--no-deps': '--no-deps' },
    valued: { '-r': '-r', '--requirement': '-r', '-e': '-e', '--editable': '-e', '-c': '-c', '--constraint': '-c' },
  },
  uninstall: { plain: {}, valued: { '-r': '-r', '--requirement': '-r' } },
  list: { plain: {}, valued: {} },
  freeze: { plain: {}, valued: {} },
  show: { plain: {}, valued: {} },
  check: { plain: {}, valued: {} },
}

type Spellings = Readonly<Record<string, string>>

function uvPip(words: readonly string[], sub: number): readonly Piece[] | undefined {
  const name = words[sub] ?? ''
  const options = Object.hasOwn(UV_PIP, name) ? UV_PIP[name] : undefined
  if (options === undefined || !isPip(words.slice(0, sub))) return undefined
  const pieces: Piece[] = []
  for (let at = sub + 1; at < words.length; at++) {
    const word = words[at] ?? ''
    const spelled = options.valued[word] ?? options.plain[word]
    if (word.startsWith('-') ? spelled === undefined : !isCertain(word)) return undefined
    pieces.push(spelled ?? at)
    if (!Object.hasOwn(options.valued, word)) continue
    at++
    if (!isCertain(words[at] ?? '')) return undefined
    pieces.push(at)
  }
  return ['uv', 'pip', name, ...pieces]
}

const isPip = (words: readonly string[]): boolean => /^(?:pip3?|python3? -m pip)$/.test(words.join(' '))

/** A word that the shell passes on as it stands, and that is no option. */
const isCertain = (word: string): boolean => word !== '' && !/^-|[$`*?{}\\]/.test(word)

/** What package managers of Node do alike, each with its spellings: all are read, the first is written. */
interface Manager {
  readonly install: readonly string[]
  /** With the locked versions only. */
  readonly frozen: readonly string[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly run: readonly string[]
  readonly test: readonly string[]
  readonly start: readonly string[]
  /** The option of `add` for a dependency of development. */
  readonly dev: readonly string[]
}

/**
 * From each manager's reference of its commands. `bun test` is its own test runner, not the script; Yarn spells `frozen`
 * differently in its two lines.
 */
const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    install: ['install', 'i'],
    frozen: ['ci'],
    add: ['install', 'i', 'add'],
    remove: ['uninstall', 'remove', 'rm'],
    run: ['run', 'run-script'],
    test: ['test', 't'],
    start: ['start'],
    dev: ['--save-dev', '-D'],
  },
  pnpm: {
    install: ['install', 'i'],
    frozen: ['install --frozen-lockfile'],
    add: ['add'],
    remove: ['remove', 'rm', 'uninstall'],
    run: ['run'],
    test: ['test', 't'],
    start: ['start'],
    dev: ['--save-dev', '-D'],
  },
  yarn: {
    install: ['install', ''],
    frozen: [],
    add: ['add'],
    remove: ['remove'],
    run: ['run'],
    test: ['test'],
    start: ['start'],
    dev: ['--dev', '-D'],
  },
  bun: {
    install: ['install', 'i'],
    frozen: ['install --frozen-lockfile'],
    add: ['add'],
    remove: ['remove', 'rm'],
    run: ['run'],
    test: ['run test'],
    start: ['run start'],
    dev: ['--dev', '-d'],
  },
}

const managerOf = (program: string): Manager | undefined =>
  Object.hasOwn(MANAGERS, program) ? MANAGERS[program] : undefined

/** What each takes besides its own words. */
const TAKES: Readonly<Record<Exclude<keyof Manager, 'dev'>, (operands: readonly string[]) => boolean>> = {
  test: (operands) => operands.length === 0,
  start: (operands) => operands.length === 0,
  frozen: (operands) => operands.length === 0,
  install: (operands) => operands.length === 0,
  add: (operands) => operands.length > 0 && operands.every(isPackage),
  remove: (operands) => operands.length > 0 && operands.every(isPackage),
  run: ([script = '', ...more]) => more.length === 0 && /^[\w:.-]+$/.test(script),
}

/** A package by its name, with a version or without. */
const isPackage = (word: string): boolean => /^(?:@[\w.-]+\/)?\w[\w.-]*(?:@[\w.^~-]+)?$/.test(word)

function managed(
  program: string,
  target: Manager,
  source: Manager,
  words: readonly string[],
): readonly Piece[] | undefined {
  for (const does of Object.keys(TAKES) as (keyof typeof TAKES)[])
    for (const spelling of source[does]) {
      const own = spelling === '' ? [] : spelling.split(' ')
      if (!own.every((word, at) => words[at + 1] === word)) continue
      const rest = words.map((_, at) => at).slice(own.length + 1)
      const isDev = (at: number) => does === 'add' && source.dev.includes(words[at] ?? '')
      const operands = rest.filter((at) => !isDev(at))
      const [written] = target[does]
      if (written === undefined || !TAKES[does](operands.map((at) => words[at] ?? ''))) continue
      const spelled = written === '' ? [] : written.split(' ')
      return [program, ...spelled, ...rest.map((at): Piece => (isDev(at) ? (target.dev[0] ?? '') : at))]
    }
  return undefined
}

/** The words of a command, program first. */
export const commandWords = ({ program, args }: Command): readonly string[] => [program, ...args]
