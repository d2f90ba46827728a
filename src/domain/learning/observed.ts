import type { Command } from '../classification.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Prompt } from '../nouns/prompt.ts'
import { commandsOf } from '../shell.ts'
import { asksForHelp, matchOf } from './call-match.ts'
import { commandWords } from './equivalents.ts'
import { type CommandName, callRuleOf } from './named-calls.ts'
import { isRule } from './settling.ts'

/** How many shell calls later a command may still be the one that was made in place of a stopped or corrected one. */
const CALLS = 6
/** The newest pairs that a lesson keeps. */
const MOST_PAIRS = 20
/** A longer line is a script, which no later call repeats. */
const MAX_LINE = 400
/** A word without quotes or expansions, which can be copied into another command line. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** What a lesson is known to replace a command by, word for word; undefined if that was never observed. */
export const observedInstead = ({ observed = [] }: Lesson, command: Command): string | undefined =>
  observed.map((pair) => pair.split('\n')).find(([before]) => before === commandWords(command).join(' '))?.[1]

/**
 * The lessons for which a session shows how to do what they ask: a command that breaks one was refused, failed or was
 * corrected, and then a command that follows it worked. That the two are the same task is certain only if a person named the
 * second, or if nothing but the names and one subcommand differ. `events` oldest first. Pure.
 */
export function observedIn(
  events: readonly EventRecord[],
  prompts: readonly Prompt[],
  lessons: readonly Lesson[],
): readonly Lesson[] {
  const steps = events.flatMap((event) => stepOf(event) ?? [])
  return lessons.flatMap((lesson) => {
    const known = lesson.observed ?? []
    const found = pairsFor(lesson, steps, prompts).map((pair) => pair.map((words) => words.join(' ')).join('\n'))
    const isOther = (pair: string) => !found.some((one) => beforeIn(one) === beforeIn(pair))
    const observed = [...new Set([...known.filter(isOther), ...found])].slice(-MOST_PAIRS)
    return observed.join() === known.join() ? [] : [{ ...lesson, observed }]
  })
}

const beforeIn = (pair: string): string | undefined => pair.split('\n')[0]

/** A shell call of a session. */
interface Step {
  readonly event: EventRecord
  readonly commands: readonly Command[]
}

function stepOf(event: EventRecord): Step | undefined {
  const { kind } = (event.body.act ?? {}) as { readonly kind?: string }
  const line = event.input ?? ''
  return kind === 'shell' && line.length <= MAX_LINE ? { event, commands: commandsOf(line) } : undefined
}

type Words = readonly string[]
type Pair = readonly [before: Words, after: Words]

function pairsFor(lesson: Lesson, steps: readonly Step[], prompts: readonly Prompt[]): readonly Pair[] {
  const rule = LIVE.has(lesson.state) && isRule(lesson) ? callRuleOf(lesson) : undefined
  const { preferred, avoided } = rule ?? {}
  if (preferred?.kind !== 'command' || avoided?.kind !== 'command' || rule?.isConditional) return []
  const restOf = (command: Command, name: CommandName): Words | undefined => {
    const at = asksForHelp(command) ? undefined : matchOf(name, command)?.at
    return at && commandWords(command).filter((_, n) => !at.includes(n))
  }
  const follows = (command: Command) => restOf(command, preferred.words) !== undefined
  const breaks = (command: Command) => !follows(command) && restOf(command, avoided.words) !== undefined
  return steps.flatMap((broken, at): Pair[] => {
    const before = onlyOne(broken.commands.filter(breaks))
    const next = steps
      .slice(at + 1, at + 1 + CALLS)
      .filter(({ event }) => event.agentId === broken.event.agentId)
      .find(({ commands }) => commands.some((each) => breaks(each) || follows(each)))
    const after = next?.event.outcome === 'ok' ? onlyOne(next.commands.filter(follows)) : undefined
    if (before === undefined || next === undefined || after === undefined || next.commands.some(breaks)) return []
    const said = saidBetween(broken.event, next.event, prompts)
    if (said.length === 0 && !STOPPED.has(broken.event.outcome ?? '')) return []
    const pair: Pair = [commandWords(before), commandWords(after)]
    const rests = [restOf(before, avoided.words) ?? [], restOf(after, preferred.words) ?? []] as const
    const isCertain = said.some((text) => isNamedIn(text, pair[1])) || isSameTask(...rests)
    return isCertain && pair.flat().every((word) => PLAIN.test(word)) ? [pair] : []
  })
}

const LIVE: ReadonlySet<Lesson['state']> = new Set(['active', 'candidate'])
const STOPPED: ReadonlySet<string> = new Set(['failed', 'denied', 'interrupted'])

const onlyOne = <T>(some: readonly T[]): T | undefined => (some.length === 1 ? some[0] : undefined)

/** What a person said to a call, or between it and a later one. */
function saidBetween(one: EventRecord, other: EventRecord, prompts: readonly Prompt[]): readonly string[] {
  const between = prompts.filter(({ at, origin }) => origin !== 'machine' && at > one.at && at <= other.at)
  const { said } = one.body
  return [...(typeof said === 'string' && said !== '' ? [said] : []), ...between.map(({ text }) => text)]
}

/** Nothing but the names of the two, and at most one subcommand, is different. */
const isSameTask = (before: Words, after: Words): boolean =>
  before.length > 0 &&
  before.length === after.length &&
  before.every((word, at) => word === after[at] || (at === 0 && before.length > 1))

/** Whether a text asks for a command of at least two words, in full. */
function isNamedIn(text: string, words: Words): boolean {
  const full = words.map((word) => word.replace(/\W/g, '\\$&')).join('\\s+')
  const found = words.length < 2 ? null : new RegExp(`(?<![\\w-])${full}(?![\\w-])`).exec(text)
  return found !== null && !NEGATED.test(text.slice(0, found.index))
}

/** A negation that speaks of what comes right after it. */
const NEGATED = /(?:\b(?:not|never|no|without|avoid|stop|than|instead of)|n['’]t)\b[^.,;:!?]*$/i
