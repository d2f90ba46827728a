import type { FlowFunction, Op } from '../flows.ts'
import { attribute } from './contents.ts'
import { memberInto } from './members.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** What a decorator stored in or returned as the member's descriptor, or returned in its place, takes that place. */
export function redefineInto(
  solver: Solver,
  file: Loaded,
  [, variable, result, descriptor, before, key]: Op<'redefine'>,
  to: number,
): void {
  const given = solver.value({ kind: 'object', file: file.number, index: descriptor })
  const found = key === 'value' ? to : solver.fresh()
  solver.edge(attribute(solver, given, key), found)
  solver.each(solver.node(file, result), (value) => {
    if (value !== given) replacement(solver, file, value, key, found, `l${variable}`)
  })
  const accessor = { kind: 'accessor', get: key === 'get' ? found : 0, set: key === 'set' ? found : 0 } as const
  if (key !== 'value') solver.each(found, () => solver.put(to, solver.value(accessor)))
  const own = solver.node(file, before)
  solver.whenQuiet.push(() => solver.values(found).length === 0 && solver.edge(own, to))
}

function replacement(solver: Solver, file: Loaded, value: number, key: string, to: number, group: string): void {
  const known = solver.known.at(value)
  const fields = known.kind === 'object' ? (solver.at(known.file).flows.objects[known.index]?.fields ?? []) : []
  const [, variable] = fields.find(([name]) => name === key) ?? []
  // What is spread into it besides is what it replaces
  if (known.kind === 'object' && variable !== undefined) solver.edge(solver.node(solver.at(known.file), variable), to)
  else if (DESCRIPTORS.has(known.kind)) memberInto(solver, value, key, to, { file, site: -1, group })
  else if (CALLED.has(known.kind)) solver.put(to, value)
}

const DESCRIPTORS: ReadonlySet<string> = new Set(['object', 'list', 'heir'])
const CALLED: ReadonlySet<string> = new Set(['function', 'bound', 'partial', 'class'])

const DESCRIBED = 3

/**
 * What a decorator of a member may get, by how many parameters it has: the function and what is known of it, or the
 * class's prototype, the name and the descriptor. With two parameters it may be either.
 */
export function asDecorator(info: CallInfo, { parameters }: FlowFunction): readonly [CallInfo, CallInfo?] {
  if (info.form !== 'decorator' || info.args.length !== 1 + DESCRIBED) return [info]
  const taken = parameters.filter(([, , form]) => form === 'normal').length
  const plain = { ...info, args: info.args.slice(0, 1) }
  const described = { ...info, args: info.args.slice(1) }
  if (taken >= DESCRIBED) return [described]
  return taken === 2 ? [plain, described] : [plain]
}
