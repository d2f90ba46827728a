import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { Prompt } from '../domain/nouns/prompt.ts'
import type { Session } from '../domain/nouns/session.ts'
import type { Summary } from '../domain/nouns/summary.ts'
import type { AnyRecord, OperationPorts } from '../ports.ts'
import { inTheRoom, minute, shortList } from './verb/agent-words.ts'
import { operation, type Paint } from './verb/operation.ts'
import { count, moment } from './verb/words.ts'

const input = z.object({
  ids: z
    .union([z.array(z.string()).min(1).max(200), z.string().transform((id) => [id])])
    .describe('ids of records (o_…, m_…, p_…, e_…, h_…) or sessions; a unique beginning will do'),
})

/** Whole records, with the ids of their evidence; a session with its prompts and where it stands. */
export default operation({
  name: 'show',
  summary: 'Gives whole records by id: observations, summaries, prompts, events, each with its evidence; and sessions.',
  example: 'hindcast show o_1f2e3d4c5b6a7988',
  input,
  positional: ['ids'],
  reads: true,
  async run({ ids }, ports) {
    const found = await ports.memories.show(ids)
    const items = await Promise.all(
      ids.map(async (id) => {
        const exact = found.find(({ record }) => record.id === id)
        const one = exact ?? found.find(({ record }) => id !== '' && record.id.startsWith(id))
        return one === undefined ? sessionItem(id, ports) : { kind: one.kind, ...one.record }
      }),
    )
    const missing = ids.filter((_, at) => items[at] === undefined)
    if (missing.length > 0) throw new HindcastError('not-found', missing.join(', '))
    return { items: items.filter((item) => item !== undefined) }
  },
  forAgents: {
    says: 'Full records by id, with the ids of their evidence; `show` those ids for the original words and tool output. Accepts several ids.',
    takes: { ids: 'record ids (o_… m_… p_… e_… h_…) or a session id' },
    render: ({ items }) => inTheRoom(items.map(agentItem)),
  },
  render: ({ items }, paint) =>
    items.map((item) => (item.kind === 'session' ? renderSession(item, paint) : renderItem(item, paint))).join('\n\n'),
})

type Item = { kind: AnyRecord['kind'] } & AnyRecord['record']
type SessionItem = { kind: 'session'; prompts: readonly Prompt[]; summary: Summary | null } & Session

/** A session's newest prompts that are given with it. */
const PROMPTS = 200

async function sessionItem(prefix: string, ports: OperationPorts): Promise<SessionItem | undefined> {
  if (prefix === '') return undefined
  const found = await ports.evidence.sessions({ id: prefix, limit: 2 })
  const session = found.find(({ id }) => id === prefix) ?? (found.length === 1 ? found[0] : undefined)
  if (session === undefined) return undefined
  const [prompts, [summary = null]] = await Promise.all([
    ports.evidence.prompts({ session: session.id, limit: PROMPTS }),
    ports.memories.records({ noun: 'summary', session: session.id, limit: 1 }),
  ])
  return { kind: 'session', ...session, prompts, summary }
}

const LINE_MAX = 160

function renderSession({ kind, id, startedAt, prompts, summary, ...rest }: SessionItem, paint: Paint): string {
  const fields = Object.entries(rest).filter(([, value]) => !isEmpty(value))
  const asked = prompts.map(({ id, text }) => `  - ${paint.cyan(id)}  ${text.replace(/\s+/g, ' ').slice(0, LINE_MAX)}`)
  return [
    `${paint.cyan(id)}  ${kind}  ${moment(startedAt)}`,
    ...fields.map(
      ([name, value]) => `${paint.bold(name)}: ${name.endsWith('At') ? moment(Number(value)) : asText(value)}`,
    ),
    ...(asked.length === 0 ? [] : [`${paint.bold(count(asked.length, 'prompt'))}:`, ...asked]),
    ...(summary === null ? [] : [renderItem({ kind: 'summary', ...summary }, paint)]),
  ].join('\n')
}

function renderItem(item: Item, paint: Paint): string {
  const { kind, id, session, project: _project, at, ...rest } = item
  const where = session === undefined ? '' : `  session ${session}`
  const head = `${paint.cyan(id)}  ${kind}  ${moment(at)}${where}`
  const fields = Object.entries(rest).filter(([, value]) => !isEmpty(value))
  return [head, ...fields.map(([name, value]) => `${paint.bold(name)}: ${asText(value)}`)].join('\n')
}

/** What is of use to nobody but programs. */
const UNSAID: ReadonlySet<string> = new Set(
  'seq identity host via body significance promptId number event sealed clientPid entrypoint attended project'.split(
    ' ',
  ),
)

/** A record as the agent reads it; the fields of a session that say nothing of its work are left out. */
function agentItem(item: Item | SessionItem): string {
  const { kind, id } = item
  const at = 'startedAt' in item ? item.startedAt : item.at
  const where = kind === 'session' || item.session === undefined ? '' : ` session ${item.session}`
  const {
    session: _s,
    at: _a,
    startedAt: _b,
    kind: _k,
    id: _i,
    ...rest
  } = { session: '', startedAt: 0, at: 0, ...item }
  const fields = Object.entries(rest).filter(([name, value]) => !UNSAID.has(name) && !isEmpty(value))
  return [
    `${id} ${kind} ${minute(at)}${where}`,
    ...fields.map(([name, value]) => `${name}:${agentText(name, value)}`),
  ].join('\n')
}

function agentText(name: string, value: unknown): string {
  if (name === 'prompts') return shortList((value as readonly Prompt[]).map(({ id, text }) => `${id} ${opening(text)}`))
  if (name === 'summary') return `\n${agentItem({ kind: 'summary', ...(value as Summary) })}`
  if (Array.isArray(value)) return shortList(value)
  if (typeof value === 'object') return ` ${JSON.stringify(value)}`
  return ` ${name.endsWith('At') ? minute(Number(value)) : value}`
}

const opening = (text: string): string => text.replace(/\s+/g, ' ').slice(0, LINE_MAX)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => `\n  - ${asText(entry)}`).join('')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
