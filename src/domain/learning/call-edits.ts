import type { Command, Span } from '../classification.ts'
import type { CommandMatch } from './call-match.ts'
import { commandWords, equivalentOf } from './equivalents.ts'
import type { CommandName } from './named-calls.ts'

/** A change to a line. */
export interface LineEdit extends Span {
  readonly text: string
}

/** A command that breaks a rule, in the line where it stands. */
interface Broken {
  readonly line: string
  readonly command: Command
  readonly match: CommandMatch
  /** What was seen to work in place of exactly this command. */
  readonly observed: string | undefined
}

/**
 * How to turn a command that a rule forbids into the one that it prefers; undefined unless that is certain: it was observed
 * for this very command, is in the documented table of equivalents, or the person named both in full.
 */
export function editOf(preferred: CommandName, avoided: CommandName, broken: Broken): LineEdit | undefined {
  const { line, command, observed } = broken
  if (!isWrittenPlainly(broken)) return undefined
  if (observed !== undefined) return { ...commandSpan(command), text: observed }
  const words = commandWords(command)
  const pieces = equivalentOf(preferred, avoided[0].toLowerCase(), words)
  const texts = wordTexts(line, command)
  if (pieces !== undefined)
    return {
      ...commandSpan(command),
      text: pieces.map((each) => (typeof each === 'string' ? each : texts[each])).join(' '),
    }
  return preferred[0] === 'uv' && preferred[1] === 'pip' ? undefined : fullForm(preferred, avoided, broken)
}

/**
 * Whether nothing about the command's surroundings speaks to the program that it names: its own settings before it, or
 * another user; and whether it is written as it is called.
 */
function isWrittenPlainly({ line, command, match }: Broken): boolean {
  const { source, program } = command
  if (source === undefined) return false
  const before =
    line
      .slice(0, source.from)
      .split(/[;&|(\n]/)
      .at(-1) ?? ''
  const own = new RegExp(`\\b${program.replace(/\W/g, '')}_`, 'i')
  const texts = wordTexts(line, command)
  return (
    !/\b(?:sudo|doas)\b/.test(before) &&
    !own.test(before) &&
    match.at.every((at) => texts[at] === commandWords(command)[at])
  )
}

const wordTexts = (line: string, { source }: Command): readonly string[] =>
  (source?.words ?? []).map(({ from, to }) => line.slice(from, to))

const commandSpan = ({ source }: Command): Span => ({ from: source?.from ?? 0, to: source?.to ?? 0 })

/** "use `uv run pytest`, not `pytest`", "`make lint` instead of `npm run lint`": the person said how, in full. */
function fullForm(preferred: CommandName, avoided: CommandName, broken: Broken): LineEdit | undefined {
  const { command, match } = broken
  const spans = command.source?.words ?? []
  const changed = differingOption(preferred, avoided)
  if (changed !== undefined) {
    const span = spans[match.at[changed] ?? -1]
    return span && commandWords(command)[match.at[changed] ?? -1] === avoided[changed]
      ? { ...span, text: preferred[changed] ?? '' }
      : undefined
  }
  const isLeading = match.at.every((at, n) => at === n)
  const [first, last] = [spans[0], spans[avoided.length - 1]]
  if (!isLeading || first === undefined || last === undefined) return undefined
  const edit = { from: first.from, to: last.to, text: preferred.join(' ') }
  const rest = commandWords(command).slice(avoided.length)
  const isWrapped = preferred.length > avoided.length && ends(preferred, avoided) && preferred[0] !== avoided[0]
  if (isWrapped) return edit
  if (avoided.length < 2 || preferred.length < 2) return undefined
  const isSamePlace = rest.length === 0 || (INSTALLS.has(preferred[1] ?? '') && INSTALLS.has(avoided[1] ?? ''))
  return isSamePlace && rest.every((word) => PACKAGE.test(word)) ? edit : undefined
}

const ends = (long: CommandName, short: CommandName): boolean =>
  long.slice(-short.length).join(' ').toLowerCase() === short.join(' ').toLowerCase()

/** Subcommands that take names of packages, so that one can take another's. */
const INSTALLS = new Set('install i add remove rm uninstall update upgrade'.split(' '))
const PACKAGE = /^(?:@[\w.-]+\/)?\w[\w.-]*(?:\[[\w,-]+\])?$/

/** The position of the only word in which two forms of a command differ, if it is an option in both. */
function differingOption(one: CommandName, other: CommandName): number | undefined {
  if (one.length !== other.length) return undefined
  const differing = one.flatMap((word, at) => (word === other[at] ? [] : [at]))
  const [at] = differing
  const isOption = at !== undefined && one[at]?.startsWith('-') === true && other[at]?.startsWith('-') === true
  return differing.length === 1 && isOption ? at : undefined
}
