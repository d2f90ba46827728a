import type { ContextItem } from '../effects.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { quotable, quote } from './quote.ts'
import { when } from './times.ts'

/** The heading above the lines. */
export const LESSON_HEAD = 'What the user wants (id, last said):'
const TEXT = 200

/** One line per lesson, in the words of the person who said it. */
export const lessonLines = (lessons: readonly Lesson[], now: number): ContextItem[] =>
  lessons.map((lesson) => ({
    text: `${lesson.id} ${when(lesson.at, now)}, user said ${quote(lesson.text, TEXT)}${often(lesson)}`,
    ids: [lesson.id],
    rank: (lesson.isPinned ? 2 : 0) + lesson.confidence,
    says: quotable(lesson.text),
    isPersons: true,
  }))

const often = ({ sessions }: Lesson): string => (sessions > 1 ? `, in ${sessions} sessions` : '')

/** Tells the person what was learned just now, and how to take it back. */
export function lessonNote(lessons: readonly Lesson[]): string {
  const [first] = lessons
  const rules = lessons.map(({ text }) => quote(text, TEXT)).join('; ')
  return first === undefined ? '' : `Hindcast learned: ${rules} (to undo: \`hindcast lessons reject ${first.id}\`)`
}
