import { z } from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { AnyRecord } from '../ports.ts'
import { operation, type Paint } from './verb/operation.ts'
import { moment } from './verb/words.ts'

const input = z.object({
  ids: z
    .union([z.array(z.string()).min(1), z.string().transform((id) => [id])])
    .describe('ids of records (o_…, m_…, p_…, e_…); a unique beginning will do'),
})

/** Whole records, with the ids of their evidence. */
export default operation({
  name: 'show',
  summary: 'Gives whole records by id: observations, summaries, prompts, events, each with its evidence.',
  example: 'hindcast show o_1f2e3d4c5b6a7988',
  input,
  positional: ['ids'],
  reads: true,
  forAgents: true,
  async run({ ids }, { memories }) {
    const found = await memories.show(ids)
    const missing = ids.filter((id) => !found.some(({ record }) => record.id.startsWith(id)))
    if (missing.length > 0) throw new HindcastError('not-found', missing.join(', '))
    return { items: found.map(({ kind, record }) => ({ kind, ...record })) }
  },
  render: ({ items }, paint) => items.map((item) => renderItem(item, paint)).join('\n\n'),
})

type Item = { kind: AnyRecord['kind'] } & AnyRecord['record']

function renderItem(item: Item, paint: Paint): string {
  const { kind, id, session, project: _project, at, ...rest } = item
  const head = `${paint.cyan(id)}  ${kind}  ${moment(at)}  session ${session}`
  const fields = Object.entries(rest).filter(([, value]) => !isEmpty(value))
  return [head, ...fields.map(([name, value]) => `${paint.bold(name)}: ${asText(value)}`)].join('\n')
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => `\n  - ${asText(entry)}`).join('')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
