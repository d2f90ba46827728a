import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { parseDate } from 'chrono-node'
import * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import type { OperationPorts, Scope } from '../../ports.ts'
import { projectOf, sessionOf, thisProject } from './inputs.ts'
import type { Screen } from './operation.ts'
import { moment } from './words.ts'

/** What a pause or a switch applies to: one session, one project, or everything. */
export const scopeInput = z.object({
  session: z.string().optional().describe('only the session with this id (or unique prefix)').meta({ called: 'id' }),
  project: thisProject('only the project'),
})

/** A pause as people see it; `until` is epoch milliseconds, null for one without an end. */
export interface Paused {
  readonly scope: string
  readonly until: number | null
}

/** The scope that an input names. Throws `bad-input` where it names both. */
export async function pauseScope(
  { session, project }: z.infer<typeof scopeInput>,
  ports: OperationPorts,
): Promise<Cleaned<Scope>> {
  if (session !== undefined && project !== undefined)
    throw new HindcastError('bad-input', '--session and --project cannot be used together')
  if (session !== undefined) return { session: await sessionOf(session, ports) }
  return project === undefined ? {} : { project: await projectOf(project, ports) }
}

/** When a pause of this length, begun now, ends; undefined for one without an end. Throws `bad-input`. */
export function pauseEnd(howLong: string | undefined, now: number): number | undefined {
  if (howLong === undefined) return undefined
  const until = parseDate(howLong, new Date(now), { forwardDate: true })?.getTime()
  const remedy = 'use a time such as 2h, "90 min" or "tomorrow at 9"'
  if (until === undefined) throw new HindcastError('bad-input', `'${howLong}' is not a time`, { remedy })
  if (until <= now) throw new HindcastError('bad-input', `'${howLong}' is in the past`, { remedy })
  return until
}

/** What is paused now. */
export async function pausedNow(ports: OperationPorts): Promise<readonly Paused[]> {
  const pauses = await ports.ledger.paused(ports.clock.now())
  const nameOf = await scopeNames(pauses, ports)
  return pauses.map((pause) => ({ scope: nameOf(pause), until: pause.until ?? null }))
}

/** How to name any of these scopes to a person: a project by its folder. */
export async function scopeNames(
  scopes: readonly Scope[],
  { evidence }: OperationPorts,
): Promise<(scope: Scope) => string> {
  const projects = scopes.some(({ project }) => project !== undefined) ? await evidence.projects() : []
  const rootOf = (id: string) => projects.find((project) => project.id === id)?.root ?? id
  return ({ session, project }) =>
    session !== undefined ? `session ${session}` : project !== undefined ? `project ${rootOf(project)}` : 'everything'
}

/** What is paused and until when, one pause a line, with `between` before the end. */
export const pauseLines = (paused: readonly Paused[], between: string, now: number): readonly string[] =>
  paused.map(
    ({ scope, until }) => `${scope}${between} until ${until === null ? 'you run hindcast resume' : moment(until, now)}`,
  )

/** Pauses as sentences: `Everything is paused until today 14:05.` */
export const pauseSentences = (
  paused: readonly Paused[],
  how: 'paused' | 'still paused',
  { now, short }: Screen,
): readonly string[] =>
  pauseLines(paused, ` is ${how}`, now).map((line) => short(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`))
