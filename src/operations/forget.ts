import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { allNouns } from '../domain/nouns/records.ts'
import type { Found, OperationPorts, Selection } from '../ports.ts'
import { knownProject, sessionOf, thisProject } from './verb/inputs.ts'
import { cutText } from './verb/layout.ts'
import { operation } from './verb/operation.ts'
import { count, countOf, shortId, typeSaid } from './verb/words.ts'

const input = z.object({
  ids: z
    .union([z.array(z.string()).min(1), z.string().transform((id) => [id])])
    .optional()
    .describe('ids of records, or unique prefixes of them'),
  session: z
    .string()
    .optional()
    .describe('everything from the session with this id (or unique prefix)')
    .meta({ called: 'id' }),
  project: thisProject('everything from the project'),
  match: z.string().min(1).optional().describe('every record that contains this text').meta({ called: 'text' }),
  yes: z
    .boolean()
    .default(false)
    .describe('delete without confirmation (default: list what would be deleted and, in a terminal, ask)'),
})

/** Permanently deletes records, everything derived from them, and every byte of them in Hindcast's own files. */
export default operation({
  name: 'forget',
  group: 'Control',
  summary:
    'Permanently deletes records, everything derived from them, and their copies in backups. A later import does not restore them.',
  example: 'hindcast forget --match "project bluebird"',
  input,
  positional: ['ids'],
  reads: false,
  needsPerson: ({ yes }) => yes,
  async run({ yes, ...asked }, ports) {
    const { selection, found, stillIn } = await surveyOf(asked, ports)
    if (isNothing(found) && asked.match !== undefined) {
      // The text may stand in code alone
      await ports.code.forget()
      return { forgotten: found.counts, stillIn }
    }
    if (!yes)
      throw new HindcastError(
        'unconfirmed',
        `would permanently delete ${totalWords(found.counts)}${await derivedLater(ports)}`,
        {
          details: [...(await recordTitles(found, MOST_LISTED, ports)), ...heldBy(stillIn)],
        },
      )
    const { counts } = await forgetSelection(selection, ports, found)
    await sweep(ports)
    return { forgotten: counts, stillIn }
  },
  render: ({ forgotten, stillIn }, paint) =>
    [
      Object.values(forgotten).every((n) => n === 0)
        ? 'Nothing matches; nothing was deleted.'
        : `${paint.green('deleted')}  ${totalWords(forgotten)}`,
      ...heldBy(stillIn).map(paint.short),
    ].join('\n'),
})

type Asked = Omit<z.infer<typeof input>, 'yes'>

/** What an input selects, what that would delete, and the clients' own files that still hold it. */
export async function surveyOf(asked: Asked, ports: OperationPorts) {
  const selection = await selectionOf(asked, ports)
  const found = await ports.ledger.survey(selection)
  return { selection, found, stillIn: await holding(found, asked.match, ports) }
}

/** The records that a person would know by their titles, one line each; events are only counted. */
export async function recordTitles(
  { ids, counts }: Found,
  most: number,
  { history }: OperationPorts,
): Promise<readonly string[]> {
  const titled = ids.filter((id) => !id.startsWith('e_'))
  const rows = await history.rows(titled.slice(0, most))
  const kinds = rows.map(({ kind }) => typeSaid(kind))
  const width = Math.max(0, ...kinds.map(({ length }) => length))
  const more = sumOf(counts) - rows.length
  return [
    ...rows.map(
      ({ id, title }, n) => `  ${shortId(id)}  ${kinds[n]?.padEnd(width)}  ${cutText(oneLine(title), TITLE_MAX)}`,
    ),
    ...(more > 0 && rows.length > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
  ]
}

const MOST_LISTED = 20
const TITLE_MAX = 50

/** Which of the clients' transcripts contain it too, and that they are left alone. */
function heldBy(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return []
  return [
    `The same text is also in ${count(paths.length, 'transcript')}, which Hindcast does not edit (deleted records are never imported again):`,
    ...paths.map((path) => `  ${path}`),
  ]
}

/** The selection, in whole ids. Throws `bad-input` where it is ambiguous, `not-found` where nothing has such an id. */
async function selectionOf({ ids, session, project, match }: Asked, ports: OperationPorts): Promise<Selection> {
  const given = [ids, session, project, match].filter((each) => each !== undefined).length
  if (given !== 1)
    throw new HindcastError(
      'bad-input',
      `forget ${given === 0 ? 'needs' : 'takes only one of'} ids, --session, --project ${given === 0 ? 'or' : 'and'} --match`,
    )
  if (session !== undefined) return { session: await sessionOf(session, ports) }
  if (project !== undefined) return { project: await knownProject(project, ports) }
  if (match !== undefined) return { match }
  const found = (await ports.memories.show(ids ?? [])).map(({ record }) => record.id)
  const missing = (ids ?? []).filter((id) => !found.some((whole) => whole.startsWith(id)))
  if (missing.length > 0) throw new HindcastError('not-found', `no record matches '${missing.join("', '")}'`)
  return { ids: found }
}

/** The clients' own files that hold it. */
async function holding({ transcripts }: Found, match: string | undefined, { workspace }: OperationPorts) {
  const files = await Promise.all(transcripts.map((transcript) => workspace.stillIn(transcript, match)))
  return [...new Set(files.flat())]
}

/** More records than this are deleted in batches of PART, so that no hook waits for all of them. */
const AT_ONCE = 400
const PART = 50

/** Deletes a selection, a large one in batches; `found`: what a survey found of it. */
export async function forgetSelection(selection: Selection, ports: ForgetPorts, found?: Found): Promise<Found> {
  const all = await withdrawn(selection, ports, found ?? (await ports.ledger.survey(selection)))
  return (all.ids.length > AT_ONCE ? inParts : atOnce)(selection, all, ports)
}

type ForgetPorts = Pick<OperationPorts, 'ledger' | 'clock' | 'artifacts'>

/** First the lessons leave the files that they were written to, which changes the records of those files. */
async function withdrawn(selection: Selection, { ledger, artifacts }: ForgetPorts, found: Found): Promise<Found> {
  const lessons = found.ids.filter((id) => id.startsWith('l_'))
  if (lessons.length === 0) return found
  await artifacts.withdraw(lessons)
  return ledger.survey(selection)
}

function atOnce(selection: Selection, found: Found, { ledger, clock }: ForgetPorts): Promise<Found> {
  const ids = selection.match === undefined ? selection.ids : found.ids
  return ledger.forget({ ...selection, ids }, clock.now())
}

/**
 * First everything is marked as forgotten, so that nothing is read or derived again; then it is deleted, derived records
 * first. If this stops in the middle, the same selection still finds the rest.
 */
async function inParts(selection: Selection, found: Found, { ledger, clock }: ForgetPorts): Promise<Found> {
  const at = clock.now()
  const { session, project } = selection
  await ledger.forget({ session, project, ids: [], step: 'mark' }, at)
  for (const ids of batches(found.ids)) await ledger.forget({ ids, step: 'mark' }, at)
  const all = await ledger.survey(selection)
  for (const ids of batches(all.ids.toReversed())) await ledger.forget({ ids, step: 'erase' }, at)
  // Rows without an id of their own that belong to the session or project, or contain the text
  if (selection.ids === undefined) await ledger.forget(selection, at)
  return all
}

const batches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / PART) }, (_, n) => ids.slice(n * PART, (n + 1) * PART))

/** Until no byte is left; other calls are answered in between. */
async function sweep({ ledger }: OperationPorts): Promise<void> {
  while (await ledger.sweep());
}

const sumOf = (counts: Found['counts']): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

const isNothing = ({ counts }: Found): boolean => sumOf(counts) === 0

/** How many records that is in all, where there are several; derived ones need not contain the text themselves. */
function totalWords(counts: Found['counts']): string {
  const all = sumOf(counts)
  const words = forgetWords(counts)
  return all === 1 ? words : `${count(all, 'record')} (derived ones included): ${words}`
}

/** What jobs that still wait derive from the records is deleted with them, but cannot be counted yet. */
const derivedLater = async ({ jobs }: OperationPorts): Promise<string> =>
  (await jobs.counts()).pending === 0 ? '' : ', and what is still being derived from them'

/** How many records of each kind, in words. */
export const forgetWords = (counts: Found['counts']): string => {
  const found = allNouns.flatMap((noun) => {
    const n = counts[noun.table as keyof Found['counts']] ?? 0
    return n > 0 ? [countOf(n, noun)] : []
  })
  return found.join(', ') || 'nothing'
}
