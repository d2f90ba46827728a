import { z } from 'zod'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { Hit } from '../ports.ts'
import { allProjects, from, onlyProject, project, projectOf, when } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { moment, tail } from './verb/words.ts'

const input = z.object({
  query: z.string().describe('what to look for, in plain words').meta({ words: true }),
  kind: z.enum(['prompt', 'event', 'observation', 'summary']).optional().describe('only this kind of record'),
  type: z.string().optional().describe('only this type (bugfix, discovery, Bash …)'),
  file: z.string().optional().describe('only records that name this file or folder'),
  since: when.optional().describe('not before this time (2026-11-01, yesterday, 3 days ago)'),
  until: when.optional().describe('not after this time'),
  limit: z.coerce.number().int().min(1).max(200).default(20).describe('how many at most'),
  project,
  allProjects,
  from,
})

/** Full-text search over everything that is kept, all projects, the current one first. */
export default operation({
  name: 'search',
  summary: 'Searches everything that past sessions did and said: prompts, tool calls, observations, summaries.',
  example: 'hindcast search "token refresh race" --since "last week"',
  input,
  positional: ['query'],
  reads: true,
  forAgents: true,
  async run({ query, project: named, allProjects, from: here, ...rest }, ports) {
    const [project, prefer] = await Promise.all([
      onlyProject({ project: named, allProjects }, ports),
      projectOf(here, ports),
    ])
    const match = parseSearch(query)
    const results = match.terms.length === 0 ? [] : await ports.memories.search({ match, project, prefer, ...rest })
    return { query, results }
  },
  render: ({ query, results }, paint) =>
    results.length === 0 ? `Nothing kept matches "${query}".` : results.map((hit) => renderHit(hit, paint)).join('\n'),
})

function renderHit(hit: Hit, paint: Paint): string {
  const files = hit.files.length > 0 ? paint.dim(`  ${hit.files.slice(0, 3).map(tail).join('  ')}`) : ''
  const head = `${paint.cyan(hit.id)}  ${moment(hit.at)}  ${hit.type.padEnd(11)} ${paint.bold(hit.title)}${files}`
  return hit.snippet && hit.snippet !== hit.title ? `${head}\n    ${hit.snippet.replace(/\s+/g, ' ')}` : head
}
