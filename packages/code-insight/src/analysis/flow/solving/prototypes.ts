import { NONE } from '../flows.ts'
import { readThrough } from './accessors.ts'
import { attribute } from './contents.ts'
import type { MemberRead, Solver } from './solver.ts'

/** Functions of an object have it as their receiver; its accessors are called. */
export function withReceiver(solver: Solver, from: number, self: number, to: number, reading: MemberRead): void {
  solver.each(from, (value) => {
    if (readThrough(solver, value, self, to, reading)) return
    const known = solver.known.at(value)
    const file = known.kind === 'function' ? solver.at(known.file) : undefined
    const flow = known.kind === 'function' ? file?.flows.functions[known.index] : undefined
    if (!flow || file?.language.semantics.explicitSelf || flow.self === NONE) {
      solver.put(to, value)
      return
    }
    const bound = solver.value({ kind: 'bound', of: value, self })
    const { site, group } = reading
    if (flow.marks.includes('getter'))
      solver.act.invoke(solver, bound, { file: reading.file.number, site, group, args: [], result: to, form: 'call' })
    else if (!flow.marks.includes('setter')) solver.put(to, bound)
  })
}

/** Members of a function itself; in JavaScript also its prototype. */
export function functionMember(solver: Solver, value: number, name: string, to: number): void {
  const known = solver.known.at(value)
  if (known.kind !== 'function') return
  const { explicitSelf } = solver.at(known.file).language.semantics
  solver.edge(attribute(solver, value, name), to)
  if (name === 'prototype' && !explicitSelf)
    solver.put(to, solver.value({ kind: 'prototype', file: known.file, index: known.index }))
}

/** What a function made with `new` has: its own members, and those of its prototypes. */
export function madeMember(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  const known = solver.known.at(value)
  if (known.kind !== 'made' && known.kind !== 'prototype') return
  const { file, index } = known
  withReceiver(solver, attribute(solver, solver.value({ kind: 'made', file, index }), name), value, to, reading)
  withReceiver(solver, attribute(solver, solver.value({ kind: 'prototype', file, index }), name), value, to, reading)
  const replaced = attribute(solver, solver.value({ kind: 'function', file, index, isWeak: false }), 'prototype')
  inheritedInto(solver, value, name, to, reading, replaced)
  for (const kind of ['made', 'prototype'] as const)
    inheritedInto(solver, value, name, to, reading, prototypeOf(solver, solver.value({ kind, file, index })))
}

/** What an object has that was made of another one. */
export function heirMember(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  withReceiver(solver, attribute(solver, value, name), value, to, reading)
  inheritedInto(solver, value, name, to, reading)
}

/** The node of what an object inherits from. */
export const prototypeOf = (solver: Solver, value: number): number =>
  solver.nodeOf('role', 'prototype', value, (node) => {
    solver.edge(attribute(solver, value, '__proto__'), node)
    const known = solver.known.at(value)
    if (known.kind !== 'object') return
    const file = solver.at(known.file)
    for (const [name, variable] of file.flows.objects[known.index]?.fields ?? [])
      if (name === '__proto__') solver.edge(solver.node(file, variable), node)
  })

/** What an object inherits under a name; its own members come first, wherever they are stored. */
export function inheritedInto(
  solver: Solver,
  value: number,
  name: string,
  to: number,
  reading: MemberRead,
  from = prototypeOf(solver, value),
): void {
  if (reading.file.language.semantics.explicitSelf) return
  solver.each(from, (above) => {
    if (above === value) return
    solver.whenQuiet.push(() => {
      if (!hasOwn(solver, value, name)) prototypeMember(solver, above, value, name, to, reading)
    })
  })
}

function hasOwn(solver: Solver, value: number, name: string): boolean {
  const known = solver.known.at(value)
  if (known.kind === 'made' || known.kind === 'prototype') {
    const { file, index } = known
    return (['made', 'prototype'] as const).some((kind) => solver.stored.has(solver.value({ kind, file, index }), name))
  }
  const object = known.kind === 'object' ? solver.at(known.file).flows.objects[known.index] : undefined
  return solver.stored.has(value, name) || (object?.fields.some(([field]) => field === name) ?? false)
}

function prototypeMember(
  solver: Solver,
  other: number,
  self: number,
  name: string,
  to: number,
  reading: MemberRead,
): void {
  // One node for each prototype and place: prototypes may lead to each other
  const found = solver.named(`inherited|${other}|${name}|${reading.file.number}|${reading.group}`)
  solver.act.memberInto(solver, other, name, found, reading)
  solver.each(found, (each) => {
    const known = solver.known.at(each)
    const of = known.kind === 'bound' ? known.of : each
    const isFunction = solver.known.at(of).kind === 'function'
    solver.put(to, isFunction ? solver.value({ kind: 'bound', of, self }) : each)
  })
}
