import { NONE } from '../flows.ts'
import { placeNumber } from './known.ts'
import type { Loaded, Solver } from './solver.ts'

/** The node of what may be called in place of a function that was decorated. */
export const alternatives = (solver: Solver, { file, index }: { file: number; index: number }): number =>
  solver.nodeOf('role', 'alternatives', placeNumber(file, index))

/** Members that are stored at run time: of a class's instances, of an object, a function, a module. */
export function attribute(solver: Solver, value: number, name: string): number {
  return solver.nodeOf('member', name, value, () => {
    const known = solver.known.at(value)
    if ('file' in known) storesOf(solver, solver.at(known.file), name)
  })
}

/** The node of what a class's instances hold under a name. */
export const fieldOf = (solver: Solver, file: Loaded, index: number, name: string): number =>
  solver.nodeOf('field', name, placeNumber(file.number, index), () => storesOf(solver, file, name))

/** From now on, what a file stores under a name is followed. */
export function storesOf(solver: Solver, file: Loaded, name: string): void {
  const waiting = file.stores.get(name)
  if (!waiting) return
  file.stores.delete(name)
  for (const operation of waiting) solver.operate(file, operation)
}

/** The node of elements that were put without a constant key. */
export function items(solver: Solver, value: number): number {
  const list = solver.known.at(value)
  if (list.kind === 'list') return list.node
  if (list.kind === 'instance') return solver.nodeOf('role', 'items of class', placeNumber(list.file, list.index))
  return solver.nodeOf('role', 'items', value, (node) => {
    const known = solver.known.at(value)
    if (known.kind !== 'object' && known.kind !== 'heir') return
    const file = solver.at(known.file)
    const object = known.kind === 'object' ? file.flows.objects[known.index] : undefined
    for (const variable of object?.items ?? []) solver.edge(solver.node(file, variable), node)
    followPuts(solver, file)
  })
}

/** From now on, whatever puts elements into containers in this file is followed. */
function followPuts(solver: Solver, file: Loaded): void {
  const waiting = file.puts
  file.puts = []
  for (const operation of waiting) solver.operate(file, operation)
  if (file.isRoot || waiting.length < 0 || !solver.once(`puts|${file.number}`)) return
  const putting = new Set(
    file.language.semantics.models.flatMap(({ of, puts }) => (puts && of.startsWith('.') ? [of.slice(1)] : [])),
  )
  for (const operation of file.flows.operations)
    if (operation[0] === 'call' && putting.has(file.flows.calls[operation[2]]?.name ?? ''))
      solver.node(file, operation[1])
}

/** The node of everything in a container. */
export function contents(solver: Solver, value: number): number {
  return solver.nodeOf('role', 'contents', value, (node) => {
    const known = solver.known.at(value)
    solver.edge(items(solver, value), node)
    if (known.kind === 'list') solver.stored.each(value, (name) => solver.edge(attribute(solver, value, name), node))
    if (known.kind !== 'object' && known.kind !== 'heir') return
    const file = solver.at(known.file)
    const object = known.kind === 'object' ? file.flows.objects[known.index] : undefined
    for (const [, variable] of object?.fields ?? []) solver.edge(solver.node(file, variable), node)
    for (const name of [...file.stores.keys()]) if (file.isRoot) storesOf(solver, file, name)
    solver.stored.each(value, (name) => solver.edge(attribute(solver, value, name), node))
  })
}

/** A function that becomes a member has what it is a member of as its receiver, whoever calls it. */
export function receive(solver: Solver, from: number, self: number): void {
  solver.each(from, (value) => {
    const known = solver.known.at(value)
    if (known.kind !== 'function') return
    const file = solver.at(known.file)
    const own = file.flows.functions[known.index]?.self ?? NONE
    if (own !== NONE && !file.language.semantics.explicitSelf) solver.put(solver.node(file, own), self)
  })
}
