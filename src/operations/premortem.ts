import * as z from 'zod'
import { DOMAINS, STRATEGIES } from '../domain/experience/experience.ts'
import { premortemOf } from '../domain/experience/premortem.ts'
import type { OperationPorts } from '../ports.ts'
import { MOST_EXPERIENCES } from './verb/experience-changes.ts'
import { allByDefault, from, onlyProject, type ProjectChoice, projectOf, projectOr, selfInput } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { premortemDocument, renderPremortem } from './verb/premortem.ts'

const TEXT_MAX = 4000

const input = z.object({
  text: z.string().describe('the work you are planning, in plain words').meta({ words: true }),
  domain: z.enum(DOMAINS).optional().describe('only beliefs about this kind of work'),
  strategy: z.enum(STRATEGIES).optional().describe('only beliefs tested with this approach'),
  project: projectOr('the current project; without one, all projects'),
  allProjects: allByDefault,
  from,
  self: selfInput,
})

/** What went wrong before in work like this, along four axes. */
export default operation({
  name: 'premortem',
  group: 'Find',
  summary:
    'Shows what went wrong in earlier work that is similar to what you are planning: wrong beliefs, recurring failures, surprises, root causes.',
  example: 'hindcast premortem "move the cache to Redis" --domain refactoring',
  input,
  positional: ['text'],
  reads: true,
  async run({ text, domain, strategy, ...place }, ports) {
    const { experiences, lessons } = await recordsFor(place, ports)
    const found = premortemOf(experiences, lessons, { text: text.slice(0, TEXT_MAX), domain, strategy })
    return premortemDocument(text, found)
  },
  forAgents: {
    says: 'What went wrong before in work like this. Use it before you plan work of several steps.',
    takes: { text: 'the work' },
  },
  render: renderPremortem,
})

async function recordsFor(place: ProjectChoice, ports: OperationPorts) {
  const project =
    (await onlyProject(place, ports)) ?? (place.allProjects ? undefined : await projectOf(place.from, ports))
  const of = { ...(project !== undefined && { project }), limit: MOST_EXPERIENCES }
  const [experiences, lessons] = await Promise.all([
    ports.memories.records({ noun: 'experience', ...of }),
    ports.memories.records({ noun: 'lesson', ...of }),
  ])
  return { experiences, lessons }
}
