import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { AnyRecord, IndexRow, OperationPorts } from '../ports.ts'
import { ROWS_HEAD, timelineText } from './verb/agent-words.ts'
import { allProjects, from, onlyProject, project, projectOf, sessionOf } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { moment, shortId, tail, withoutName } from './verb/words.ts'

const neighbours = z.coerce.number().int().min(0).max(200).default(10)
const input = z.object({
  anchor: z
    .string()
    .describe('the id of a record (o_…, m_…, p_…, e_…) or of a session (its course), or plain words: their best find')
    .meta({ words: true }),
  before: neighbours.describe('how many records before it'),
  after: neighbours.describe('how many records after it'),
  session: z.string().optional().describe('only records of this session; a unique beginning of its id will do'),
  project,
  allProjects,
  from,
})

/** What happened around one record in its project: the step between a search and whole records. */
export default operation({
  name: 'timeline',
  summary: 'Lists what happened just before and after one record (by id, or the best find of a search), in time order.',
  example: 'hindcast timeline "token refresh race" --before 5 --after 5',
  input,
  positional: ['anchor'],
  reads: true,
  async run({ anchor: asked, before, after, session: named, ...where }, ports) {
    const course = await courseOf(asked, ports)
    if (course !== undefined) {
      const items = (await ports.history.around({ ...course, before: 0, after })).after
      return { anchor: items[0]?.id ?? null, items }
    }
    const session = named === undefined ? undefined : await sessionOf(named, ports)
    const anchor = await anchorOf(asked, where, ports)
    if (anchor === undefined) return { anchor: null, items: [] }
    const { id, project, at } = anchor
    const around = await ports.history.around({ id, project, session, at, before, after })
    return { anchor: id, items: [...around.before, anchor, ...around.after] }
  },
  forAgents: {
    says: 'What happened just before and after a record, in time order. Use it between `search` and `show`.',
    takes: { anchor: 'a record id, or words to search for', before: '', after: '' },
    fills: { before: 5, after: 5 },
    render: ({ anchor, items }, at) =>
      anchor === null ? 'Nothing kept matches.' : `${ROWS_HEAD}\n${timelineText(items, anchor, at)}`,
  },
  render: ({ anchor, items }, paint) =>
    anchor === null
      ? 'Nothing kept matches.'
      : items.map((item) => renderRow(item, item.id === anchor, paint)).join('\n'),
})

interface Where {
  readonly project?: string | undefined
  readonly allProjects: boolean
  readonly from?: string | undefined
}

/** A session from before its first record; undefined where these are no session's name. */
async function courseOf(asked: string, { evidence }: OperationPorts) {
  if (!/^[\w-]{8,}$/.test(asked) || /^[a-z]_/.test(asked)) return undefined
  const [found, ...others] = await evidence.sessions({ id: asked, limit: 2 })
  const isMeant = found !== undefined && (found.id === asked || others.length === 0)
  return isMeant ? { id: '', project: found.project, session: found.id, at: -1 } : undefined
}

async function anchorOf(asked: string, where: Where, ports: OperationPorts): Promise<IndexRow | undefined> {
  const [found] = /^[a-z]_\w+$/.test(asked) ? await ports.memories.show([asked]) : []
  if (found !== undefined) return (await ports.history.rows([found.record.id]))[0] ?? bareRow(found)
  if (/^[a-z]_[0-9a-f]{6,}$/.test(asked)) throw new HindcastError('not-found', asked)
  const [project, prefer] = await Promise.all([onlyProject(where, ports), projectOf(where.from, ports)])
  const match = parseSearch(asked.slice(0, 10_000))
  if (match.terms.length === 0) return undefined
  const [best] = await ports.memories.search({ match, project, prefer, limit: 1 })
  return best && (await ports.history.rows([best.id]))[0]
}

/** One that has nothing to be found by: its name is all that is said of it. */
function bareRow({ kind, record }: AnyRecord): IndexRow {
  const { id, session = '', project, at } = record
  const name = 'name' in record ? record.name : kind
  return { id, kind, type: name, title: name, sessionId: session, project, at, files: [] }
}

function renderRow({ id, at, type, title, files, sessionId }: IndexRow, isAnchor: boolean, paint: Paint): string {
  const named = files.length > 0 ? paint.dim(`  ${files.slice(0, 2).map(tail).join('  ')}`) : ''
  const mark = isAnchor ? paint.green('▸') : ' '
  const said = withoutName(title, type) || paint.dim('nothing was asked or done')
  const text = isAnchor ? paint.bold(said) : said
  return `${mark} ${paint.cyan(id)}  ${moment(at)}  ${paint.dim(shortId(sessionId))}  ${type.padEnd(11)} ${text}${named}`
}
