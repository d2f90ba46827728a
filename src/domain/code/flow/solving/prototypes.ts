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
  if (!solver.once(`prototypes|${value}|${name}|${to}`)) return
  const replaced = attribute(solver, solver.value({ kind: 'function', file, index, isWeak: false }), 'prototype')
  solver.each(replaced, (other) => prototypeMember(solver, other, value, name, to, reading))
}

function prototypeMember(
  solver: Solver,
  other: number,
  self: number,
  name: string,
  to: number,
  reading: MemberRead,
): void {
  // One node for each prototype and name: prototypes may lead to each other
  const found = solver.named(`inherited|${other}|${name}`)
  solver.act.memberInto(solver, other, name, found, reading)
  solver.each(found, (each) => {
    const known = solver.known.at(each)
    const of = known.kind === 'bound' ? known.of : each
    const isFunction = solver.known.at(of).kind === 'function'
    solver.put(to, isFunction ? solver.value({ kind: 'bound', of, self }) : each)
  })
}
