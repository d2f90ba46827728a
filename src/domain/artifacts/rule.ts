import { dayUtc } from '../context/times.ts'
import { shorten } from '../memory/prose.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { quotable } from '../quote.ts'

/** A lesson as it is written into a file, with commands from its evidence that follow and break it. */
export interface RuleText {
  readonly lesson: Lesson
  /** When the user said it, oldest first. */
  readonly said: readonly number[]
  readonly right?: string | undefined
  readonly wrong?: string | undefined
}

/** Rules and skills are read in full by every session, so they are short. */
const TEXT = 300
const NAME = 60

/** A person's words on one line of Markdown, in which nothing is a tag, an import of another file, or a heading. */
export const inline = (text: string, max = TEXT): string =>
  shorten(quotable(text), max).replace(/(?<=^|[\s(])@[^\s`]+/g, (name) => `\`${name}\``)

/** What a rule is about, in a few words. */
export const ruleHeading = ({ subject, object, polarity, text }: Lesson): string => {
  if (object !== undefined) return inline(`${subject} instead of ${object}`, NAME)
  return inline(subject === '' ? text : polarity === 'avoid' ? `no ${subject}` : subject, NAME)
}

/** How often and when the user said it, or changed the agent's work accordingly. */
export function reasonOf({ lesson: { type, support, sessions, learnedAt }, said }: RuleText): string {
  const times = support <= 1 ? 'once' : `${support} times`
  const where = sessions > 1 ? ` in ${sessions} sessions` : ''
  const [first, last] = [dayUtc(said[0] ?? learnedAt), dayUtc(said.at(-1) ?? learnedAt)]
  const did = type === 'insight' ? "made this change to the agent's work" : 'said so'
  return `the user ${did} ${times}${where} (${first === last ? first : `${first} to ${last}`})`
}

/** A confidence in percent, never rounded up to certainty. */
export const percent = (confidence: number): string => `${confidence >= 1 ? 100 : Math.floor(confidence * 100)}%`

/** The examples of a rule, as list items; none if its evidence holds none. */
export const examplesIn = ({ right, wrong }: RuleText): readonly string[] => [
  ...(right === undefined ? [] : [`- ✅ \`${right}\``]),
  ...(wrong === undefined ? [] : [`- ❌ \`${wrong}\``]),
]
