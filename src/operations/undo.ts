import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import type { Undone } from '../ports.ts'
import { operation } from './verb/operation.ts'
import { count } from './verb/words.ts'

const input = z.object({
  count: z.coerce
    .number('is not a number')
    .int('is not a whole number')
    .min(1)
    .max(1000)
    .default(1)
    .describe('how many lessons to undo, newest first'),
})

/** Takes back the newest lessons that Hindcast applied or wrote by itself, and restores the files. */
export default operation({
  name: 'undo',
  group: 'Control',
  summary:
    'Undoes the newest lesson that Hindcast learned: stops applying it, and removes it from every file that it was written to.',
  example: 'hindcast undo',
  input,
  positional: ['count'],
  reads: false,
  needsPerson: () => true,
  async run({ count: most }, { artifacts }) {
    const undone = await artifacts.undo(most)
    return { undone: undone.map(undoneDocument) }
  },
  render: ({ undone }, screen) => {
    if (undone.length === 0) return 'Nothing to undo: no lesson is applied.'
    const lines = undone.flatMap(({ id, text, files, restored }) => [
      `${screen.green('✓')} retired “${oneLine(text)}” ${screen.dim(`(to apply it again: hindcast lessons approve ${id})`)}`,
      ...files.map((path) => `  removed it from ${screen.short(path)}`),
      ...restored.map((rule) => `  applies again: “${oneLine(rule.text)}”`),
    ])
    return [...lines, `Undid ${count(undone.length, 'lesson')}.`].join('\n')
  },
})

/** What `undo` takes back, as its document says it. */
export const undoneDocument = ({ lesson: { id, text }, files, restored }: Undone) => ({
  id,
  text,
  files,
  restored: restored.map((one) => ({ id: one.id, text: one.text })),
})
