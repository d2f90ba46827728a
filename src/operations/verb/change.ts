import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import type { ConnectionChange, ConnectionPlace } from '../../ports.ts'
import { caller } from './inputs.ts'
import { wrappedLines } from './layout.ts'
import type { Screen } from './operation.ts'

/** Which client, and which of its settings files. */
export const place = z.object({
  host: z.string().optional().describe('the coding agent (default: {client-name})').meta({ called: 'client' }),
  scope: z
    .enum(['user', 'project'])
    .default('user')
    .describe(
      'which settings to change\nuser: your own, for all projects\nproject: the local settings of one project, which are not committed',
    ),
  project: z.string().optional().describe("with --scope project: the project's folder (default: the current folder)"),
  from: z.string().optional().describe('the current folder'),
  caller,
  dryRun: z.boolean().default(false).describe('show what would change, without changing it'),
})

/** The place that an input names. Throws `bad-input` where the project scope has no folder. */
export function connectionPlace({
  host,
  scope,
  project,
  from,
  caller,
  dryRun,
}: z.infer<typeof place>): ConnectionPlace {
  const projectDir = project ?? from
  if (scope === 'project' && projectDir === undefined)
    throw new HindcastError('bad-input', '--scope project needs --project DIR')
  const environment = caller?.environment
  return scope === 'project' ? { host, scope, projectDir, environment, dryRun } : { host, scope, environment, dryRun }
}

/** What connect and disconnect return. */
export interface Reported {
  readonly changed: readonly string[]
  /** Those of them that did not exist before, and those that are gone. */
  readonly created: readonly string[]
  readonly deleted: readonly string[]
  /** Nothing was written; `changed` names what would be. */
  readonly dryRun?: true
  readonly diff: string
  readonly warnings: readonly string[]
}

/** A change as a document. Throws `bad-settings` where a file was refused. */
export function connectionReport(
  { changed, files, warnings, notes, refused }: ConnectionChange,
  dryRun = false,
): Reported {
  const [first] = refused
  if (first) {
    const at = first.line === undefined ? first.path : `${first.path}:${first.line}`
    throw new HindcastError('bad-settings', `${at}: ${first.why}`, { remedy: `${first.remedy}, then try again` })
  }
  const diff = patchOf(files)
  const pathsOf = (some: ConnectionChange['files']) => some.map(({ path }) => path)
  const created = pathsOf(files.filter(({ before }) => before === undefined))
  const deleted = pathsOf(files.filter(({ after }) => after === undefined))
  return { changed, created, deleted, ...(dryRun && { dryRun }), diff, warnings: [...warnings, ...notes] }
}

/** Changes of files as one patch. */
export const patchOf = (files: ConnectionChange['files']): string =>
  files
    .map(({ path, before = '', after = '' }) =>
      createTwoFilesPatch(path, path, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY }),
    )
    .join('')

/** What was done to each file, a line for each; `done`: `added Hindcast to`. */
export const changeLines = (
  { changed, created, deleted }: Pick<Reported, 'changed' | 'created' | 'deleted'>,
  done: string,
  { green, short }: Screen,
): readonly string[] =>
  changed.map((path) => {
    if (deleted.includes(path)) return `${green('✓')} deleted ${short(path)}, which Hindcast had created`
    return `${green('✓')} ${created.includes(path) ? 'created' : done} ${short(path)}`
  })

const plannedLines = ({ changed, created, deleted }: Reported, { short }: Screen): readonly string[] =>
  changed.map((path) => {
    const verb = deleted.includes(path) ? 'delete' : created.includes(path) ? 'create' : 'change'
    return `would ${verb} ${short(path)}`
  })

/** The change in words. */
export function renderChange(change: Reported, done: string, screen: Screen): string {
  const { changed, dryRun, diff, warnings } = change
  const lines = warnings.map((warning) => screen.yellow(wrappedLines(`note: ${warning}`, screen.columns, 4).join('\n')))
  if (changed.length === 0) return ['Already up to date.', ...lines].join('\n')
  const paths = dryRun ? plannedLines(change, screen) : changeLines(change, done, screen)
  return [...paths, ...(dryRun && diff !== '' ? [diff.trimEnd()] : []), ...lines].join('\n')
}
