import * as z from 'zod'
import type { Imported, ImportProgress, Survey } from '../ports.ts'
import { operation, type Paint } from './verb/operation.ts'
import { bar, bytes, count, duration } from './verb/words.ts'

const input = z.object({
  paths: z
    .union([z.string().transform((path) => [path]), z.array(z.string())])
    .default([])
    .describe(
      'transcripts to import, or folders of them; with --from claude-mem, databases (default: all that Hindcast can find)',
    ),
  from: z
    .string()
    .optional()
    .describe('where to import from ({client-name}, claude-mem; default: {client-name})')
    .meta({ chosen: true, called: 'source' }),
  dryRun: z.boolean().default(false).describe('show how much there is to import, without importing it'),
  progress: z.boolean().default(false).describe('show the progress of an import that is already running'),
})

type Output = (Imported & { readonly ms: number }) | Survey | ImportProgress

/** Reads the history that a client has; what was read before is skipped. */
export default operation({
  name: 'import',
  group: 'Start',
  summary: 'Imports earlier sessions from {client} or claude-mem. Safe to run again: it continues where it left off.',
  example: 'hindcast import --dry-run',
  input,
  positional: ['paths'],
  reads: false,
  // Files of an agent's own making would put words into the user's mouth
  needsPerson: ({ paths, dryRun, progress }) => paths.length > 0 && !dryRun && !progress,
  async run({ paths, from, dryRun, progress }, { imports: transcripts, claudeMem, clock }): Promise<Output> {
    const imports = from === 'claude-mem' ? claudeMem : transcripts
    if (progress) return imports.progress()
    if (dryRun) return imports.survey(paths, from)
    const began = clock.now()
    return { ...(await imports.run(paths, from)), ms: clock.now() - began }
  },
  watch: {
    input: { progress: true },
    line: (far) => importProgress(far as ImportProgress),
    start: ({ dryRun, progress }) => (dryRun || progress ? undefined : 'Importing earlier sessions'),
  },
  render: (output, paint) => {
    if ('ms' in output) return output.files === 0 ? NOTHING : done(output, paint).join('\n')
    return 'running' in output ? (importProgress(output) ?? 'No import is running.') : there(output)
  },
})

function done({ files, errors, ms, ...all }: Imported & { ms: number }, paint: Paint): readonly string[] {
  const kept = [all.sessions, all.prompts, all.events, all.observations]
    .map((n, at) => count(n, KEPT[at] ?? ''))
    .join(', ')
  const what = `${kept} from ${count(files, 'file')}`
  const time = duration(ms)
  const read =
    all.added === 0
      ? `Nothing new: ${what} were already imported (checked in ${time})`
      : `${paint.green('imported')}  ${all.known ? `${count(all.added, 'new record')}, which makes ` : ''}${what} in ${time}; more observations follow in the background`
  const shown = errors.slice(0, MOST_SHOWN).map(({ path, line, why }) => `skipped  ${path}:${line}: ${why}`)
  const rest = errors.length - shown.length
  return [read, ...shown, ...(rest > 0 ? [`and ${count(rest, 'more line')}`] : [])]
}

const KEPT = ['session', 'prompt', 'event', 'observation']
const MOST_SHOWN = 10
const NOTHING = 'No transcripts found, so nothing was imported.'

function there({ projects, sessions, files, bytes: size, unread = files }: Survey): string {
  if (sessions === 0) return 'No transcripts found.'
  const all = `${count(sessions, 'session')} in ${count(projects, 'project')}, ${bytes(size)}`
  if (unread === files) return `${all}; to import, run hindcast import`
  const rest = unread === 0 ? 'all imported before' : `${count(unread, 'new transcript')}`
  return `${all}; ${rest}; to import what is new, run hindcast import`
}

/** The progress on one line; nothing where none runs. */
function importProgress({
  running,
  files,
  bytes: size,
  filesDone,
  bytesDone,
  events,
}: ImportProgress): string | undefined {
  if (!running) return undefined
  const share = size === 0 ? 1 : Math.min(1, bytesDone / size)
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  return `${bar(share)} ${percent}  ${bytes(bytesDone)} of ${bytes(size)}, ${filesDone} of ${count(files, 'file')}, ${count(events, 'new event')}`
}
