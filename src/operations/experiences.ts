import { HindcastError } from '../domain/errors.ts'
import type { Experience } from '../domain/experience/experience.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { OperationPorts } from '../ports.ts'
import { experienceAfter, MOST_EXPERIENCES } from './verb/experience-changes.ts'
import { type ExperienceCall, experienceInput } from './verb/experience-input.ts'
import {
  type ExperienceDocument,
  experienceDocument,
  experiencesForAgent,
  renderExperience,
  renderExperiences,
} from './verb/experiences.ts'
import { onlyProject, projectOf } from './verb/inputs.ts'
import { type GroupDocument, groupsForAgent, groupsIn, insightFrom, renderGroups } from './verb/insights.ts'
import { operation } from './verb/operation.ts'

interface Answer {
  readonly experiences: readonly ExperienceDocument[]
  readonly groups?: readonly GroupDocument[]
  /** The id of the lesson that was saved. */
  readonly insight?: string
}

/** Beliefs under test: what was expected, what came of it, and why it was wrong. */
export default operation({
  name: 'experiences',
  group: 'Find',
  summary: 'Lists experiences: what an agent believed, and how that turned out. Starts, updates and resolves them.',
  example: 'hindcast experiences search "flaky cache test"',
  input: experienceInput,
  positional: ['action', 'id', 'words'],
  reads: false,
  async run(given, ports): Promise<Answer> {
    if (given.action === 'groups') return { experiences: [], groups: await groupsIn(given, ports) }
    if (given.action === 'insight') return { experiences: [], insight: (await insightFrom(given, ports)).id }
    const found = LISTING.has(given.action) ? await experiencesFor(given, ports) : await experienceAfter(given, ports)
    return { experiences: found.map(experienceDocument) }
  },
  forAgents: {
    called: 'experience',
    says: 'Test a belief instead of guessing: `start` before you act on it, `update` when it changes, `resolve` when you know. `search` earlier ones.',
    takes: {
      action: '',
      id: 'x_…',
      words: '',
      goal: '',
      hypothesis: '',
      plan: 'how you will test it',
      prediction: '',
      expect: '`npm test fails contains "timeout"`',
      domain: '',
      strategy: '',
      status: '',
      result: '',
      surprise: 'required if falsified',
      rootCause: 'required if falsified',
      cause: '',
      lesson: '',
      note: '',
      evidence: 'event ids',
    },
    fills: { action: 'current', limit: 10 },
    render: ({ experiences, groups, insight }) =>
      insight === undefined
        ? groups === undefined
          ? experiencesForAgent(experiences)
          : groupsForAgent(groups)
        : `${insight} saved; told before similar work once the user approves it`,
  },
  render: ({ experiences, groups, insight }, screen, { action }) => {
    if (groups !== undefined) return renderGroups(groups, screen)
    if (insight !== undefined)
      return `${screen.green('saved')}  ${screen.cyan(insight)}  (to have it told before similar work, run hindcast lessons approve ${insight.slice(0, 10)})`
    if (LISTING.has(action))
      return experiences.length === 0 ? (NONE[action] ?? '') : renderExperiences(experiences, screen)
    if (experiences.length === 0) return 'No open experience in this session.'
    return experiences.map((each) => renderExperience(each, screen)).join('\n\n')
  },
})

const LISTING: ReadonlySet<ExperienceCall['action']> = new Set(['list', 'search'])
const NONE: Readonly<Partial<Record<ExperienceCall['action'], string>>> = {
  list: 'No experiences yet. An agent starts one with the tool named experience; when a test fails, Hindcast starts one itself.',
  search: 'No experience matches.',
}

/** The newest, or those that match; the current project's first. */
async function experiencesFor(given: ExperienceCall, ports: OperationPorts): Promise<readonly Experience[]> {
  const { action, limit, status, domain, strategy, ...place } = given
  const [only, here] = await Promise.all([onlyProject(place, ports), projectOf(place.from, ports)])
  const found =
    action === 'search'
      ? await matchingExperiences(given, only, here, ports)
      : await newestExperience(only, here, ports)
  return found
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => domain === undefined || each.domain === domain)
    .filter((each) => strategy === undefined || each.strategy === strategy)
    .slice(0, limit)
}

async function newestExperience(only: string | undefined, here: string | undefined, { memories }: OperationPorts) {
  const all = await memories.records({
    noun: 'experience',
    ...(only !== undefined && { project: only }),
    limit: MOST_EXPERIENCES,
  })
  if (only !== undefined || here === undefined) return all
  return [...all.filter(({ project }) => project === here), ...all.filter(({ project }) => project !== here)]
}

async function matchingExperiences(
  given: ExperienceCall,
  project: string | undefined,
  prefer: string | undefined,
  ports: OperationPorts,
) {
  const match = parseSearch([given.id, given.words].filter(Boolean).join(' '))
  if (match.terms.length === 0)
    throw new HindcastError('bad-input', 'experiences search needs words to look for', { remedy: '' })
  const hits = await ports.memories.search({ match, project, prefer, kind: 'experience', limit: MATCHED })
  const found = await ports.memories.show(hits.map(({ id }) => id))
  return found.flatMap((each) => (each.kind === 'experience' ? [each.record] : []))
}

const MATCHED = 200
