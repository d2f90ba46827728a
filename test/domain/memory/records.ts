import type { Observation } from '../../../src/domain/nouns/observation.ts'
import type { Summary } from '../../../src/domain/nouns/summary.ts'
import { T0 } from '../samples.ts'

/** A typical observation, with the given fields. */
export const observationOf = (given: Partial<Observation> = {}): Observation => ({
  id: 'o_0',
  session: 'earlier',
  project: 'p1',
  at: T0,
  type: 'bugfix',
  title: 'Fix the parser',
  narrative: 'It lost the last element.',
  facts: [],
  concepts: [],
  filesRead: [],
  filesModified: [],
  evidence: ['e_1'],
  ...given,
})

/** A typical summary, with the given fields. */
export const summaryOf = (given: Partial<Summary> = {}): Summary => ({
  id: 'm_0',
  session: 'earlier',
  project: 'p1',
  at: T0,
  request: '',
  investigated: '',
  learned: '',
  completed: 'Something was completed.',
  nextSteps: '',
  notes: '',
  filesRead: [],
  filesModified: [],
  evidence: ['e_1'],
  ...given,
})
