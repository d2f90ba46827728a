import { didYouMean } from '@hindcast/text/suggestion.ts'
import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { OperationPorts, Scope } from '../ports.ts'
import { operation, type Paint } from './verb/operation.ts'
import { pauseScope, scopeInput, scopeNames } from './verb/pauses.ts'
import { count, summedUse, useCounts, useWords } from './verb/words.ts'

const input = scopeInput.extend({
  action: z
    .enum(['list', 'on', 'off'])
    .default('list')
    .describe('what to do\nlist: show all behaviours, or one\non: switch one on\noff: switch one off'),
  name: z.string().optional().describe('a behaviour, such as session-index'),
})

/** What the product does, piece by piece, with statistics and a switch for each. */
export default operation({
  name: 'behaviours',
  group: 'Control',
  summary: 'Lists behaviours with their statistics; switches one on or off, everywhere or in one session or project.',
  example: 'hindcast behaviours off session-index --project',
  input,
  positional: ['action', 'name'],
  reads: false,
  needsPerson: ({ action }) => action !== 'list',
  async run({ action, name, ...place }, ports) {
    if (name !== undefined && !ports.behaviours.list().some((each) => each.name === name))
      throw unknownBehaviour(name, ports)
    const scope = await pauseScope(place, ports)
    const seen = await withProject(scope, ports)
    if (action !== 'list') await turn(action === 'on', name, scope, seen, ports)
    return { behaviours: await behaviourRows(name, seen, ports) }
  },
  render: ({ behaviours }, paint) =>
    behaviours
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((each) => behaviourText(each, paint))
      .join('\n'),
})

/** A switch of one session or project is kept in the store, any other in config.yaml. The environment wins over both. */
async function turn(
  on: boolean,
  name: string | undefined,
  scope: Scope,
  seen: Scope,
  { behaviours, configEditor }: OperationPorts,
) {
  if (name === undefined)
    throw new HindcastError('bad-input', `behaviours ${on ? 'on' : 'off'} needs the name of a behaviour`, LISTED)
  if (isEverywhere(scope)) await configEditor.set(`behaviours.${name}`, on ? 'true' : 'false')
  else await behaviours.switch({ behaviour: name, ...scope }, on)
  if (on) behaviours.revive(name)
  const isOn = behaviours.list(seen).find((each) => each.name === name)?.on
  if (isOn === on) return
  const why = isEverywhere(scope)
    ? 'an environment variable, or the setting `enabled`, decides it'
    : 'it is off everywhere, or switched off by the project'
  const remedy = `to see where it is off, run hindcast behaviours list ${name}`
  throw new HindcastError('bad-config', `${name} is still ${isOn ? 'on' : 'off'}: ${why}`, { remedy })
}

const LISTED = { remedy: 'to list all behaviours, run hindcast behaviours' }

function unknownBehaviour(name: string, { behaviours }: OperationPorts): HindcastError {
  const meant = didYouMean(
    name,
    behaviours.list().map((each) => each.name),
  )
  return new HindcastError('bad-input', `unknown behaviour '${name}'${meant}`, meant === '' ? LISTED : { remedy: '' })
}

/** A session with its project, whose switches hold in it too. */
async function withProject(scope: Scope, { evidence }: OperationPorts): Promise<Scope> {
  if (scope.session === undefined) return scope
  const found = await evidence.sessions({ id: scope.session, limit: 10 })
  return { ...scope, project: found.find(({ id }) => id === scope.session)?.project }
}

const isEverywhere = ({ session, project }: Scope): boolean => session === undefined && project === undefined

type Listed = Awaited<ReturnType<typeof behaviourRows>>[number]

async function behaviourRows(name: string | undefined, scope: Scope, ports: OperationPorts) {
  const { behaviours, history } = ports
  const [log, uses] = await Promise.all([
    history.behaviours(),
    history.uses({ by: 'behaviour', project: scope.project }),
  ])
  const totals = new Map(log.map((each) => [each.behaviour, each]))
  const useOf = new Map(uses.map((each) => [each.of, each]))
  const shown = behaviours.list(scope).filter((each) => name === undefined || each.name === name)
  const nameOf = await scopeNames(
    shown.flatMap(({ offIn }) => offIn),
    ports,
  )
  return shown.map((each) => {
    const { said = 0, p95Ms = null } = totals.get(each.name) ?? {}
    const { on, failures, late, summary } = each
    const lateShare = late?.share ?? null
    const use = useCounts(useOf.get(each.name) ?? summedUse([]))
    const quieter = each.quieter === undefined ? null : useCounts(each.quieter)
    const offIn = each.offIn.map(nameOf)
    return { name: each.name, on, failures, p95Ms, said, lateShare, offIn, summary, ...use, quieter }
  })
}

function behaviourText(
  { name, on, failures, p95Ms, said, lateShare, offIn, summary, quieter, ...use }: Listed,
  paint: Paint,
): string {
  const state = on ? paint.green('on ') : paint.red('off')
  const figures = [
    ...(said === 0 ? [] : [`answered ${count(said, 'time')}`]),
    ...(p95Ms === null ? [] : [`p95 ${p95Ms < 10 ? p95Ms.toFixed(1) : Math.round(p95Ms)} ms`]),
  ]
  const late =
    lateShare === null ? '' : paint.red(`  not ready in time in ${Math.round(lateShare * 100)}% of recent runs`)
  const failed = failures === 0 ? '' : paint.red(`  ${count(failures, 'consecutive failure')}`)
  const used = useWords(use)
  const less =
    quieter === null
      ? ''
      : paint.yellow(`\n     reduced: what it shows is used no more often than other records (${useWords(quieter)})`)
  const elsewhere = offIn.map((where) => paint.yellow(`\n     off in ${where}`)).join('')
  return `${state}  ${paint.bold(name)}${paint.dim(figures.length === 0 ? '' : `  ${figures.join(', ')}`)}${failed}${late}\n     ${summary}${used === '' ? '' : `\n     ${used}`}${less}${elsewhere}`
}
