import { dayUtc } from '../context/times.ts'
import { limitsOf } from '../learning/meaning.ts'
import { shorten } from '../memory/prose.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { quotable } from '../quote.ts'

/** A lesson as it is written into a file, with commands from its evidence that follow and break it. */
export interface RuleText {
  readonly lesson: Lesson
  /** When the user said just this, or changed the agent's work accordingly, and in which session; oldest first. */
  readonly said: readonly { readonly at: number; readonly session: string }[]
  readonly right?: string | undefined
  readonly wrong?: string | undefined
}

/** No rule has more characters: one that was cut could lose what limits it. */
const TEXT = 700
const NAME = 60

/** A person's words on one line of Markdown, in which nothing is a tag, an import of another file, or a heading. */
export const inline = (text: string, max = TEXT): string =>
  shorten(quotable(text), max).replace(/(?<=^|[\s(])@[^\s`]+/g, (name) => `\`${name}\``)

/** A rule as it is written: the person's words without how they opened and insisted, and a pair as an order. */
export function writtenRule({ text, subject, object }: Pick<Lesson, 'text' | 'subject' | 'object'>): string {
  const rule = text.trim().replace(OPENING, '').replace(CLOSING, '')
  const isBare = object !== undefined && rule.toLowerCase().startsWith(subject.toLowerCase())
  const said = isBare
    ? `Use ${/^\p{Lu}\p{Ll}/u.test(rule) ? rule.charAt(0).toLowerCase() + rule.slice(1) : rule}`
    : rule
  return inline(said === '' ? text : said.charAt(0).toUpperCase() + said.slice(1))
}

const OPENING =
  /^(?:(?:(?:no )*no|nope|nah|please|pls|ok|okay|hey|hi|btw|by the way|and|also|but|so|well|oh|ugh|hmm+|sorry|thanks|again|wait|stop|actually|fyi|note|reminder|wrong(?: again)?|(?:for the )?(?:second|third|fourth|fifth|nth|\d+th) time|i keep (?:telling|saying)(?: (?:you|it|this))?|how many times[^:]{0,40}(?=:)|undo (?:that|this|it)|(?:that|this)(?:'s| is| was) (?:wrong|not right)|(?:as|like) i said(?: before| already)?|i(?:'ve| have)?(?: already)? (?:told|asked) you(?: before| already| that| to)*|i(?:'ve| have)?(?: already)? said(?: it| this)?(?: before| already)?)[,:;!.…–—-]+\s*|(?:please|pls|and|also|btw|from now on|going forward|in (?:the )?future)[,:]?\s+)+/i
const CLOSING =
  /(?:[,;:–—-]+\s*(?:i(?:'ve| have)?(?: already)? (?:told|said|asked)[^,;]*|(?:as|like) i (?:told|said)[^,;]*|how (?:often|many times)[^,;]*)|[\s,;–—-]+(?:please|pls|thanks|thank you|thx|ok|okay|again))?[\s!?]*$/i

/** What a rule is about, in a few words; with all that limits it, in its own. */
export const ruleHeading = (lesson: Lesson): string => {
  const { subject, object, polarity } = lesson
  if (limitsOf(lesson) !== '' || subject === '') return writtenRule(lesson)
  if (object !== undefined) return inline(`${subject} instead of ${object}`, NAME)
  return inline(polarity === 'avoid' ? `no ${subject}` : subject, NAME)
}

/** How often and when the user said it, or changed the agent's work accordingly. */
export function reasonOf({ lesson: { type, learnedAt }, said }: RuleText): string {
  const [first, last] = [dayUtc(said[0]?.at ?? learnedAt), dayUtc(said.at(-1)?.at ?? learnedAt)]
  const did = type === 'insight' ? "made this change to the agent's work" : 'said so'
  return `the user ${did} ${timesSaid(said)} (${first === last ? first : `${first} to ${last}`})`
}

/** "3 times in 2 sessions" */
function timesSaid(said: RuleText['said']): string {
  const sessions = new Set(said.map(({ session }) => session)).size
  return `${said.length <= 1 ? 'once' : `${said.length} times`}${sessions > 1 ? ` in ${sessions} sessions` : ''}`
}

/** A confidence in percent, never rounded up to certainty. */
export const percent = (confidence: number): string => `${confidence >= 1 ? 100 : Math.floor(confidence * 100)}%`

/** The examples of a rule, as list items; none if its evidence holds none. */
export const examplesIn = ({ right, wrong }: RuleText): readonly string[] => [
  ...(right === undefined ? [] : [`- ✅ \`${right}\``]),
  ...(wrong === undefined ? [] : [`- ❌ \`${wrong}\``]),
]
