import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { OperationPorts } from '../ports.ts'
import { operation, type Paint } from './verb/operation.ts'
import { count } from './verb/words.ts'

const input = z.object({
  action: z.enum(['list', 'on', 'off']).default('list').describe('what to do'),
  name: z.string().optional().describe('the behaviour'),
})

/** What the product does, piece by piece: how each fares, and the switch of each. */
export default operation({
  name: 'behaviours',
  summary: 'Lists the behaviours with how each fares; switches one on or off, at once and for good.',
  example: 'hindcast behaviours off session-index',
  input,
  positional: ['action', 'name'],
  reads: false,
  needsPerson: ({ action }) => action !== 'list',
  async run({ action, name }, ports) {
    if (name !== undefined && !ports.behaviours.list().some((each) => each.name === name))
      throw new HindcastError('bad-input', `no behaviour is named ${name}`)
    if (action !== 'list') await turn(action, name, ports)
    return { behaviours: await listed(name, ports) }
  },
  render: ({ behaviours }, paint) => behaviours.map((each) => rendered(each, paint)).join('\n'),
})

/** The environment wins over the file, so that a switch may change nothing. */
async function turn(action: 'on' | 'off', name: string | undefined, { behaviours, configEditor }: OperationPorts) {
  if (name === undefined) throw new HindcastError('bad-input', `behaviours ${action} needs the name of one`)
  await configEditor.set(`behaviours.${name}`, action === 'on' ? 'true' : 'false')
  if (action === 'on') behaviours.revive(name)
  const isOn = behaviours.list().find((each) => each.name === name)?.on
  if (isOn === (action === 'on')) return
  throw new HindcastError('bad-config', `${name} stays ${isOn ? 'on' : 'off'}: the environment or \`enabled\` says so`)
}

type Listed = Awaited<ReturnType<typeof listed>>[number]

async function listed(name: string | undefined, { behaviours, history }: OperationPorts) {
  const totals = new Map((await history.behaviours()).map((each) => [each.behaviour, each]))
  const shown = behaviours.list().filter((each) => name === undefined || each.name === name)
  return shown.map((each) => {
    const { said = 0, p95Ms = null } = totals.get(each.name) ?? {}
    return { name: each.name, on: each.on, failures: each.failures, p95Ms, said, summary: each.summary }
  })
}

function rendered({ name, on, failures, p95Ms, said, summary }: Listed, paint: Paint): string {
  const state = on ? paint.green('on ') : paint.red('off')
  const figures = [
    ...(said === 0 ? [] : [`spoke ${count(said, 'time')}`]),
    ...(p95Ms === null ? [] : [`p95 ${p95Ms < 10 ? p95Ms.toFixed(1) : Math.round(p95Ms)} ms`]),
  ]
  const failed = failures === 0 ? '' : paint.red(`  ${count(failures, 'failure')} in a row`)
  return `${state}  ${paint.bold(name)}${paint.dim(figures.length === 0 ? '' : `  ${figures.join(', ')}`)}${failed}\n     ${summary}`
}
