import { limitsOf } from '../learning/meaning.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { RuleText } from './rule.ts'

/** Longer commands do more than show the rule. */
const LONGEST = 80

/** Commands that the agent ran in the sessions where a rule was taught: one that follows it, and one that breaks it. */
export function examplesOf(
  lesson: Lesson,
  events: readonly Pick<EventRecord, 'body' | 'input'>[],
): Pick<RuleText, 'right' | 'wrong'> {
  const { subject, object, polarity } = lesson
  // Nobody can tell whether a command falls under the rule
  if (limitsOf(lesson) !== '') return {}
  const commands = events.flatMap(({ body, input }) => (isShell(body) && input !== undefined ? [input.trim()] : []))
  const begins = (name: string | undefined) => {
    const word = name?.replaceAll('`', '').trim() ?? ''
    return word === '' ? undefined : commands.find((command) => isPrintable(command) && startsWith(command, word))
  }
  return object === undefined
    ? { [polarity === 'avoid' ? 'wrong' : 'right']: begins(subject) }
    : { right: begins(subject), wrong: begins(object) }
}

const startsWith = (command: string, word: string): boolean => command === word || command.startsWith(`${word} `)

/** On one line of plain characters, so that it cannot end the code span that shows it. */
const isPrintable = (command: string): boolean => command.length <= LONGEST && /^[\x20-\x5f\x61-\x7e]+$/.test(command)

const isShell = ({ act }: EventRecord['body']): boolean =>
  (act as { readonly kind?: unknown } | undefined)?.kind === 'shell'
