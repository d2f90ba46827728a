import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { OfflinePorts } from '../ports.ts'
import { operation } from './verb/operation.ts'

const input = z.object({
  action: z.enum(['get', 'set', 'list', 'path']).default('list').describe('what to do'),
  key: z.string().optional().describe('a dotted key, such as tokenBudget.prompt'),
  value: z.string().optional().describe('its new value'),
})

/** Reads and writes config.yaml. */
export default operation({
  name: 'config',
  summary: 'Lists every setting with its value, where that came from and a sentence; gets and sets one.',
  example: 'hindcast config set tokenBudget.sessionStart 1500',
  input,
  positional: ['action', 'key', 'value'],
  reads: false,
  needsPerson: ({ action }) => action === 'set',
  run: (given, ports) => config(given, ports),
  whenDown: (given, ports) => config(given, ports),
  render: ({ path, values }, paint) => {
    const rows = Object.entries(values)
    if (rows.length === 0) return path
    return rows
      .map(
        ([key, { value, from, sentence }]) =>
          `${paint.bold(key)} = ${JSON.stringify(value)}${from === 'default' ? '' : paint.yellow(` (${from})`)}\n    ${paint.dim(sentence)}`,
      )
      .join('\n')
  },
})

async function config({ action, key, value }: z.infer<typeof input>, { configEditor }: OfflinePorts) {
  const { path } = configEditor
  if (action === 'path') return { path, values: {} }
  if (action === 'list') return { path, values: await configEditor.list() }
  if (key === undefined) throw new HindcastError('bad-input', `config ${action} needs a key`)
  if (action === 'set') {
    if (value === undefined) throw new HindcastError('bad-input', 'config set needs a key and a value')
    await configEditor.set(key, value)
  }
  const entry = new Map(Object.entries(await configEditor.list())).get(key)
  if (!entry) throw new HindcastError('bad-config', `unknown setting '${key}'`)
  return { path, values: { [key]: entry } }
}
