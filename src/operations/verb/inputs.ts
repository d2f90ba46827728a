import type { Clean } from '@hindcast/redaction/clean.ts'
import { baseName } from '@hindcast/text/paths.ts'
import { nearest } from '@hindcast/text/suggestion.ts'
import * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import type { OperationPorts } from '../../ports.ts'

/** `--project`: a folder, or a path as it was recorded; and what is meant without it. */
export const projectOr = (otherwise: string) =>
  z.string().optional().describe(`only the project that contains dir (default: ${otherwise})`)

/** `--project [DIR]` of a verb that changes one project; on the command line without a folder, the current one. */
export const thisProject = (what: string) =>
  z.string().optional().describe(`${what} that contains dir (without dir: the current project)`).meta({ here: true })

/** What is wrong with a text of more than `max` characters; worded only when needed, since the first number takes 12 ms. */
export const tooLong = (max: number) => ({ error: () => `is longer than ${max.toLocaleString('en')} characters` })

/** The folder that a call comes from: its project is ranked first. The CLI and the agent's client fill it in. */
export const from = z.string().optional().describe('the current folder; its project is ranked first')

/** The session that an agent calls from, known from its own tool event: only the agent's client fills it in. */
export const selfInput = z
  .object({
    session: z.string(),
    project: z.string(),
    agent: z.string().optional(),
    promptId: z.string().optional(),
  })
  .optional()
  .describe("the calling agent's session")
  .meta({ self: true })

/** Adds the names that text shows and documents leave out: the command line fills it in where it prints text. */
export const names = z.boolean().default(false).describe('adds names of projects').meta({ text: true })

/** Who calls: the command line fills in its version and the environment variables that decide how clients reach us. */
export const caller = z
  .object({ version: z.string().optional(), environment: z.record(z.string(), z.string()).optional() })
  .optional()
  .describe('the calling program')
  .meta({ caller: true })

/** `--by`: a person or an agent. Documents call the user a person. */
export const byWhom = (what: string) =>
  z
    .enum(['user', 'agent', 'person'])
    .default('user')
    .transform((who) => (who === 'agent' ? who : 'person'))
    .describe(what)
    .meta({ enum: ['user', 'agent'], called: 'who' })

/** Whether a person asks, who may look at whatever they can read: the command line says so, and the daemon finds out whether it is true. */
export const anywhere = z
  .boolean()
  .default(false)
  .describe('also outside of the project: only a person may ask that')
  .meta({ person: true })

/** `--all-projects`. */
export const allProjects = (sentence: string) =>
  z
    .preprocess((raw) => (raw === 'true' ? true : raw), z.boolean())
    .default(false)
    .describe(sentence)

/** `--all-projects` of a verb that covers them all by default: accepted, but not in the help. */
export const allByDefault = allProjects('the default').meta({ hidden: true })

/** Which projects a call is about: `project` is a folder, `from` the current one. */
export interface ProjectChoice {
  readonly project?: string | undefined
  readonly allProjects: boolean
  readonly from?: string | undefined
}

/**
 * The id of the one project that is named; undefined where all are meant. Throws `bad-input` where both are given,
 * `not-found` where nothing is recorded of it.
 */
export async function onlyProject(
  { project, allProjects }: Pick<ProjectChoice, 'project' | 'allProjects'>,
  ports: OperationPorts,
): Promise<string | undefined> {
  if (allProjects && project !== undefined)
    throw new HindcastError('bad-input', '--project and --all-projects cannot be used together')
  return knownProject(project, ports)
}

/** A project of which something is recorded, by a path. Throws `not-found` with the one that was probably meant. */
export async function knownProject(path: string | undefined, ports: OperationPorts): Promise<Clean | undefined> {
  const id = await projectOf(path, ports)
  if (path === undefined || id === undefined) return id
  const known = await ports.evidence.projects()
  if (known.some((one) => one.id === id)) return id
  const roots = known.map(({ root }) => root)
  const meant = roots.find((root) => baseName(root) === baseName(path)) ?? nearest(path, roots)
  const remedy = meant === undefined ? rootsSaid(roots) : `did you mean --project ${meant}?`
  throw new HindcastError('not-found', `nothing recorded for project '${path}'`, { remedy })
}

/** What to pass instead: the projects that have records, or the first of them. */
function rootsSaid(roots: readonly string[]): string {
  if (roots.length === 0) return 'no project has any records yet'
  const more = roots.length > MOST_ROOTS ? ` and ${roots.length - MOST_ROOTS} more` : ''
  return `recorded projects: ${roots.slice(0, MOST_ROOTS).join(', ')}${more}`
}

const MOST_ROOTS = 5

/** The id of the project that a folder belongs to, or that was recorded under this path. */
export async function projectOf(path: string | undefined, ports: OperationPorts): Promise<Clean | undefined> {
  if (path === undefined) return undefined
  const known = await ports.evidence.projects()
  const recorded = known.find(({ root, id }) => root === path || id === path)
  if (recorded) return recorded.id
  return (await ports.workspace.locate(path)).project.id
}

/** The newest of the one project that is named, or of all projects, those of the current project first. */
export async function ownFirst<T extends { readonly project: string }>(
  [only, here, limit]: readonly [only: string | undefined, here: string | undefined, limit: number],
  newest: (project: string | undefined, limit: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const all = await newest(only, limit)
  if (only !== undefined || here === undefined) return all
  return [...(await newest(here, limit)), ...all.filter(({ project }) => project !== here)].slice(0, limit)
}

/** The session that a call without one most likely belongs to: the open one of a project that was active last; '' if none. */
export async function newestSession(project: string, { evidence }: OperationPorts): Promise<string> {
  const open = await evidence.sessions({ project, open: true, limit: 20 })
  return open.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]?.id ?? ''
}

/** The one session whose id begins with this. Throws `not-found` for none or several. */
export async function sessionOf(prefix: string, { evidence }: OperationPorts): Promise<Clean> {
  const found = await evidence.sessions({ id: prefix, limit: 2 })
  return oneSession(found, prefix, ({ id }) => id, {
    what: 'session',
    remedy: 'to list sessions, run hindcast sessions',
  }).id
}

/** The one of these sessions whose id this is, or the only one of them. Throws `not-found` for none or several. */
export function oneSession<T>(
  found: readonly T[],
  prefix: string,
  idOf: (one: T) => string,
  { what, remedy }: { readonly what: string; readonly remedy: string },
): T {
  const exact = found.find((one) => idOf(one) === prefix) ?? (found.length === 1 ? found[0] : undefined)
  if (exact !== undefined) return exact
  throw found.length === 0
    ? new HindcastError('not-found', `no ${what} matches '${prefix}'`, { remedy })
    : new HindcastError('not-found', `several sessions begin with '${prefix}'`, { remedy: 'pass more of the id' })
}
