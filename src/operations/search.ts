import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { didYouMean, nearest } from '@hindcast/text/suggestion.ts'
import { mentions, withoutAccents } from '@hindcast/text/words.ts'
import * as z from 'zod'
import { ADMITTED } from '../domain/effects.ts'
import { HindcastError } from '../domain/errors.ts'
import observation from '../domain/nouns/observation.ts'
import { allNouns, type SearchedName } from '../domain/nouns/records.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { Hit, OperationPorts } from '../ports.ts'
import { hitLines, ROWS_HEAD } from './verb/agent-words.ts'
import { since, until } from './verb/dates.ts'
import { allByDefault, from, names, onlyProject, projectOf, projectOr, selfInput } from './verb/inputs.ts'
import { cutText, widthOf, wrappedLines } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { ago, shortId, tail, titleOnly, typeCalled, typeSaid, withShortPath } from './verb/words.ts'

const SEARCHED = allNouns
  .filter(({ letter, searched }) => letter !== undefined && searched !== undefined)
  .map(({ name }) => name as SearchedName)

const input = z.object({
  query: z.string().describe('plain words to search for').meta({ words: true }),
  kind: z.enum(SEARCHED).optional().describe('only this kind of record'),
  type: z
    .string()
    .optional()
    .describe('only this type of observation or event, such as bugfix, decision, answer or Bash'),
  file: z.string().optional().describe('or folder').meta({ called: 'path' }),
  since: since
    .optional()
    .describe('only records since the beginning of this date: 2026-11-01, yesterday, "3 days ago" …')
    .meta({ called: 'date' }),
  until: until.optional().describe('only records up to the end of this date').meta({ called: 'date' }),
  limit: z.coerce.number().int().min(1).max(200).default(10).describe('show at most this many'),
  project: projectOr('all projects, the current project first'),
  allProjects: allByDefault,
  from,
  self: selfInput,
  names,
})

/** Longer queries are cut. */
const QUERY_MAX = 10_000

/** Full-text search over everything that was recorded, in all projects, the current one first. */
export default operation({
  name: 'search',
  group: 'Find',
  summary:
    'Searches past sessions: prompts, answers, tool calls, observations (including your notes), summaries and lessons.',
  example: 'hindcast search "token refresh race" --since "last week"',
  input,
  positional: ['query'],
  reads: true,
  async run({ query, project: only, allProjects, from: here, self, limit, names, type: called, ...rest }, ports) {
    const type = called && typeCalled(called)
    const [project, prefer] = await Promise.all([
      onlyProject({ project: only, allProjects }, ports),
      projectOf(here, ports),
    ])
    const match = parseSearch(query.slice(0, QUERY_MAX))
    const asked = await askedAt(self?.session, ports)
    const isNews = ({ sessionId, at }: Hit) => asked === undefined || sessionId !== self?.session || at < asked
    const most = asked === undefined ? limit : limit + OWN_MAX
    const isAsked = match.terms.length > 0
    const found = isAsked ? await ports.memories.search({ match, project, prefer, type, ...rest, limit: most }) : []
    const results: readonly Found[] = found.filter(isNews).slice(0, limit)
    if (results.length === 0) await refuseUnknown({ type, file: rest.file, project: project ?? prefer }, ports)
    return { query, results: names ? await withNames(results, ports) : results }
  },
  forAgents: {
    says: 'Search memory: what past sessions did, decided and learned. Use it before you redo work, reopen a decision or ask the user. One line per result; `timeline` of an id is what led up to it, `show` the full record.',
    takes: {
      query: 'plain words',
      kind: '',
      type: 'decision, bugfix …; a tool (Bash, Edit)',
      file: 'a file or folder',
      since: 'a date, or words like "last week"',
      until: '',
      limit: '',
      project: 'its folder',
    },
    fills: { limit: 10 },
    render: ({ query, results }, at) =>
      results.length === 0
        ? `Nothing kept matches "${query.slice(0, 200)}".`
        : [ROWS_HEAD, ...results.map((hit) => hitLines(hit, at))].join('\n'),
  },
  render: ({ query, results }, screen, { limit }) => {
    if (results.length === 0) return `No matches for '${oneLine(query)}'.`
    const blocks = results.map((hit) => renderHit(hit, parseSearch(query).terms, screen))
    const more =
      results.length < limit
        ? []
        : [screen.dim(`${limit === 1 ? 'Best match' : `Best ${limit} matches`}; for more, use --limit ${limit * 2}`)]
    return [...blocks, ...more].join('\n\n')
  },
})

/** Throws `not-found` for a type or a file that no record has: such a filter can match nothing. */
async function refuseUnknown(
  { type, file, project }: { readonly [F in 'type' | 'file' | 'project']: string | undefined },
  { history, memories }: OperationPorts,
): Promise<void> {
  if (type !== undefined) refuseUnknownType(type, await history.types())
  const match = parseSearch(baseName(file ?? ''))
  if (file === undefined || match.terms.length === 0) return
  if ((await memories.search({ match, file, limit: 1 })).length > 0) return
  const meant = nearest(baseName(file), project === undefined ? [] : await history.files(project))
  const remedy = meant === undefined ? 'leave out --file to search all files' : `did you mean --file ${meant}?`
  throw new HindcastError('not-found', `no record mentions file '${file}'`, { remedy })
}

function refuseUnknownType(type: string, recorded: readonly string[]): void {
  const types = [...new Set([...recorded, ...KNOWN])]
  if (types.includes(type)) return
  const meant = didYouMean(type, types.map(typeSaid))
  const remedy = meant === '' ? `use ${someOf(recorded.length > 0 ? recorded : KNOWN)}` : ''
  throw new HindcastError('not-found', `no record has type '${type}'${meant}`, { remedy })
}

/** The recorded types that people search for: `bugfix, change, answer, or a tool such as Bash`. */
function someOf(types: readonly string[]): string {
  const known = [...FINDINGS, 'Stop'].filter((type) => types.includes(type)).map(typeSaid)
  const isTool = (type: string) =>
    typeSaid(type) === type &&
    ![...FINDINGS, ...Object.keys(ADMITTED), ...allNouns.map(({ name }) => name)].includes(type)
  const tool = types.find(isTool)
  return [...known, ...(tool === undefined ? [] : [`or a tool such as ${tool}`])].join(', ')
}

const FINDINGS: readonly string[] = observation.fields.type.oneOf
/** Types that records may have even where none has yet. */
const KNOWN: readonly string[] = [...FINDINGS, ...Object.keys(ADMITTED)]

/** A match; what its project is called, where that was asked for. */
type Found = Hit & { readonly projectName?: string }

async function withNames(hits: readonly Hit[], { evidence }: OperationPorts): Promise<readonly Found[]> {
  const projects = await evidence.projects()
  return hits.map((hit) => ({ ...hit, projectName: projects.find(({ id }) => id === hit.project)?.name ?? '' }))
}

/** How many records of the turn that asks may be among the matches. */
const OWN_MAX = 5

/** When the agent got the prompt that it is working on: what it did since is no memory yet. */
async function askedAt(session: string | undefined, { evidence }: OperationPorts): Promise<number | undefined> {
  if (session === undefined) return undefined
  const [asked] = await evidence.prompts({ session, limit: 1 })
  return asked?.at
}

/** Its title, at most two lines that show the match, then what it is, when and where. */
function renderHit(hit: Found, terms: readonly string[], screen: Screen): string {
  const { columns, bold, dim, now } = screen
  const title = withShortPath(titleOnly(hit.title, hit.type), hit.files)
  // What is searched of a lesson beyond its words are the names in it
  const snippet = hit.kind === 'lesson' ? title : excerptOnly(titleOnly(hit.snippet, hit.type))
  const what = hit.kind === 'lesson' ? `${hit.type} lesson` : typeSaid(hit.type)
  const about = [what, ago(hit.at, now), hit.projectName ?? '', ...hit.files.slice(0, 1).map(tail)].filter(Boolean)
  const id = shortId(hit.id)
  return [
    ...passage(title, snippet, columns).map((line, n) => (n === 0 ? bold(line) : highlighted(line, terms, screen))),
    `  ${dim(cutText(about.join(' · '), columns - id.length - 4))}  ${screen.cyan(id)}`,
  ].join('\n')
}

/** An excerpt without the marks of tables. */
const excerptOnly = (excerpt: string): string => excerpt.replace(/ ?\|[ :|-]*-[ :|-]*\|(?= |$)/g, '')

/** The title on one line and the snippet on up to two more; where the title is only the snippet's beginning, one text. */
function passage(title: string, snippet: string, columns: number): readonly string[] {
  const opening = title.replace(/\s*…$/, '')
  const isOpening = snippet.startsWith(opening)
  const rest = (isOpening ? snippet.slice(opening.length) : snippet).replace(/^ · /, ' ')
  const isBroken = isOpening && (widthOf(title) > columns || /^\S/.test(rest))
  if (isBroken) return atMost(3, wrappedLines(snippet, columns, 2), columns)
  if (rest.trim() === '' || title.includes(rest.trim())) return atMost(2, wrappedLines(title, columns, 2), columns)
  return [
    ...atMost(1, wrappedLines(title, columns, 0), columns),
    ...atMost(2, wrappedLines(`  ${rest.trim()}`, columns, 2), columns),
  ]
}

/** The first lines; where there are more, the last of them ends in `…`. */
function atMost(most: number, lines: readonly string[], columns: number): string[] {
  const last = lines[most - 1] ?? ''
  return lines.length <= most
    ? [...lines]
    : [...lines.slice(0, most - 1), cutText(`${last} ${lines[most]?.trimStart()}`, columns)]
}

/** A line with the words that were searched for in bold, whatever their ending. */
function highlighted(line: string, terms: readonly string[], { bold }: Screen): string {
  const pattern = mentions(terms)
  if (pattern === undefined) return line
  let end = 0
  const parts = [...withoutAccents(line).matchAll(pattern)].flatMap(({ index }) => {
    if (index < end) return []
    const word = line.slice(index).match(/^[\p{L}\p{M}\p{N}_]+/u)?.[0] ?? ''
    const before = line.slice(end, index)
    end = index + word.length
    return [before, bold(word)]
  })
  return parts.join('') + line.slice(end)
}
