import * as z from 'zod'
import type { Summary } from '../domain/nouns/summary.ts'
import { sessionOf } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { moment } from './verb/words.ts'

const input = z.object({
  session: z.string().describe('the id of a session; a unique beginning will do'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('how many at most'),
})

/** Where a session stood, checkpoint by checkpoint. */
export default operation({
  name: 'summary',
  summary: 'Gives the checkpoints of a session, the newest first: request, learned, completed, next steps.',
  example: 'hindcast summary 19ae565f',
  input,
  positional: ['session'],
  reads: true,
  async run({ session, limit }, ports) {
    const of = { noun: 'summary', session: await sessionOf(session, ports), limit } as const
    return { summaries: await ports.memories.records(of) }
  },
  render: ({ summaries }, paint) => {
    const [latest, ...older] = summaries
    if (latest === undefined) return 'No summary of this session yet.'
    return [whole(latest, paint), ...older.map((each) => line(each, paint))].join('\n')
  },
})

function whole(summary: Summary, paint: Paint): string {
  const fields: readonly [string, string][] = [
    ['request', summary.request],
    ['investigated', summary.investigated],
    ['learned', summary.learned],
    ['completed', summary.completed],
    ['next steps', summary.nextSteps],
    ['notes', summary.notes],
    ['files', summary.filesModified.join(', ')],
  ]
  const said = fields.filter(([, text]) => text !== '').map(([name, text]) => `  ${paint.bold(name)}: ${text}`)
  return [`${paint.cyan(summary.id)}  ${moment(summary.at)}`, ...said].join('\n')
}

const LINE_MAX = 200

function line({ id, at, request, completed, learned, investigated, notes }: Summary, paint: Paint): string {
  const told = [request, completed || learned || investigated || notes].filter(Boolean).join(' → ')
  return `${paint.cyan(id)}  ${moment(at)}  ${told.replace(/\s+/g, ' ').slice(0, LINE_MAX) || paint.dim('nothing was asked or done')}`
}
