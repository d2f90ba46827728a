import { DOMAINS, type Experience, ROOT_CAUSES, STATUSES, STRATEGIES, TIERS } from '../experience/experience.ts'
import { changesOf, mergedExperience } from '../experience/journal.ts'
import { noun } from './noun.ts'

export default noun<Experience>()({
  name: 'experience',
  table: 'experiences',
  letter: 'x',
  role: 'derived',
  fields: {
    id: 'id',
    session: 'session',
    heldBy: 'id?',
    agentId: 'id?',
    project: 'project',
    at: 'time',
    startedAt: 'time',
    closedAt: 'time?',
    state: { oneOf: ['open', 'closed'] },
    isProvisional: 'flag',
    domain: { oneOf: DOMAINS },
    strategy: { oneOf: STRATEGIES },
    goal: 'text',
    hypothesis: 'text',
    action: 'text',
    prediction: 'text',
    expect: 'text?',
    iterations: 'count',
    status: { oneOf: STATUSES, optional: true },
    result: 'text?',
    isAutoCaptured: 'flag?',
    surprise: 'text?',
    rootCause: { oneOf: ROOT_CAUSES, optional: true },
    cause: 'text?',
    lesson: 'text?',
    tier: { oneOf: TIERS, optional: true },
    failure: 'text?',
    failing: 'texts',
    files: 'texts',
    diffs: 'texts',
    commands: 'texts',
    committed: 'text?',
    evidence: 'ids',
    journal: 'json',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }, { on: ['heldBy'], present: 'heldBy' }],
  // Whoever writes last, no change of mind is lost
  merge: mergedExperience,
  restore: mergedExperience,
  searched: (experience) => ({
    type: experience.status ?? experience.state,
    title: experience.goal,
    body: [
      experience.hypothesis,
      experience.action,
      experience.prediction,
      experience.result,
      experience.surprise,
      experience.cause,
      experience.lesson,
      ...beliefsOf(experience),
      ...experience.failing,
    ]
      .filter(Boolean)
      .join('\n\n'),
    files: experience.files,
  }),
  counted: true,
  forget: { sessions: ['heldBy'] },
})

/** What was believed before, which is what a later search may be about. */
const beliefsOf = (experience: Experience): readonly string[] =>
  changesOf(experience).flatMap((change) => {
    if (change.kind === 'start') return [change.hypothesis]
    return change.kind === 'update' ? [change.hypothesis, change.note].filter((text) => text !== undefined) : []
  })
