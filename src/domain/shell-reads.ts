import { absolutePath, looksLikeFile } from '@hindcast/text/paths.ts'
import type { Command } from './classification.ts'
import { verbAt } from './shell-git.ts'
import { targetsOf } from './shell-targets.ts'

/** Beyond this many files, a line is a listing rather than a read. */
const MAX_FILES = 20

/**
 * The files that a shell line reads: those it passes to programs that read or search, and redirected input. Follows
 * earlier `cd`s.
 */
export const filesReadBy = (commands: readonly Command[], cwd?: string): string[] =>
  namedFiles(commands, cwd, ({ program, args, reads = [] }) => [
    ...operands(program, args),
    ...reads.filter(looksLikeFile),
  ])

/** The files that a shell line writes, moves or deletes by name. Follows earlier `cd`s. */
export const filesWrittenBy = (commands: readonly Command[], cwd?: string): string[] =>
  namedFiles(commands, cwd, (command) => targetsOf(command).files)

/** Those that it deletes. */
export const filesDeletedBy = (commands: readonly Command[], cwd?: string): string[] =>
  filesWrittenBy(commands.filter(deletes), cwd)

const deletes = ({ program, args }: Command): boolean =>
  /^(?:rm|unlink|trash|shred)$/.test(program) || (program === 'git' && args[verbAt(args)] === 'rm')

/** The folder that a command runs in, after the `cd`s before it on its line. */
export const workingFolder = ({ folders = [] }: Command, cwd?: string): string | undefined =>
  folders.reduce(entered, cwd)

/** Whether every command is read-only. */
export function onlyLooks(commands: readonly Command[]): boolean {
  return commands.length > 0 && commands.every(({ program, args, writes }) => !writes && looks(program, args))
}

function namedFiles(
  commands: readonly Command[],
  cwd: string | undefined,
  filesOf: (command: Command) => readonly string[],
): string[] {
  const files = new Set<string>()
  for (const command of commands) {
    const folder = workingFolder(command, cwd)
    for (const file of filesOf(command)) files.add(absolutePath(file, folder))
    if (files.size >= MAX_FILES) break
  }
  return [...files].slice(0, MAX_FILES)
}

/** A host reports the folder after the command ran, so it may already include a relative `cd`. */
function entered(folder: string | undefined, to: string): string | undefined {
  if (to === '-' || to.startsWith('$')) return folder
  const there = absolutePath(to, folder)
  return folder !== undefined && !/^[/~.]/.test(to) && folder.endsWith(`/${to.replace(/\/+$/, '')}`) ? folder : there
}

function operands(program: string, args: readonly string[]): string[] {
  const reader = Object.hasOwn(READERS, program) ? READERS[program] : undefined
  if (reader === undefined || writesInPlace(program, args)) return []
  const words = args.filter((arg, at) => !arg.startsWith('-') && !reader.valued.includes(args[at - 1] ?? ''))
  const given = args.some((arg) => arg === '-e' || arg === '-f') ? 0 : reader.first
  return words.slice(given).filter(looksLikeFile)
}

const writesInPlace = (program: string, args: readonly string[]): boolean =>
  program === 'sed' && args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg))

function looks(program: string, args: readonly string[]): boolean {
  if (program === 'git') return LOOKING_GIT.has(args[verbAt(args)] ?? '')
  if (program === 'gh') return /^(view|list|diff|status|checks)$/.test(args[1] ?? '')
  if (program === 'sed') return !writesInPlace(program, args)
  if (program === 'find') return !args.some((arg) => /^-(delete|exec|execdir|ok)$/.test(arg))
  return LOOKING.has(program)
}

/** A program that reads: the index of its first file operand, and its options that take the next word as a value. */
interface Reader {
  readonly first: number
  readonly valued: readonly string[]
}

const WHOLE: Reader = { first: 0, valued: [] }
const PART: Reader = { first: 0, valued: ['-n', '-c'] }
const SCRIPT: Reader = { first: 1, valued: ['-e', '-f', '-F', '-v'] }
const SEARCH: Reader = {
  first: 1,
  valued: ['-A', '-B', '-C', '-m', '-e', '-f', '-g', '-t', '--include', '--exclude', '--glob', '--type'],
}
const READERS: Readonly<Record<string, Reader>> = {
  cat: WHOLE,
  bat: WHOLE,
  head: PART,
  tail: PART,
  less: WHOLE,
  more: WHOLE,
  nl: WHOLE,
  wc: WHOLE,
  diff: WHOLE,
  sed: SCRIPT,
  awk: SCRIPT,
  jq: SCRIPT,
  yq: SCRIPT,
  grep: SEARCH,
  egrep: SEARCH,
  fgrep: SEARCH,
  rg: SEARCH,
  ag: SEARCH,
  ack: SEARCH,
}

/** Programs that only read, or print what they are given. */
export const LOOKING: ReadonlySet<string> = new Set(
  `ls pwd cd echo printf cat bat head tail less more nl wc diff grep egrep fgrep rg ag ack fd tree stat file du df which
  whereis type whoami id uname hostname date env printenv sort uniq cut tr awk jq yq column basename dirname realpath
  readlink ps true false test [ [[ for read sleep seq comm paste rev tac xxd hexdump strings man`.split(/\s+/),
)

/** The subcommands of `git` that change nothing, as agents use them. */
export const LOOKING_GIT: ReadonlySet<string> = new Set(
  `status log diff show branch blame remote rev-parse rev-list ls-files ls-tree ls-remote describe config grep shortlog
  reflog cat-file merge-base name-rev for-each-ref show-ref worktree help`.split(/\s+/),
)
