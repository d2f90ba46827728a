import { quantity } from '@hindcast/text/phrases.ts'
import type { ContextItem } from '../effects.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { quotable, quote } from '../quote.ts'
import { when } from './times.ts'

/** The heading above the lines. */
export const LESSON_HEAD = 'What the user wants (id, last said):'
/** The heading above a line about the call that was just made. */
export const CALL_HEAD = 'What the user said about this call (id, last said):'
/** No rule has more characters: one that was cut could lose what limits it. */
const TEXT = 700
const COMMAND = 300

/** One line per lesson, in the words of the person who said it. */
export const lessonLines = (lessons: readonly Lesson[], now: number): ContextItem[] =>
  lessons.map((lesson) => ({
    text: `${lessonLine(lesson, now)}${often(lesson)}`,
    ids: [lesson.id],
    rank: (lesson.isPinned ? 2 : 0) + lesson.confidence,
    says: quotable(lesson.text),
    isPersons: true,
  }))

/** Tells the model how a call was changed, or which rule it does not follow. */
export const callLines = (lessons: readonly Lesson[], now: number, ran?: string): ContextItem[] =>
  lessons.map((lesson) => ({
    text: `${lessonLine(lesson, now)}${ran === undefined ? '' : `; so the call ran as ${quote(ran, COMMAND)}`}`,
    ids: [lesson.id],
    rank: lesson.confidence,
    isPersons: true,
  }))

const lessonLine = (lesson: Lesson, now: number): string =>
  `${lesson.id} ${when(lesson.at, now)}, ${lessonText(lesson, 'user')}`

/** How a lesson was taught: in words, by changing the agent's work, or by a command that worked. */
function lessonText({ type, text, subject, object = '' }: Lesson, who: 'user' | 'you'): string {
  if (type === 'recipe') return `${quote(subject, TEXT)} worked after ${quote(object, TEXT)} had failed`
  if (type === 'rule' || object === '') return `${who} said ${quote(text, TEXT)}`
  return `${who} changed ${quote(object, TEXT)} to ${quote(subject, TEXT)} in the agent's work`
}
const often = ({ sessions }: Lesson): string => (sessions > 1 ? `, in ${sessions} sessions` : '')

/** Tells the person what was learned just now, and how to take each rule back. */
export const lessonNote = (lessons: readonly Lesson[]): string =>
  `Hindcast learned: ${rules(lessons, 'undo', 'reject')}`

/** Tells the person what they keep saying, and how to make it a rule. */
export const proposalNote = (lessons: readonly Lesson[]): string =>
  `Hindcast noticed that you keep saying: ${rules(lessons, 'apply it', 'approve')}`

/** Tells the person which rule they took back, and how to restore it. */
export const withdrawalNote = (lessons: readonly Lesson[]): string =>
  `Hindcast no longer applies: ${rules(lessons, 'restore it', 'approve')}`

const rules = (lessons: readonly Lesson[], what: string, action: string): string =>
  lessons.map(({ id, text }) => `${quote(text, TEXT)} (to ${what}: \`hindcast lessons ${action} ${id}\`)`).join('; ')

/** Tells the person what earlier sessions taught: rules that apply, and what was said more than once. */
export function summaryNote(active: readonly Lesson[], repeated: readonly Lesson[]): string {
  const parts = [
    ...(active.length === 0 ? [] : [`${quantity(active.length, 'rule')} learned from earlier sessions`]),
    ...(repeated.length === 0 ? [] : [`${quantity(repeated.length, 'thing')} you said more than once`]),
  ]
  return `Hindcast: ${parts.join(', ')}; to see ${active.length + repeated.length === 1 ? 'it' : 'them'}, run \`hindcast lessons\``
}

/** Tells the person what ran in place of a command, why, and how to stop it. */
export const rewriteNote = (lessons: readonly Lesson[], before: string, after: string): string =>
  `Hindcast changed ${quote(before, COMMAND)} to ${quote(after, COMMAND)}, because ${reasons(lessons, (lesson) => lessonText(lesson, 'you'))}`

/** Tells the person that a call ran although a rule should have changed it or asked first; `isLate`: the answer was not ready. */
export const unheededNote = (lessons: readonly Lesson[], what: string, isLate: boolean): string => {
  const why = isLate ? 'Hindcast was not ready before it ran' : 'Hindcast was not asked before it ran'
  return `${quote(what, COMMAND)} ran against your rule (${why}): ${reasons(lessons, rule)}`
}

/** Asks the person about a call that breaks a rule. */
export const askReason = (lessons: readonly Lesson[], what: string, now: number): string => {
  const [first] = lessons
  const at = first === undefined ? '' : `, last said ${when(first.at, now)}`
  return `${quote(what, COMMAND)} breaks a rule of the user${at}: ${reasons(lessons, rule)}`
}

const rule = (lesson: Lesson): string =>
  lesson.type === 'rule' ? quote(lesson.text, TEXT) : lessonText(lesson, 'user')

const reasons = (lessons: readonly Lesson[], wordsOf: (lesson: Lesson) => string): string =>
  lessons.map((lesson) => `${wordsOf(lesson)} (to stop this: \`hindcast lessons reject ${lesson.id}\`)`).join('; ')
