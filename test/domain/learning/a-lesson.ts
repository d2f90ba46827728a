import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import { T0 } from '../samples.ts'

/** An active rule of project p1. */
export const aLesson = (over: Partial<Lesson> = {}): Lesson => ({
  id: 'l_1',
  project: 'p1',
  at: T0,
  learnedAt: T0,
  type: 'rule',
  text: 'Use uv, not pip',
  polarity: 'do',
  subject: 'uv',
  scope: 'project',
  state: 'active',
  isPinned: false,
  confidence: 0.95,
  support: 3,
  sessions: 3,
  contra: 0,
  followed: 0,
  violated: 0,
  evidence: ['g_1'],
  ...over,
})
