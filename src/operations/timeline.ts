import { baseName } from '@hindcast/text/paths.ts'
import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { AnyRecord, IndexRow, OperationPorts } from '../ports.ts'
import { ROWS_HEAD, timelineText } from './verb/agent-words.ts'
import { allByDefault, from, onlyProject, type ProjectChoice, projectOf, selfInput, sessionOf } from './verb/inputs.ts'
import { alignedRows, cutText, cutTitle } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { clockTime, daySaid, shortId, tail, titleOnly, typeSaid, withShortPath } from './verb/words.ts'

const neighbours = z.coerce.number().int().min(0).max(200).default(10)
const input = z.object({
  anchor: z
    .string()
    .describe(
      'the record to start from: a record id, a session id (its first record is used), or search words (the best match is used)',
    )
    .meta({ words: true, called: 'id|words' }),
  before: neighbours.describe('how many earlier records to show'),
  after: neighbours.describe('how many later records to show'),
  session: z
    .string()
    .optional()
    .describe('only records from the session with this id (or unique prefix)')
    .meta({ called: 'id' }),
  project: z
    .string()
    .optional()
    .describe(
      'with search words: only the project that contains dir (default: all projects, the current project first)',
    ),
  allProjects: allByDefault,
  from,
  self: selfInput,
})

/** What happened around one record in its project: the step between a search and whole records. */
export default operation({
  name: 'timeline',
  group: 'Find',
  summary: 'Shows what happened just before and after a record, in chronological order.',
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
    says: 'What happened just before and after a record. Use it between `search` and `show`.',
    takes: { anchor: 'a record id, or words', before: '', after: '' },
    fills: { before: 5, after: 5 },
    render: ({ anchor, items }, at) =>
      anchor === null ? 'No matches.' : `${ROWS_HEAD}\n${timelineText(items, anchor, at)}`,
  },
  render: ({ anchor, items }, screen) => (anchor === null ? 'No matches.' : itemsText(items, anchor, screen)),
})

/** A session from before its first record; undefined if this is no id of a session. */
async function courseOf(asked: string, { evidence }: OperationPorts) {
  if (!/^[\w-]{8,}$/.test(asked) || /^[a-z]_/.test(asked)) return undefined
  const [found, ...others] = await evidence.sessions({ id: asked, limit: 2 })
  const isMeant = found !== undefined && (found.id === asked || others.length === 0)
  return isMeant ? { id: '', project: found.project, session: found.id, at: -1 } : undefined
}

async function anchorOf(asked: string, where: ProjectChoice, ports: OperationPorts): Promise<IndexRow | undefined> {
  const [found] = /^[a-z]_\w+$/.test(asked) ? await ports.memories.show([asked]) : []
  if (found !== undefined) return (await ports.history.rows([found.record.id]))[0] ?? bareRow(found)
  if (/^[a-z]_[0-9a-f]{6,}$/.test(asked)) throw new HindcastError('not-found', `no record matches '${asked}'`)
  const [project, prefer] = await Promise.all([onlyProject(where, ports), projectOf(where.from, ports)])
  const match = parseSearch(asked.slice(0, 10_000))
  if (match.terms.length === 0) return undefined
  const [best] = await ports.memories.search({ match, project, prefer, limit: 1 })
  return best && (await ports.history.rows([best.id]))[0]
}

/** A record that search does not index has no title: its name stands in. */
function bareRow({ kind, record }: AnyRecord): IndexRow {
  const { id, session = '', project, at } = record
  const name = ('name' in record && record.name) || kind
  return { id, kind, type: name, title: name, sessionId: session, project, at, files: [] }
}

/** Under a line for each day and session, a line for each record. */
function itemsText(items: readonly IndexRow[], anchor: string, { columns, bold, now }: Screen): string {
  const rows = alignedRows(
    items.map(({ id, kind, at, type, title, files }) => {
      const text = withShortPath(titleOnly(title, type), files) || (kind === 'summary' ? 'nothing asked or done' : '')
      const named = files.slice(0, 1).map((file) => (text.includes(baseName(file)) ? '' : `  ${tail(file)}`))
      return [
        id === anchor ? '▸' : ' ',
        clockTime(at).slice(0, 5),
        shortId(id),
        kind === 'lesson' ? kind : typeSaid(type),
        cutTitle(`${text}${named}`, columns),
      ]
    }),
  )
  let under = ''
  return items
    .flatMap(({ id, at, sessionId }, n) => {
      const day = daySaid(at, now)
      // A lesson belongs to no session, so it stands where it was learned
      const isApart = sessionId === '' && (under === '' || !under.startsWith(`${day} `))
      const head = sessionId !== '' ? `${day} · session ${shortId(sessionId)}` : isApart ? day : under
      const isSame = head === under
      under = head
      const row = cutText(rows[n] ?? '', columns)
      const shown = id === anchor ? bold(row) : row
      return isSame ? [shown] : [...(n === 0 ? [] : ['']), bold(head), shown]
    })
    .join('\n')
}
