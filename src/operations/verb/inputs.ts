import { parseDate } from 'chrono-node'
import * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import type { Clean } from '../../domain/redaction/clean.ts'
import type { OperationPorts } from '../../ports.ts'

/** `--project`: a folder, or a path as it was recorded. */
export const project = z.string().optional().describe('only this project: a folder, or a path as it was recorded')

/** `--project [DIR]`: where a verb is about one project; on the command line without a folder, the current one. */
export const thisProject = project.meta({ here: true })

/** The folder that a call comes from: its project is ranked first. The CLI and the agent's client fill it in. */
export const from = z.string().optional().describe('the folder asked from; its project is ranked first')

/** The agent's own call, which its session's event told of: only the agent's client fills it in. */
export const self = z
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

/** Who calls: the command line fills it in, with its release and what of its environment decides how clients reach us. */
export const caller = z
  .object({ version: z.string().optional(), environment: z.record(z.string(), z.string()).optional() })
  .optional()
  .describe('the calling program')
  .meta({ caller: true })

/** `--all-projects`: says aloud what holds where no project is named. */
export const allProjects = z
  .preprocess((raw) => (raw === 'true' ? true : raw), z.boolean())
  .default(false)
  .describe('every project, the current one first: so it is without --project too')

/** The one project that is named, by its id; undefined where all are meant. Throws `bad-input` where both are. */
export async function onlyProject(
  { project, allProjects }: { readonly project?: string | undefined; readonly allProjects: boolean },
  ports: OperationPorts,
): Promise<string | undefined> {
  if (allProjects && project !== undefined)
    throw new HindcastError('bad-input', 'name one project or all of them, not both')
  return projectOf(project, ports)
}

/** A time in words or digits, as epoch milliseconds. */
export const when = z.union([z.string(), z.number()]).transform((given, context) => {
  const at = typeof given === 'number' ? given : parseDate(given)?.getTime()
  if (at !== undefined) return at
  context.addIssue(`"${given}" is no time that is understood`)
  return z.NEVER
})

/** The id of the project that a folder belongs to, or that was recorded under this path. */
export async function projectOf(path: string | undefined, ports: OperationPorts): Promise<Clean | undefined> {
  if (path === undefined) return undefined
  const known = await ports.evidence.projects()
  const recorded = known.find(({ root, id }) => root === path || id === path)
  if (recorded) return recorded.id
  return (await ports.workspace.locate(path)).project.id
}

/** The one session whose id begins with this. Throws `not-found` for none or several. */
export async function sessionOf(prefix: string, ports: OperationPorts): Promise<Clean> {
  const found = await ports.evidence.sessions({ id: prefix, limit: 2 })
  const exact = found.find(({ id }) => id === prefix) ?? (found.length === 1 ? found[0] : undefined)
  if (exact) return exact.id
  throw new HindcastError(
    'not-found',
    found.length === 0 ? `no session ${prefix}` : `several sessions begin with ${prefix}`,
  )
}
