import { createTwoFilesPatch } from 'diff'
import * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import type { ConnectionChange, ConnectionPlace } from '../../ports.ts'
import { caller } from './inputs.ts'
import type { Paint } from './operation.ts'

/** Which client, and which of its settings files. */
export const place = z.object({
  host: z.string().optional().describe('the client; not needed if there is only one').meta({ called: 'client' }),
  scope: z
    .enum(['user', 'project'])
    .default('user')
    .describe('your user settings, or the local settings of one project'),
  project: z.string().optional().describe('the project folder, with --scope project'),
  from: z.string().optional().describe('the current folder'),
  caller,
  dryRun: z.boolean().default(false).describe('show what would change, without changing it'),
})

/** The place that an input names. Throws `bad-input` where the project scope has no folder. */
export function placeOf({ host, scope, project, from, caller, dryRun }: z.infer<typeof place>): ConnectionPlace {
  const projectDir = project ?? from
  if (scope === 'project' && projectDir === undefined)
    throw new HindcastError('bad-input', '--scope project needs --project DIR')
  const environment = caller?.environment
  return scope === 'project' ? { host, scope, projectDir, environment, dryRun } : { host, scope, environment, dryRun }
}

/** What connect and disconnect return. */
export interface Reported {
  readonly changed: readonly string[]
  /** Nothing was written; `changed` names what would be. */
  readonly dryRun?: true
  readonly diff: string
  readonly warnings: readonly string[]
}

/** A change as a document. Throws `bad-settings` where a file was refused. */
export function reported({ changed, files, warnings, notes, refused }: ConnectionChange, dryRun = false): Reported {
  const [first] = refused
  if (first) {
    const at = first.line === undefined ? first.path : `${first.path}:${first.line}`
    throw new HindcastError('bad-settings', `${at}: ${first.why}`, { remedy: `${first.remedy}, then try again` })
  }
  const diff = files
    .map(({ path, before, after }) => createTwoFilesPatch(path, path, before ?? '', after ?? ''))
    .join('')
  return { changed, ...(dryRun && { dryRun }), diff, warnings: [...warnings, ...notes] }
}

/** The change in words. */
export function renderChange({ changed, dryRun, diff, warnings }: Reported, done: string, paint: Paint): string {
  const lines = warnings.map((warning) => paint.yellow(`note: ${warning}`))
  if (changed.length === 0) return ['Already up to date.', ...lines].join('\n')
  const paths = changed.map((path) => (dryRun ? `would change  ${path}` : `${paint.green('✓')} ${done} ${path}`))
  return [...paths, ...(dryRun && diff !== '' ? [diff.trimEnd()] : []), ...lines].join('\n')
}
