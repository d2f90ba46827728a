import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { allNouns } from '../domain/nouns/records.ts'
import type { ArchiveProgress, Exported } from '../ports.ts'
import { operation } from './verb/operation.ts'
import { bar, bytes, count, countOf, duration } from './verb/words.ts'

const input = z.object({
  path: z
    .string()
    .optional()
    .describe('the file to write or, with --format markdown, the folder; not needed with --progress'),
  format: z
    .enum(['jsonl', 'markdown'])
    .default('jsonl')
    .describe('what to write\njsonl: one file\nmarkdown: a folder with one page per session'),
  progress: z.boolean().default(false).describe('show the progress of an export or restore that is already running'),
})

type Output = (Exported & { readonly ms: number }) | ArchiveProgress

/** Copies everything into one file, or into a folder that people can read. */
export default operation({
  name: 'export',
  group: 'Control',
  summary: 'Exports everything to one file, or to a folder of Markdown pages; both can be restored.',
  example: 'hindcast export memory.jsonl',
  input,
  positional: ['path'],
  reads: false,
  needsPerson: ({ progress }) => !progress,
  async run({ path, format, progress }, { archives, clock }): Promise<Output> {
    if (progress) return archives.progress()
    if (path === undefined) throw new HindcastError('bad-input', 'export needs the path of a file or folder to write')
    const began = clock.now()
    return { ...(await archives.export({ path, format })), ms: clock.now() - began }
  },
  watch: { input: { progress: true }, line: (far) => exportProgress(far as ArchiveProgress) },
  render: (output, paint) => {
    if ('running' in output) return exportProgress(output) ?? 'No export or restore is running.'
    const { path, format, counts, files, bytes: size, left, ms } = output
    const where = format === 'jsonl' ? path : `${count(files, 'file')} in ${path}`
    return [
      `${paint.green('exported')}  to ${where} (${bytes(size)} in ${duration(ms)}): ${keptIn(counts)}`,
      ...left.map((each) => `${paint.yellow('skipped')}   ${each}: not part of an export, left as it is`),
    ].join('\n')
  },
})

/** How many records of each noun there are; logs, and nouns without any, are left out. */
function keptIn(counts: Exported['counts']): string {
  const some = allNouns.flatMap((noun) => {
    const n = (counts as Readonly<Record<string, number>>)[noun.name] ?? 0
    return noun.role === 'log' || n === 0 ? [] : [countOf(n, noun)]
  })
  return some.join(', ') || 'nothing'
}

/** The progress on one line; nothing where none runs. */
function exportProgress({ running, what, done, total }: ArchiveProgress): string | undefined {
  if (!running) return undefined
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return `${bar(share)} ${`${Math.floor(share * 100)}%`.padStart(4)}  ${what}: ${done.toLocaleString('en')} of ${count(total, 'record')}`
}
