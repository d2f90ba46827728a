import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { ArchiveProgress, RestoredAll } from '../ports.ts'
import exportOperation from './export.ts'
import { operation } from './verb/operation.ts'
import { count, duration } from './verb/words.ts'

const input = z.object({
  path: z.string().optional().describe('a file or folder written by hindcast export; not needed with --progress'),
  progress: z.boolean().default(false).describe('show the progress of an export or restore that is already running'),
})

type Output = (RestoredAll & { readonly ms: number }) | ArchiveProgress

/** Merges an exported file into the store. */
export default operation({
  name: 'restore',
  group: 'Control',
  summary:
    'Restores the records from an export, except those already in the database or deleted with `hindcast forget`; safe to run again.',
  example: 'hindcast restore memory.jsonl',
  input,
  positional: ['path'],
  reads: false,
  needsPerson: ({ progress }) => !progress,
  async run({ path, progress }, { archives, clock }): Promise<Output> {
    if (progress) return archives.progress()
    if (path === undefined) throw new HindcastError('bad-input', 'restore needs the path of an export')
    const began = clock.now()
    return { ...(await archives.restore(path)), ms: clock.now() - began }
  },
  watch: exportOperation.watch as NonNullable<typeof exportOperation.watch>,
  render: (output, paint, given) => {
    if ('running' in output) return exportOperation.render(output, paint, given)
    const { complete, there, refused, malformed, errors, ms } = output
    const what = `${count(output.new, 'new record')}, ${there.toLocaleString('en')} already here, ${refused.toLocaleString('en')} skipped`
    const rest = malformed - errors.length
    return [
      `${paint.green('restored')}  ${what}, in ${duration(ms)}`,
      ...(refused > 0 ? ['Skipped records were forgotten here, or are excluded from recording.'] : []),
      ...errors.map(({ line, why }) => `${paint.yellow('invalid')}  line ${line}: ${why}`),
      ...(rest > 0 ? [`and ${count(rest, 'more line')}`] : []),
      ...(complete ? [] : [paint.yellow('The file is incomplete; every record that could be read was restored.')]),
    ].join('\n')
  },
})
