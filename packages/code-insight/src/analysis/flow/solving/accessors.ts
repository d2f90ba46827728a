import { receiving } from './arranged.ts'
import { type ClassAt, lineage, superLine } from './hierarchy.ts'
import type { CallInfo, Loaded, MemberRead, Solver } from './solver.ts'

/** Runs what a class puts between a receiver and its member: a property's getter, a descriptor's. False: there is nothing between. */
export function readThrough(solver: Solver, member: number, self: number, to: number, reading: MemberRead): boolean {
  const known = solver.known.at(member)
  if (known.kind === 'accessor') {
    solver.each(known.get, (value) => invokeOn(solver, value, self, { ...infoOf(reading), result: to }))
    return true
  }
  if (known.kind !== 'instance' || !solver.at(known.file).language.semantics.explicitSelf) return false
  return describe(solver, member, 'descriptor get', { ...infoOf(reading), result: to, args: [given(solver, self)] })
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
  const known = solver.known.at(self)
  const [owner, variable] = memberOf(solver, self, name) ?? []
  if (owner === undefined || variable === undefined) return
  const reading = { file, site, group: `s${site}${name}` }
  const receiver = known.kind === 'super' ? known.self : self
  solver.each(solver.node(owner, variable), (member) => writeThrough(solver, member, receiver, from, reading))
}

/** The variable of the first member of that name in a receiver's class or object, if it may be an accessor. */
function memberOf(solver: Solver, self: number, name: string): readonly [Loaded, number] | undefined {
  const known = solver.known.at(self)
  if (known.kind === 'super') return accessorIn(superLine(solver, known), name)
  if (known.kind !== 'instance' && known.kind !== 'class' && known.kind !== 'object') return undefined
  const file = solver.at(known.file)
  const { explicitSelf } = file.language.semantics
  if (known.kind === 'object') {
    const fields = explicitSelf || settersOf(file).size === 0 ? [] : (file.flows.objects[known.index]?.fields ?? [])
    const setter = fields.find(([field, variable]) => field === name && isSetter(file, variable))
    return setter && [file, setter[1]]
  }
  // A class of Python's has no accessors itself: they are those of its instances
  if (known.kind === 'class' && explicitSelf) return undefined
  return accessorIn(lineage(solver, file, known.index).classes, name)
}

function accessorIn(classes: readonly ClassAt[], name: string): readonly [Loaded, number] | undefined {
  const owner = classes.find(({ flow }) => flow.members[name] !== undefined)
  const variable = owner?.flow.members[name]
  if (owner === undefined || variable === undefined) return undefined
  const { explicitSelf } = owner.file.language.semantics
  return explicitSelf || isSetter(owner.file, variable) ? [owner.file, variable] : undefined
}

const setters = new WeakMap<Loaded, ReadonlySet<number>>()

/** The variables that hold a file's setters. */
function settersOf(file: Loaded): ReadonlySet<number> {
  const before = setters.get(file)
  if (before) return before
  const { operations, functions } = file.flows
  const found = new Set<number>()
  for (const operation of operations)
    if (operation[0] === 'value' && (operation[2][0] === 'function' || operation[2][0] === 'weak'))
      if (functions[operation[2][1]]?.marks.includes('setter')) found.add(operation[1])
  setters.set(file, found)
  return found
}

/** A setter is held by its own variable, which is copied to the member's. */
const isSetter = (file: Loaded, variable: number): boolean => {
  const own = settersOf(file)
  return (
    (own.size > 0 && receiving(file.flows, variable).some(([kind, , from]) => kind === 'copy' && own.has(from))) ||
    own.has(variable)
  )
}

const infoOf = ({ file, site, group }: MemberRead): CallInfo => ({
  file: file.number,
  site,
  group,
  args: [],
  result: 0,
  form: 'call',
})

const given = (solver: Solver, value: number): CallInfo['args'][number] => ({
  node: solver.nodeOf('role', 'single', value, (node) => solver.put(node, value)),
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
