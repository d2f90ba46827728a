import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { ArchiveProgress, RestoredAll } from '../ports.ts'
import exportOperation from './export.ts'
import { operation } from './verb/operation.ts'
import { count, duration } from './verb/words.ts'

const input = z.object({
  path: z.string().optional().describe('a file that export wrote, or its folder of Markdown'),
  progress: z.boolean().default(false).describe('says how far the running export or restore has come'),
})

type Output = (RestoredAll & { readonly ms: number }) | ArchiveProgress

/** Merges an exported file into what is kept. */
export default operation({
  name: 'restore',
  summary: 'Merges what `export` wrote into what is kept, by id; twice changes nothing, what was forgotten stays away.',
  example: 'hindcast restore memory.jsonl',
  input,
  positional: ['path'],
  reads: false,
  needsPerson: ({ progress }) => !progress,
  async run({ path, progress }, { archives, clock }): Promise<Output> {
    if (progress) return archives.progress()
    if (path === undefined) throw new HindcastError('bad-input', 'restore needs the file or folder to read')
    const began = clock.now()
    return { ...(await archives.restore(path)), ms: clock.now() - began }
  },
  watch: exportOperation.watch as NonNullable<typeof exportOperation.watch>,
  render: (output, paint, given) => {
    if ('running' in output) return exportOperation.render(output, paint, given)
    const { complete, there, refused, malformed, errors, ms } = output
    const what = `${count(output.new, 'new record')}, ${there.toLocaleString('en')} already there, ${refused.toLocaleString('en')} refused`
    const rest = malformed - errors.length
    return [
      `${paint.green('restored')}  ${what}, in ${duration(ms)}`,
      ...(refused > 0 ? ['What is refused was forgotten here, or is not to be kept.'] : []),
      ...errors.map(({ line, why }) => `${paint.yellow('not read')}  line ${line}: ${why}`),
      ...(rest > 0 ? [`and ${count(rest, 'line')} more`] : []),
      ...(complete ? [] : [paint.yellow('The file is not whole: what could be read of it is restored.')]),
    ].join('\n')
  },
})
