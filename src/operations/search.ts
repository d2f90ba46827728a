import * as z from 'zod'
import { allNouns, type SearchedName } from '../domain/nouns/records.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { Hit, OperationPorts } from '../ports.ts'
import { hitLines, ROWS_HEAD } from './verb/agent-words.ts'
import { allProjects, from, onlyProject, project, projectOf, self, when } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { moment, tail } from './verb/words.ts'

const SEARCHED = allNouns
  .filter(({ letter, searched }) => letter !== undefined && searched !== undefined)
  .map(({ name }) => name as SearchedName)

const input = z.object({
  query: z.string().describe('what to look for, in plain words').meta({ words: true }),
  kind: z.enum(SEARCHED).optional().describe('only this kind of record'),
  type: z.string().optional().describe('only this type (bugfix, discovery, Bash …)'),
  file: z.string().optional().describe('only records that name this file or folder'),
  since: when.optional().describe('not before this time (2026-11-01, yesterday, 3 days ago)'),
  until: when.optional().describe('not after this time'),
  limit: z.coerce.number().int().min(1).max(200).default(20).describe('how many at most'),
  project,
  allProjects,
  from,
  self,
})

/** More than anybody asks at once. */
const QUERY_MAX = 10_000

/** Full-text search over everything that is kept, all projects, the current one first. */
export default operation({
  name: 'search',
  summary: 'Searches everything that past sessions did and said: prompts, tool calls, observations, summaries.',
  example: 'hindcast search "token refresh race" --since "last week"',
  input,
  positional: ['query'],
  reads: true,
  async run({ query, project: named, allProjects, from: here, self, limit, ...rest }, ports) {
    const [project, prefer] = await Promise.all([
      onlyProject({ project: named, allProjects }, ports),
      projectOf(here, ports),
    ])
    const match = parseSearch(query.slice(0, QUERY_MAX))
    if (match.terms.length === 0) return { query, results: [] }
    const asked = await askedAt(self?.session, ports)
    const isNews = ({ sessionId, at }: Hit) => asked === undefined || sessionId !== self?.session || at < asked
    const most = asked === undefined ? limit : limit + OWN_MAX
    const found = await ports.memories.search({ match, project, prefer, ...rest, limit: most })
    return { query, results: found.filter(isNews).slice(0, limit) }
  },
  forAgents: {
    says: 'Search memory: everything past sessions did, decided and learned, in this and other projects. Use it before you redo work, reopen a decision or ask the user. Returns one line per result, best first; pass an id to `timeline` for what led up to it, or to `show` for the full record.',
    takes: {
      query: 'plain words',
      kind: '',
      type: 'bugfix, decision, discovery, feature, change; a tool (Bash, Edit)',
      file: 'only records about this file or folder',
      since: 'a date, or words like "last week"',
      until: '',
      limit: '',
      project: 'only this project (its folder)',
    },
    fills: { limit: 10 },
    render: ({ query, results }, at) =>
      results.length === 0
        ? `Nothing kept matches "${query.slice(0, 200)}".`
        : [ROWS_HEAD, ...results.map((hit) => hitLines(hit, at))].join('\n'),
  },
  render: ({ query, results }, paint) =>
    results.length === 0 ? `Nothing kept matches "${query}".` : results.map((hit) => renderHit(hit, paint)).join('\n'),
})

/** Records of the turn in which is asked that may be among the finds. */
const OWN_MAX = 5

/** Since when the agent itself is at work on what it was asked: that is no memory. */
async function askedAt(session: string | undefined, { evidence }: OperationPorts): Promise<number | undefined> {
  if (session === undefined) return undefined
  const [asked] = await evidence.prompts({ session, limit: 1 })
  return asked?.at
}

function renderHit(hit: Hit, paint: Paint): string {
  const files = hit.files.length > 0 ? paint.dim(`  ${hit.files.slice(0, 3).map(tail).join('  ')}`) : ''
  const head = `${paint.cyan(hit.id)}  ${moment(hit.at)}  ${hit.type.padEnd(11)} ${paint.bold(hit.title)}${files}`
  return hit.snippet && hit.snippet !== hit.title ? `${head}\n    ${hit.snippet.replace(/\s+/g, ' ')}` : head
}
