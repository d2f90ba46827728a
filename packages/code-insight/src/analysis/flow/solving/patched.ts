import { NONE } from '../flows.ts'
import { attribute, fieldOf } from './contents.ts'
import type { ClassAt } from './hierarchy.ts'
import type { Solver } from './solver.ts'

/** Gives the node of what is stored on a class object under a name, where that is what its instances have. */
export function patchedMember(
  solver: Solver,
  { file, index }: ClassAt,
  name: string,
  give: (node: number) => void,
): void {
  if (!file.language.semantics.explicitSelf) return
  const value = solver.value({ kind: 'class', file: file.number, index })
  solver.stored.each(value, (stored) => stored === name && give(attribute(solver, value, name)))
}

/** The node of what is stored under a name of a value. */
export function storedNode(solver: Solver, value: number, name: string): number {
  const known = solver.known.at(value)
  if (known.kind === 'instance') return fieldOf(solver, solver.at(known.file), known.index, name)
  const of = known.kind === 'class' ? solver.value({ kind: 'class', file: known.file, index: known.index }) : value
  solver.stored.add(of, name)
  return attribute(solver, of, name)
}

/** Something becomes a member of a class, a module or an object from outside. */
export function storeInto(solver: Solver, from: number, value: number, name: string): void {
  solver.edge(from, storedNode(solver, value, name))
  const known = solver.known.at(value)
  if (known.kind === 'class') becomeMethods(solver, from, value)
  if (known.kind !== 'module') return
  // The module's own functions read it by its bare name
  const file = solver.at(known.file)
  if (file.language.semantics.exportsAll) solver.edge(from, solver.node(file, file.flows.exports[name] ?? NONE))
}

/** A function that nobody calls with a receiver of its own is given an instance of the class that it becomes a method of. */
function becomeMethods(solver: Solver, from: number, value: number): void {
  const of = solver.known.at(value)
  if (of.kind !== 'class' || !solver.at(of.file).language.semantics.explicitSelf) return
  solver.each(from, (each) => {
    const known = solver.known.at(each)
    if (known.kind !== 'function') return
    const file = solver.at(known.file)
    const { class: own, parameters } = file.flows.functions[known.index] ?? { class: NONE, parameters: [] }
    const self = own === NONE ? (parameters[0]?.[0] ?? NONE) : NONE
    if (self === NONE) return
    const { file: number, index } = of
    const instance = solver.value({ kind: 'instance', file: number, index, isDeclared: true, isBelow: false })
    const node = solver.node(file, self)
    solver.later.push(() => solver.values(node).length === 0 && solver.put(node, instance))
  })
}
