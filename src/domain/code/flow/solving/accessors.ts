import { NONE } from '../flows.ts'
import { lineage } from './hierarchy.ts'
import type { CallInfo, Loaded, MemberRead, Solver } from './solver.ts'

/** Runs what a class puts between a receiver and its member: a property's getter, a descriptor's. False: there is nothing between. */
export function readThrough(solver: Solver, member: number, self: number, to: number, reading: MemberRead): boolean {
  const known = solver.known.at(member)
  const info = { ...infoOf(reading), result: to }
  if (known.kind === 'accessor') {
    solver.each(known.get, (value) => invokeOn(solver, value, self, info))
    return true
  }
  return (
    known.kind === 'instance' && describe(solver, member, 'descriptor get', { ...info, args: [given(solver, self)] })
  )
}

/** Runs what assigning a receiver's member runs: a setter, a property's, a descriptor's. */
export function writeThrough(solver: Solver, member: number, self: number, from: number, reading: MemberRead): void {
  const known = solver.known.at(member)
  const value = { node: from, name: '', spread: '' }
  const info = { ...infoOf(reading), args: [value] }
  if (known.kind === 'function' && marksOf(solver, known).includes('setter')) invokeOn(solver, member, self, info)
  if (known.kind === 'accessor') solver.each(known.set, (each) => invokeOn(solver, each, self, info))
  if (known.kind === 'instance')
    describe(solver, member, 'descriptor set', { ...info, args: [given(solver, self), value] })
}

/** Assigning a member may run an accessor of the receiver's class, or of the object. */
export function assignThrough(
  solver: Solver,
  file: Loaded,
  self: number,
  name: string,
  from: number,
  site: number,
): void {
  const reading = { file, site, group: `s${site}${name}` }
  solver.each(memberOf(solver, self, name), (member) => writeThrough(solver, member, self, from, reading))
}

/** The node of the first member of that name in a receiver's class or object; 0 if there is none. */
function memberOf(solver: Solver, self: number, name: string): number {
  const known = solver.known.at(self)
  if (known.kind === 'object') {
    const file = solver.at(known.file)
    const fields = file.flows.objects[known.index]?.fields.filter(([field]) => field === name) ?? []
    const setter = fields.find(([, variable]) => isSetter(file, variable)) ?? [name, NONE]
    return solver.node(file, setter[1])
  }
  if (known.kind !== 'instance' && known.kind !== 'class') return 0
  const file = solver.at(known.file)
  // A class of Python's has no accessors itself: they are those of its instances
  if (known.kind === 'class' && file.language.semantics.explicitSelf) return 0
  const { classes } = lineage(solver, file, known.index)
  const owner = classes.find(({ flow }) => flow.members[name] !== undefined)
  return owner ? solver.node(owner.file, owner.flow.members[name] ?? NONE) : 0
}

function isSetter({ inbound, flows }: Loaded, variable: number): boolean {
  return (inbound[variable] ?? []).some(
    ([kind, , value]) =>
      kind === 'value' && value[0] === 'function' && flows.functions[value[1]]?.marks.includes('setter'),
  )
}

const infoOf = ({ file, site, group }: MemberRead): CallInfo => ({
  ...{ file: file.number, site, group, args: [], result: 0, form: 'call' },
})

const given = (solver: Solver, value: number): CallInfo['args'][number] => ({
  node: solver.named(`single|${value}`, (node) => solver.put(node, value)),
  name: '',
  spread: '',
})

function invokeOn(solver: Solver, value: number, self: number, info: CallInfo): void {
  const of = solver.known.at(value).kind
  if (of === 'function') solver.act.invoke(solver, solver.value({ kind: 'bound', of: value, self }), info)
  else if (of === 'bound') solver.act.invoke(solver, value, info)
}

const marksOf = (solver: Solver, { file, index }: { file: number; index: number }): readonly string[] =>
  solver.at(file).flows.functions[index]?.marks ?? []

/** Runs a descriptor's method, if a class attribute's value has it. */
function describe(solver: Solver, descriptor: number, construct: string, info: CallInfo): boolean {
  const known = solver.known.at(descriptor)
  if (known.kind !== 'instance') return false
  const file = solver.at(known.file)
  const names = file.language.semantics.implicit[construct] ?? []
  const { classes } = lineage(solver, file, known.index)
  const name = names.find((each) => classes.some(({ flow }) => flow.members[each] !== undefined))
  if (name === undefined) return false
  const found = solver.named(`method|${descriptor}|${name}`)
  solver.act.memberInto(solver, descriptor, name, found, {
    file: solver.at(info.file),
    site: info.site,
    group: info.group,
  })
  solver.each(found, (method) => solver.act.invoke(solver, method, info))
  return true
}
