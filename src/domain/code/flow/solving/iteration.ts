import { NONE } from '../flows.ts'
import { attribute, contents, items } from './contents.ts'
import { lineage } from './hierarchy.ts'
import { hasMember, runMethod } from './members.ts'
import type { CallInfo, Solver } from './solver.ts'

/** What a loop over a value gives. `isRestOnly`: places with constant keys are read on their own. */
export function elementsInto(solver: Solver, from: number, to: number, info: CallInfo, isRestOnly = false): void {
  solver.each(from, (value) => {
    const known = solver.known.at(value)
    if (known.kind === 'generator') {
      const file = solver.at(known.file)
      return solver.edge(solver.node(file, file.flows.functions[known.index]?.yields ?? NONE), to)
    }
    if (known.kind === 'list') return known.type === 'map' ? undefined : solver.edge(known.node, to)
    if (known.kind === 'object') return objectElements(solver, value, to, isRestOnly)
    if (known.kind === 'instance') iterate(solver, value, to, info)
    if (known.kind === 'class') enumMembers(solver, value, to)
  })
}

function enumMembers(solver: Solver, value: number, to: number): void {
  const known = solver.known.at(value)
  if (known.kind !== 'class') return
  const { outside } = lineage(solver, solver.at(known.file), known.index)
  if (!outside.some((base) => /Enum$|Flag$/.test(base))) return
  solver.put(
    to,
    solver.value({ kind: 'instance', file: known.file, index: known.index, isDeclared: false, isBelow: false }),
  )
}

function objectElements(solver: Solver, value: number, to: number, isRestOnly: boolean): void {
  const known = solver.known.at(value)
  if (known.kind !== 'object') return
  const file = solver.at(known.file)
  const object = file.flows.objects[known.index]
  if (object?.type === 'map') {
    for (const key of object.keys) solver.edge(solver.node(file, key), to)
    solver.edge(solver.named(`keys|${value}`), to)
    return
  }
  solver.edge(isRestOnly ? attribute(solver, value, '') : contents(solver, value), to)
  if (isRestOnly) for (const item of object?.items ?? []) solver.edge(solver.node(file, item), to)
}

/** What a value gives that is asked for an iterator; most are their own. */
export function iteratorInto(solver: Solver, value: number, to: number, info: CallInfo): void {
  const known = solver.known.at(value)
  const methods = known.kind === 'instance' ? (solver.at(known.file).language.semantics.implicit.for ?? []) : []
  if (!methods.some((method) => hasMember(solver, value, method))) solver.put(to, value)
  else runMethod(solver, value, methods, { ...info, args: [], result: to, form: 'call' })
}

/** A loop asks for an iterator, and then for each element. */
function iterate(solver: Solver, value: number, to: number, info: CallInfo): void {
  const known = solver.known.at(value)
  if (known.kind !== 'instance') return
  const { implicit } = solver.at(known.file).language.semantics
  const isIterable = (implicit.for ?? []).some((method) => hasMember(solver, value, method))
  if (!isIterable) {
    // What derives from a builtin iterator or container is one
    solver.edge(items(solver, value), to)
    runMethod(solver, value, implicit.next ?? [], { ...info, args: [], result: to, form: 'call' })
    return
  }
  const iterator = solver.named(`iterator|${info.file}|${info.group}|${value}`)
  runMethod(solver, value, implicit.for ?? [], { ...info, args: [], result: iterator, form: 'call' })
  solver.each(iterator, (each) => {
    if (solver.known.at(each).kind === 'instance')
      runMethod(solver, each, implicit.next ?? [], { ...info, args: [], result: to, form: 'call' })
    else
      elementsInto(
        solver,
        solver.named(`one|${each}`, (node) => solver.put(node, each)),
        to,
        info,
      )
  })
}
