import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
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

/** A person's "Use uv, not pip" in session s1. */
export const aSignal = (over: Partial<Signal> = {}): Signal => ({
  id: 'g_1',
  session: 's1',
  project: 'p1',
  at: T0,
  type: 'correction',
  quote: 'Use uv, not pip',
  polarity: 'do',
  subject: 'uv',
  object: 'pip',
  reach: 'unsaid',
  hasHorizon: false,
  confidence: 0.8,
  by: 'person',
  evidence: ['p_1', 'e_1'],
  ...over,
})
