import { NONE } from '../flows.ts'
import { attribute, contents, items } from './contents.ts'
import { enumMemberInto } from './enums.ts'
import { lineage } from './hierarchy.ts'
import { memberInto } from './members.ts'
import { ownPartInto } from './outside.ts'
import { hasMember, runMethod } from './running.ts'
import type { CallInfo, Solver } from './solver.ts'

/** What a loop over a value gives. `isRestOnly`: places with constant keys are read on their own. */
export function elementsInto(solver: Solver, from: number, to: number, info: CallInfo, isRestOnly = false): void {
  solver.each(from, (value) => {
    const known = solver.known.at(value)
    if (known.kind === 'generator') {
      const file = solver.at(known.file)
      return solver.edge(solver.node(file, file.flows.functions[known.index]?.yields ?? NONE), to)
    }
    if (known.kind === 'list') {
      if (known.type !== 'map') solver.edge(isRestOnly ? known.node : contents(solver, value), to)
      return
    }
    if (known.kind === 'outside') return ownPartInto(solver, known.text, solver.at(info.file), to)
    if (known.kind === 'object' && !runsIn(solver, value, 'for')) return objectElements(solver, value, to, isRestOnly)
    if (known.kind === 'instance' || known.kind === 'object' || known.kind === 'class') iterate(solver, value, to, info)
    if (known.kind === 'class') enumMembers(solver, value, to)
  })
}

/** Whether a value has a method that a loop runs: one that gives its iterator (`for`), or the next element. */
function runsIn(solver: Solver, value: number, construct: 'for' | 'next'): boolean {
  const known = solver.known.at(value)
  if (known.kind !== 'instance' && known.kind !== 'object' && known.kind !== 'class') return false
  const methods = solver.at(known.file).language.semantics.implicit[construct] ?? []
  return methods.some((method) => hasMember(solver, value, method))
}

function enumMembers(solver: Solver, value: number, to: number): void {
  const known = solver.known.at(value)
  if (known.kind !== 'class') return
  const file = solver.at(known.file)
  const { outside } = lineage(solver, file, known.index)
  if (outside.some((base) => /Enum$|Flag$/.test(base))) enumMemberInto(solver, file, known.index, to)
}

function objectElements(solver: Solver, value: number, to: number, isRestOnly: boolean): void {
  const known = solver.known.at(value)
  if (known.kind !== 'object') return
  const file = solver.at(known.file)
  const object = file.flows.objects[known.index]
  if (object?.type === 'map') {
    for (const key of object.keys) solver.edge(solver.node(file, key), to)
    solver.edge(solver.nodeOf('role', 'keys', value), to)
    return
  }
  solver.edge(isRestOnly ? attribute(solver, value, '') : contents(solver, value), to)
  if (isRestOnly) for (const item of object?.items ?? []) solver.edge(solver.node(file, item), to)
}

/** What a value gives that is asked for an iterator; most are their own. */
export function iteratorInto(solver: Solver, value: number, to: number, info: CallInfo): void {
  const known = solver.known.at(value)
  const methods = 'file' in known ? (solver.at(known.file).language.semantics.implicit.for ?? []) : []
  if (!runsIn(solver, value, 'for')) solver.put(to, value)
  else runMethod(solver, value, methods, { ...info, args: [], result: to, form: 'call' })
}

/** A loop asks for an iterator, and then for each element. */
function iterate(solver: Solver, value: number, to: number, info: CallInfo): void {
  const known = solver.known.at(value)
  if (known.kind !== 'instance' && known.kind !== 'object' && known.kind !== 'class') return
  // An iterator may give itself when it is asked for one
  if (!solver.once(`iterate|${value}|${to}|${info.file}|${info.group}`)) return
  const { implicit } = solver.at(known.file).language.semantics
  if (!runsIn(solver, value, 'for')) {
    if (known.kind === 'class') return
    // What derives from a builtin iterator or container is one
    solver.edge(items(solver, value), to)
    next(solver, value, to, info)
    return
  }
  const iterator = solver.named(`iterator|${info.file}|${info.group}|${value}`)
  runMethod(solver, value, implicit.for ?? [], { ...info, args: [], result: iterator, form: 'call' })
  solver.each(iterator, (each) => {
    if (solver.known.at(each).kind === 'instance' || runsIn(solver, each, 'next')) next(solver, each, to, info)
    else
      elementsInto(
        solver,
        solver.nodeOf('role', 'one', each, (node) => solver.put(node, each)),
        to,
        info,
      )
  })
}

/** The next element; JavaScript's iterators give it as the `value` of an object. */
function next(solver: Solver, iterator: number, to: number, info: CallInfo): void {
  const known = solver.known.at(iterator)
  if (!('file' in known)) return
  const { implicit, explicitSelf } = solver.at(known.file).language.semantics
  const result = explicitSelf ? to : solver.named(`next|${info.file}|${info.group}|${iterator}`)
  runMethod(solver, iterator, implicit.next ?? [], { ...info, args: [], result, form: 'call' })
  const reading = { file: solver.at(info.file), site: info.site, group: info.group }
  if (!explicitSelf)
    solver.each(result, (each) => {
      const of = solver.known.at(each)
      const isList = of.kind === 'object' && solver.at(of.file).flows.objects[of.index]?.type === 'list'
      if (isList) solver.edge(contents(solver, each), to)
      else memberInto(solver, each, 'value', to, reading)
    })
}
