import type { Op } from '../flows.ts'
import { contents, items } from './contents.ts'
import { lineage } from './hierarchy.ts'
import { elementsInto } from './iteration.ts'
import { memberInto } from './members.ts'
import { copyMembers } from './modelling.ts'
import { ownPartInto } from './outside.ts'
import { hasMember, runMethod } from './running.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** A call that a construct makes at a site. */
export const infoAt = (
  file: Loaded,
  site: number,
  group: string,
  result: number,
  args: CallInfo['args'] = [],
): CallInfo => ({ file: file.number, site, group, args, result, form: 'call' })

/** Runs what a construct of the language runs on a receiver. */
export function runIn(
  solver: Solver,
  file: Loaded,
  [, variable, on, construct, args, site]: Op<'run'>,
  to: number,
): void {
  const { implicit } = file.language.semantics
  const given = args.map((each) => ({ node: solver.node(file, each), name: '', spread: '' }))
  const info = infoAt(file, site, `r${variable}`, to, given)
  const isWith = construct.endsWith('with')
  const isOperator = OPERATOR.test(construct)
  solver.each(solver.node(file, on), (value) => {
    const { kind } = solver.known.at(value)
    if (isOperator && BUILTIN.has(kind)) solver.found.doubt(info.file, info.group)
    if (isWith && (kind === 'generator' || kind === 'list'))
      return elementsInto(solver, single(solver, value), to, info)
    const names = implicit[construct] ?? []
    const known = solver.known.at(value)
    if (isWith && known.kind === 'outside') ownPartInto(solver, known.text, file, to)
    // What does not say itself what is in it is looped over
    if (construct === 'in' && kind === 'instance' && !names.some((name) => hasMember(solver, value, name)))
      return elementsInto(solver, single(solver, value), solver.fresh(), info)
    const isOwn = kind === 'instance' && names.some((name) => hasMember(solver, value, name))
    if (!isOwn && HANDS_ON.test(construct)) handOn(solver, value, construct, given[0]?.node ?? 0, to)
    // Managers of the standard library give themselves
    if (isWith && kind === 'instance' && !isOwn) solver.put(to, value)
    const ofClass = kind === 'class' && !names.some((name) => hasMember(solver, value, name))
    if (ofClass) runOfClass(solver, value, implicit[`class ${construct}`] ?? [], info)
    runMethod(solver, value, names, info)
  })
}

const single = (solver: Solver, value: number): number =>
  solver.nodeOf('role', 'one', value, (node) => solver.put(node, value))

/** Runs what a class has for itself, rather than for its instances. */
function runOfClass(solver: Solver, value: number, names: readonly string[], info: CallInfo): void {
  const reading = { file: solver.at(info.file), site: info.site, group: info.group }
  for (const name of names) {
    const found = solver.fresh()
    memberInto(solver, value, name, found, reading)
    solver.each(found, (method) => solver.act.invoke(solver, method, info))
  }
}

/** Operators: which method they run is decided by a value that may also be a number or a text. */
const OPERATOR = /^(?:reflected |unary )?[^a-z ]+$/
const BUILTIN: ReadonlySet<string> = new Set(['outside', 'string', 'pattern'])

/** Operators the result of which may be one of their operands, or made of what is in it: of builtin values. */
const HANDS_ON = /^(?:reflected [+|*]|[-+|&^*]=?)$/

/** A builtin operator gives what its operands hold; in place, it adds that to the first. */
function handOn(solver: Solver, value: number, construct: string, other: number, to: number): void {
  const known = solver.known.at(value)
  if (known.kind === 'instance' && !isBuiltin(solver, known)) return
  solver.put(to, value)
  if (construct !== '+=' && construct !== '|=') return
  solver.each(other, (from) => {
    const { kind } = solver.known.at(from)
    if (construct === '|=') copyMembers(solver, from, value)
    else if (kind === 'object' || kind === 'list') solver.edge(contents(solver, from), items(solver, value))
    else if (kind === 'generator') {
      elementsInto(solver, single(solver, from), items(solver, value), NOWHERE)
    }
  })
}

const NOWHERE: CallInfo = { file: 0, site: -1, group: '', args: [], result: 0, form: 'call' }

/** Whether an instance is of a class that derives from one outside, which may know the operator. */
const isBuiltin = (solver: Solver, { file, index }: { file: number; index: number }): boolean =>
  lineage(solver, solver.at(file), index).isOutside
