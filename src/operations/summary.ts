import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import type { Summary } from '../domain/nouns/summary.ts'
import { sessionOf } from './verb/inputs.ts'
import { labelledFiles, labelledValue, table } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { ago, moment, shortId } from './verb/words.ts'

const input = z.object({
  session: z.string().describe('the id of a session, or a unique prefix'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('show at most this many'),
})

/** What a session was about, what it learned and did, at each checkpoint. */
export default operation({
  name: 'summary',
  group: 'Find',
  summary: 'Shows the summaries of a session, newest first.',
  example: 'hindcast summary 19ae565f',
  input,
  positional: ['session'],
  reads: true,
  async run({ session, limit }, ports) {
    const of = { noun: 'summary', session: await sessionOf(session, ports), limit } as const
    return { summaries: await ports.memories.records(of) }
  },
  render: ({ summaries }, screen) => {
    const [latest, ...older] = summaries
    if (latest === undefined) return 'No summary of this session yet.'
    const earlier = older.map((each) => [shortId(each.id), ago(each.at, screen.now), summaryTitle(each)])
    return [
      whole(latest, screen),
      ...(earlier.length === 0 ? [] : ['', table(['EARLIER', 'WRITTEN', 'SUMMARY'], earlier, screen)]),
    ].join('\n')
  },
})

function whole(summary: Summary, screen: Screen): string {
  const fields: readonly (readonly [string, string])[] = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ]
  return [
    `${screen.dim(`summary · ${moment(summary.at, screen.now)}`)}  ${screen.cyan(summary.id)}`,
    ...fields.filter(([, { length }]) => length > 0).map(([label, value]) => labelledValue(label, value, screen)),
    ...(summary.filesModified.length === 0 ? [] : [labelledFiles('Files changed', summary.filesModified, screen)]),
  ].join('\n')
}

const summaryTitle = ({ request, completed, learned, investigated, notes }: Summary): string =>
  oneLine([request, completed || learned || investigated || notes].filter(Boolean).join(' → ')) ||
  'nothing asked or done'
