import { baseName } from '@hindcast/text/paths.ts'
import type { Check, Command } from '../classification.ts'

/**
 * Whether a checker that says nothing when it finds nothing said nothing, and whatever it might have said would be seen.
 * So `tsc --noEmit | head -20` without output is a pass, though its exit status is lost.
 */
export function isSilentPass(line: string, commands: readonly Command[], run: Silenced, text: string): boolean {
  if (run.check === 'test' || run.command.writes !== undefined || HIDES.test(line)) return false
  if (!commands.every((command) => command === run.command || showsAll(command))) return false
  const lines = text.split('\n').filter((one) => one.trim() !== '' && !YARN.test(one))
  const echoed = lines.map((one) => ECHO.exec(one)?.[1])
  if (echoed.includes(undefined)) return false
  const last = echoed.at(-1)
  return isSilent(last === undefined ? [run.command.program, ...run.command.args] : last.trim().split(/\s+/))
}

/** A run, as far as silence goes. */
interface Silenced {
  readonly check: Check
  readonly command: Command
}

/** It may have been stopped, or its words went elsewhere. */
const HIDES = /\btimeout\b|\/dev\/null|\bgrep\b|&\s*$/
const SHOWS_ALL = new Set('cd pushd export source . set pwd true : cat tee echo'.split(' '))

/** Checkers print blank lines before and after what they found, so a line or two prove nothing. */
const MIN_LINES = 5
const showsAll = ({ program, args }: Command): boolean =>
  SHOWS_ALL.has(program) ||
  (/^(?:head|tail)$/.test(program) && Number(/\d+/.exec(args.join(' '))?.[0] ?? 10) >= MIN_LINES)

/** What package managers and task runners print of the script that they run: `$ tsc`, `> tsc`, `[types] $ tsc`. */
const ECHO = /^(?:\[[\w:.-]{1,60}\] )?[$>] ([^\n]*)$/
const YARN = /^(?:yarn run v|Done in )[\d.]+/

function isSilent(words: readonly string[]): boolean {
  const rest = RUNS.has(words[0] ?? '') ? words.slice(1).filter((word) => !/^(?:exec|run|-\S*)$/.test(word)) : words
  const [program = '', verb = ''] = rest
  return SILENT.has(baseName(program)) || SILENT_VERBS.has(`${baseName(program)} ${verb}`)
}

const RUNS = new Set('npx bunx pnpm yarn uv poetry bundle'.split(' '))
const SILENT = new Set(
  `tsc vue-tsc gofmt goimports gofumpt eslint flake8 pycodestyle pyflakes shellcheck yamllint staticcheck stylelint
  actionlint hadolint rustfmt javac rustc gcc g++ cc clang clang++`.split(/\s+/),
)
const SILENT_VERBS = new Set(['go build', 'go vet', 'cargo fmt', 'terraform fmt', 'tofu fmt'])
