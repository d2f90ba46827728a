import { relativePath } from '@hindcast/text/paths.ts'
import type { Classification, Command } from '../classification.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { commandsOf } from '../shell.ts'
import { onlyLooks } from '../shell-reads.ts'
import type { Act } from '../tool.ts'
import { editOf, type LineEdit } from './call-edits.ts'
import { asksForHelp, matchOf } from './call-match.ts'
import { commandWords } from './equivalents.ts'
import { contradicts } from './meaning.ts'
import { type CallRule, callRuleOf, type NamedCall } from './named-calls.ts'
import { observedInstead } from './observed.ts'
import { inForce } from './settling.ts'

/** A rule that a call breaks. */
export interface BrokenRule {
  readonly lesson: Lesson
  /** The command or tool that breaks it, in short. */
  readonly what: string
  /** The call only reads, or the rule has a condition that the call does not show, so nobody needs to be asked. */
  readonly isMild: boolean
  /** How much of the call the rule names, which is how likely it is meant: 0.6 to 0.8. */
  readonly confidence: number
}

/** What the active lessons say about a call. */
export interface CallVerdict {
  readonly followed: readonly Lesson[]
  readonly broken: readonly BrokenRule[]
  /** The shell line that breaks none of them and does the same, if that is certain. */
  readonly instead?: string | undefined
}

/** Marks a lesson that a call of this session broke and yet ran, so that nobody is asked again. */
export const brokenMark = (lesson: string): string => `ran against ${lesson}`

/** A tool call, as events carry it. */
interface Call extends Place {
  readonly act: Act
  readonly classification: Pick<Classification, 'commands'>
}

/** Where a call is made. */
interface Place {
  readonly project: string
  readonly cwd?: string | undefined
  readonly worktree?: string | undefined
}

/** Holds a call against those of these lessons that are in force where it is made. Pure. */
export function checkCall(call: Call, lessons: readonly Lesson[]): CallVerdict {
  const { act, classification } = call
  const { commands } = classification
  const rules = inPlace(lessons, call)
  if (rules.length === 0) return NOTHING
  if (act.kind === 'shell') return checkLine(act.command, commands, rules)
  const followed = rules.filter(({ preferred }) => preferred && isTool(preferred, act))
  const broken = rules.filter((rule) => !followed.includes(rule) && rule.avoided && isTool(rule.avoided, act))
  return {
    followed: followed.map(({ lesson }) => lesson),
    broken: broken.map(({ lesson, isConditional }) => ({
      lesson,
      what: act.kind === 'mcp' ? `${act.server}.${act.method}` : (TOOL_NAMES[act.kind] ?? act.kind),
      isMild: isConditional,
      confidence: TOOL_CONFIDENCE,
    })),
  }
}

const NOTHING: CallVerdict = { followed: [], broken: [] }
const TOOL_CONFIDENCE = 0.7
const TOOL_NAMES: Readonly<Partial<Record<Act['kind'], string>>> = { agent: 'a subagent', web: 'a web request' }

/**
 * The rules in force in a folder; its own are exceptions to those of the project. A rule with an exception in another folder
 * is conditional, because the call may go there.
 */
function inPlace(lessons: readonly Lesson[], { project, cwd = '', worktree }: Place): readonly CallRule[] {
  const here = `${relativePath(cwd, worktree)}/`
  const all = inForce(lessons, project)
  const isHere = ({ folder }: Lesson) => folder === undefined || here.startsWith(`${folder}/`)
  const narrow = all.filter(({ folder }) => folder !== undefined)
  return all.filter(isHere).flatMap((lesson) => {
    const against = lesson.folder === undefined ? narrow.filter((other) => contradicts(other, lesson)) : []
    const rule = against.some(isHere) ? undefined : callRuleOf(lesson)
    return rule === undefined ? [] : against.length > 0 ? [{ ...rule, isConditional: true }] : [rule]
  })
}

function isTool(named: NamedCall, act: Act): boolean {
  if (named.kind === 'subagent') return act.kind === 'agent'
  if (named.kind === 'mcp') return act.kind === 'mcp' && act.server.toLowerCase() === named.server
  if (named.kind !== 'web' || act.kind !== 'web') return false
  return named.of === 'both' || (named.of === 'page') === /^https?:/i.test(act.target)
}

interface BrokenCommand {
  readonly rule: CallRule
  readonly command: Command
  readonly words: number
  readonly edit: LineEdit | undefined
}

function checkLine(line: string, commands: readonly Command[], rules: readonly CallRule[]): CallVerdict {
  const followed = rules.filter(({ preferred }) => commands.some((command) => isCommand(preferred, command)))
  const broken = rules.flatMap((rule) => commands.flatMap((command) => brokenBy(line, command, rule) ?? []))
  const verdict: CallVerdict = {
    followed: followed.flatMap(({ lesson }) => (broken.some(({ rule }) => rule.lesson === lesson) ? [] : [lesson])),
    broken: rules.flatMap(({ lesson }) => {
      const [worst, ...more] = broken.filter(({ rule }) => rule.lesson === lesson)
      return worst === undefined ? [] : [toldOf(worst, [worst, ...more])]
    }),
  }
  const instead = broken.length === 0 ? undefined : rewrittenLine(line, commands, broken, rules)
  return instead === undefined ? verdict : { ...verdict, instead }
}

const isCommand = (named: NamedCall | undefined, command: Command): boolean =>
  named?.kind === 'command' && !asksForHelp(command) && matchOf(named.words, command) !== undefined

function brokenBy(line: string, command: Command, rule: CallRule): BrokenCommand | undefined {
  const { preferred, avoided, isConditional } = rule
  if (avoided?.kind !== 'command' || asksForHelp(command) || isCommand(preferred, command)) return undefined
  const match = matchOf(avoided.words, command)
  if (match === undefined) return undefined
  const isExact = preferred?.kind === 'command' && !isConditional
  const observed = observedInstead(rule.lesson, command)
  const edit = isExact ? editOf(preferred.words, avoided.words, { line, command, match, observed }) : undefined
  return { rule, command, words: avoided.words.length, edit }
}

const SHOWN_WORDS = 6

function toldOf({ rule, command, words }: BrokenCommand, all: readonly BrokenCommand[]): BrokenRule {
  return {
    lesson: rule.lesson,
    what: commandWords(command).slice(0, SHOWN_WORDS).join(' '),
    isMild: rule.isConditional || onlyLooks(all.map((each) => each.command)),
    confidence: rule.isConditional ? 0.6 : words > 1 ? 0.8 : 0.7,
  }
}

/** The line with each broken command replaced; undefined if one cannot be, or if the result is not what it should be. */
function rewrittenLine(
  line: string,
  commands: readonly Command[],
  broken: readonly BrokenCommand[],
  rules: readonly CallRule[],
): string | undefined {
  const edits = new Map<string, LineEdit>()
  for (const { edit } of broken) {
    if (edit === undefined) return undefined
    edits.set(JSON.stringify(edit), edit)
  }
  const inOrder = [...edits.values()].sort((a, b) => b.from - a.from)
  if (inOrder.some(({ to }, at) => at > 0 && to > (inOrder[at - 1]?.from ?? 0))) return undefined
  const next = inOrder.reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), line)
  const parsed = commandsOf(next)
  const changed = new Set(broken.map(({ command }) => command))
  const isKept = (command: Command, at: number) =>
    changed.has(command) || commandWords(command).join('\0') === commandWords(parsed[at] as Command).join('\0')
  const isMeant = parsed.length === commands.length && commands.every(isKept)
  return isMeant && !parsed.some((command) => rules.some((rule) => brokenBy(next, command, rule))) ? next : undefined
}
