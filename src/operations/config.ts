import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { ConfigEntry, OfflinePorts } from '../ports.ts'
import { operation, type Paint } from './verb/operation.ts'

const input = z.object({
  action: z
    .enum(['list', 'get', 'set', 'unset', 'path'])
    .default('list')
    .describe(
      'what to do\nlist: show all settings\nget: show one setting\nset: change a setting\nunset: go back to the default\npath: print the path of config.yaml',
    ),
  key: z.string().optional().describe('a setting, such as tokenBudget.prompt'),
  value: z.string().optional().describe('for set: its new value'),
})

/** Reads and writes config.yaml. */
export default operation({
  name: 'config',
  group: 'Control',
  summary: 'Lists all settings with their values and descriptions; gets, sets or unsets one.',
  example: 'hindcast config set tokenBudget.sessionStart 1500',
  input,
  positional: ['action', 'key', 'value'],
  reads: false,
  needsPerson: ({ action }) => action === 'set' || action === 'unset',
  run: (given, ports) => config(given, ports),
  whenDown: (given, ports) => config(given, ports),
  render: ({ path, values }, paint) => {
    const rows = Object.entries(values)
    return rows.length === 0 ? path : rows.map((row) => settingLine(row, rows.length === 1, paint)).join('\n')
  },
})

async function config({ action, key, value }: z.infer<typeof input>, { configEditor }: OfflinePorts) {
  const { path } = configEditor
  if (action === 'path') return { path, values: {} }
  if (action === 'list') return { path, values: await configEditor.list() }
  if (key === undefined) throw new HindcastError('bad-input', `config ${action} needs a key`, LISTED)
  if (action === 'unset') await configEditor.unset(key)
  if (action === 'set') {
    if (value === undefined) throw new HindcastError('bad-input', `config set ${key} needs a value`)
    await configEditor.set(key, value)
  }
  return { path, values: { [key]: await configEditor.get(key) } }
}

const LISTED = { remedy: 'to list all settings, run hindcast config list' }

type Row = [string, ConfigEntry]

/** `alone`: one that was asked for by name says also that it has its default. */
function settingLine([key, { value, default: fallback, from, sentence }]: Row, alone: boolean, paint: Paint): string {
  const place = from === 'file' ? 'config.yaml' : 'the environment'
  const set = paint.yellow(`  (set in ${place}; default ${JSON.stringify(fallback)})`)
  const source = from === 'default' ? (alone ? paint.dim('  (default)') : '') : set
  return `${paint.bold(key)} = ${JSON.stringify(value)}${source}\n    ${paint.dim(sentence)}`
}
