import { oneLine } from '@hindcast/text/phrases.ts'
import { didYouMean } from '@hindcast/text/suggestion.ts'
import * as z from 'zod'
import { type HandoffDocument, handoffPage, handoffYaml } from '../domain/archive/handoff.ts'
import { HindcastError } from '../domain/errors.ts'
import { type Handoff, type HandoffOutcome, outcomeWords } from '../domain/nouns/handoff.ts'
import type { OperationPorts } from '../ports.ts'
import { allProjects, byWhom, from, onlyProject, ownFirst, projectOf, projectOr, selfInput } from './verb/inputs.ts'
import { labelledFiles, labelledValue, table } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { recordWithId } from './verb/prefixes.ts'
import { ago, moment, outcomeSaid, shortId } from './verb/words.ts'

const typed = (words: string): string => words.toLowerCase().replace(/[ _]/g, '-')
const OUTCOMES = Object.keys(outcomeWords) as readonly HandoffOutcome[]
const CHOICES = OUTCOMES.map((name) => typed(outcomeWords[name]))

/** An outcome as people type it; the names that documents have are accepted too. */
const outcome = z
  .string()
  .transform((given, context) => {
    const found = OUTCOMES.find((name) => [name, outcomeWords[name]].map(typed).includes(typed(given)))
    if (found === undefined)
      context.addIssue(`'${given}' is not one of ${CHOICES.join(', ')}${didYouMean(given, CHOICES)}`)
    return found ?? z.NEVER
  })
  .optional()
  .describe('for mark: how the work turned out')
  .meta({ enum: CHOICES })

const input = z.object({
  action: z
    .enum(['show', 'list', 'mark'])
    .default('show')
    .describe(
      'what to do\nshow: show the latest handoff, or the one with this id\nlist: list recent handoffs\nmark: record how the work turned out',
    ),
  id: z.string().optional().describe('the id of the handoff to show or mark, or a unique prefix'),
  outcome,
  format: z
    .enum(['text', 'yaml', 'markdown'])
    .default('text')
    .describe('for show: how to print it\ntext: for the terminal\nyaml, markdown: for a file'),
  limit: z.coerce.number().int().min(1).max(200).default(20).describe('for list: show at most this many'),
  by: byWhom('for mark: who judged it'),
  project: projectOr('the current project; for list, all projects'),
  allProjects: allProjects('show the latest handoff across all projects'),
  from,
  self: selfInput,
})

type Given = z.infer<typeof input>

/** Where work stands, for the next session, and how it ended. */
export default operation({
  name: 'handoff',
  group: 'Find',
  summary: 'Shows where the work stands: goal, status, next step, blockers, files.',
  example: 'hindcast handoff show',
  input,
  positional: ['action', 'id', 'outcome'],
  reads: false,
  async run(given, ports) {
    const handoffs = given.action === 'mark' ? [await markHandoff(given, ports)] : await handoffsFor(given, ports)
    return { handoffs: handoffs.map(handoffDocument) }
  },
  forAgents: {
    says: 'Where work stood when a session ended: goal, state, next step, blockers. `mark` the outcome.',
    takes: { action: '', id: 'h_…', outcome: '' },
    fills: { limit: 5, by: 'agent', format: 'text' },
  },
  render: ({ handoffs }, screen, { action, format }) => {
    if (handoffs.length === 0)
      return action === 'list'
        ? 'No handoffs yet.'
        : 'No handoff in this project yet. To list those of other projects, run hindcast handoff list'
    if (action === 'list') return handoffTable(handoffs, screen)
    return handoffs.map((each) => FORMATS[format](each, screen)).join('\n\n')
  },
})

async function handoffsFor({ action, id, limit, ...place }: Given, ports: OperationPorts): Promise<readonly Handoff[]> {
  if (id !== undefined) return [await recordWithId('handoff', id, ports)]
  const [only, here] = await Promise.all([onlyProject(place, ports), projectOf(place.from, ports)])
  const newest = (of: string | undefined, most: number) =>
    ports.memories.records({ noun: 'handoff', ...(of !== undefined && { project: of }), limit: most })
  if (action === 'show') return newest(place.allProjects ? undefined : (only ?? here), 1)
  return ownFirst([only, here, limit], newest)
}

async function markHandoff({ id, outcome, by }: Given, ports: OperationPorts): Promise<Handoff> {
  if (id === undefined || outcome === undefined)
    throw new HindcastError('bad-input', `handoff mark needs an id and one of ${CHOICES.join(', ')}`)
  const handoff = await recordWithId('handoff', id, ports)
  await ports.memories.mark(handoff.id, outcome, by)
  return { ...handoff, outcome, outcomeBy: by }
}

function handoffDocument(handoff: Handoff): HandoffDocument {
  const { session, project: _p, evidence: _e, sealed: _s, ...rest } = handoff
  const { outcome = null, outcomeBy = null, outcomeReason = null } = handoff
  return { ...rest, sessionId: session, outcome, outcomeBy, outcomeReason }
}

function handoffTable(handoffs: readonly HandoffDocument[], screen: Screen): string {
  const rows = handoffs.map(({ id, at, sessionId, outcome, goal, now }) => [
    shortId(id),
    ago(at, screen.now),
    shortId(sessionId),
    outcome === null ? '' : outcomeSaid(outcome),
    oneLine(goal || now),
  ])
  return table(['ID', 'WRITTEN', 'SESSION', 'OUTCOME', 'GOAL'], rows, screen)
}

const FORMATS = {
  text: handoffText,
  yaml: handoffYaml,
  markdown: handoffPage,
} as const

const judgedBy = ({ outcomeBy, outcomeReason }: HandoffDocument): string =>
  outcomeBy === 'inferred'
    ? `inferred: ${outcomeReason}`
    : `according to ${outcomeBy === 'person' ? 'you' : 'the agent'}`

function handoffText(handoff: HandoffDocument, screen: Screen): string {
  const { id, at, sessionId, goal, now, next, recap, recapAt, outcome } = handoff
  const texts: readonly (readonly [string, string | readonly string[]])[] = [
    ['Goal', goal],
    ['Status', now],
    ['Next step', next],
    ...(recapAt === undefined ? [] : [[`Recap by the agent (${moment(recapAt, screen.now)})`, recap ?? ''] as const]),
    ['Blockers', handoff.blockers],
    ['Worked', handoff.worked],
    ['Did not work', handoff.failed],
    ['User chose', handoff.choices],
    ['Decisions', handoff.decisions],
    ['Outcome', outcome === null ? '' : `${outcomeSaid(outcome)} (${judgedBy(handoff)})`],
  ]
  return [
    `${screen.dim(`handoff · ${moment(at, screen.now)} · session ${shortId(sessionId)}`)}  ${screen.cyan(id)}`,
    ...texts.filter(([, { length }]) => length > 0).map(([label, value]) => labelledValue(label, value, screen)),
    ...(handoff.files.length === 0 ? [] : [labelledFiles('Files', handoff.files, screen)]),
  ].join('\n')
}
