import { behaviour, on } from '../../domain/behaviour.ts'
import { LESSON_HEAD, lessonLines } from '../../domain/context/lesson-lines.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'

/** Above everything else that a session starts with. */
const RANK = 90
/** The most lessons told at a session's start. */
const MOST = 5

const isActive = ({ state }: Lesson): boolean => state === 'active'

/** Tells a session what the user wants, before anything else. */
export default behaviour({
  name: 'apply',
  summary: 'When a session starts: tells the agent the rules that you taught it, unless its instructions contain them.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      budgetMs: 60,
      onFailure: 'pass',
      answers: ['context'],
      needs: ({ project }) =>
        ({
          settings: { fact: 'settings' },
          lessons: { fact: 'lessons', project },
          instructions: { fact: 'instructions', project },
        }) as const,
      decide: ({ at }, { settings, lessons, instructions }) => {
        const items = settings.learn.enabled ? lessonLines(lessons.filter(isActive), at) : []
        if (items.length === 0) return []
        const heard = { texts: instructions }
        return [{ kind: 'context', type: 'reminder', rank: RANK, head: LESSON_HEAD, items, most: MOST, heard }]
      },
    }),
  ],
})
