import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { allNouns } from '../domain/nouns/records.ts'
import type { Found, OperationPorts, Selection } from '../ports.ts'
import { projectOf, sessionOf, thisProject } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { count } from './verb/words.ts'

const input = z.object({
  ids: z
    .union([z.array(z.string()).min(1), z.string().transform((id) => [id])])
    .optional()
    .describe('ids of records (p_…, e_…, o_…, m_…); a unique beginning will do'),
  session: z.string().optional().describe('a whole session; a unique beginning of its id will do'),
  project: thisProject,
  match: z.string().min(1).optional().describe('every record that holds this text'),
  yes: z.boolean().default(false).describe('without it, says what would go and forgets nothing'),
})

/** Deletes records, all that was made from them, and every byte of them in Hindcast's own files; for good. */
export default operation({
  name: 'forget',
  summary: 'Deletes records and all that was made from them, for good: a later import does not bring them back.',
  example: 'hindcast forget --match "project bluebird"',
  input,
  positional: ['ids'],
  reads: false,
  needsPerson: ({ yes }) => yes,
  async run({ yes, ...asked }, ports) {
    const selection = await selectionOf(asked, ports)
    const found = await ports.ledger.survey(selection)
    const stillIn = await holding(found, asked.match, ports)
    if (isNothing(found) && asked.match !== undefined) return { forgotten: found.counts, stillIn }
    if (!yes) throw new HindcastError('unconfirmed', `${words(found.counts)} would go, for good`)
    const { counts } = await forgetSelection(selection, ports, found)
    await sweep(ports)
    return { forgotten: counts, stillIn }
  },
  render: ({ forgotten, stillIn }, paint) =>
    [
      `${paint.green('forgotten')}  ${words(forgotten)}`,
      ...stillIn.map((path) => `${paint.yellow('still in')}  ${path}`),
      ...(stillIn.length === 0 ? [] : ["Others' files are left as they are; nothing of this is read from them again."]),
    ].join('\n'),
})

type Asked = Omit<z.infer<typeof input>, 'yes'>

/** What is meant, in whole ids. Throws `bad-input` where it is not one thing, `not-found` where it is not there. */
async function selectionOf({ ids, session, project, match }: Asked, ports: OperationPorts): Promise<Selection> {
  if ([ids, session, project, match].filter((each) => each !== undefined).length !== 1)
    throw new HindcastError('bad-input', 'forget: name ids, or one of --session, --project, --match')
  if (session !== undefined) return { session: await sessionOf(session, ports) }
  if (project !== undefined) return { project: await projectOf(project, ports) }
  if (match !== undefined) return { match }
  const found = (await ports.memories.show(ids ?? [])).map(({ record }) => record.id)
  const missing = (ids ?? []).filter((id) => !found.some((whole) => whole.startsWith(id)))
  if (missing.length > 0) throw new HindcastError('not-found', missing.join(', '))
  return { ids: found }
}

/** The clients' own files that told of it. */
async function holding({ transcripts }: Found, match: string | undefined, { workspace }: OperationPorts) {
  const files = await Promise.all(transcripts.map((transcript) => workspace.stillIn(transcript, match)))
  return [...new Set(files.flat())]
}

/** More records than this go in parts of PART, so that no answer waits for all of them. */
const AT_ONCE = 400
const PART = 50

/** Deletes a selection, much of it a part at a time; `found` is what a survey found of it. */
export async function forgetSelection(selection: Selection, ports: ForgetPorts, found?: Found): Promise<Found> {
  const all = found ?? (await ports.ledger.survey(selection))
  return (all.ids.length > AT_ONCE ? inParts : atOnce)(selection, all, ports)
}

type ForgetPorts = Pick<OperationPorts, 'ledger' | 'clock'>

function atOnce(selection: Selection, found: Found, { ledger, clock }: ForgetPorts): Promise<Found> {
  const ids = selection.match === undefined ? selection.ids : found.ids
  return ledger.forget({ ...selection, ids }, clock.now())
}

/**
 * First all is kept away, so that no reader brings back and nothing makes anew what is deleted next, what was derived first:
 * who is stopped in the middle finds the rest by the same question.
 */
async function inParts(selection: Selection, found: Found, { ledger, clock }: ForgetPorts): Promise<Found> {
  const at = clock.now()
  const { session, project } = selection
  await ledger.forget({ session, project, ids: [], step: 'bury' }, at)
  for (const ids of partsOf(found.ids)) await ledger.forget({ ids, step: 'bury' }, at)
  const all = await ledger.survey(selection)
  for (const ids of partsOf(all.ids.toReversed())) await ledger.forget({ ids, step: 'erase' }, at)
  // What has no id of its own: whatever else is of the session or project, or holds the text
  if (selection.ids === undefined) await ledger.forget(selection, at)
  return all
}

const partsOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / PART) }, (_, n) => ids.slice(n * PART, (n + 1) * PART))

/** Until no byte is left, with answers in between. */
async function sweep({ ledger }: OperationPorts): Promise<void> {
  while (await ledger.sweep());
}

const isNothing = ({ counts }: Found): boolean => Object.values(counts).every((n) => n === 0)

const words = (counts: Found['counts']): string => {
  const found = allNouns.flatMap(({ name, table }) => {
    const n = counts[table as keyof Found['counts']] ?? 0
    return n > 0 ? [count(n, name, table)] : []
  })
  return found.join(', ') || 'nothing'
}
