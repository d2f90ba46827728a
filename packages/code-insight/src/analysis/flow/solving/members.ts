import { NONE } from '../flows.ts'
import { readThrough } from './accessors.ts'
import { attribute, fieldOf, items } from './contents.ts'
import { noteClass } from './created.ts'
import { enumMemberInto, enumValuesInto, isEnum } from './enums.ts'
import { below, type ClassAt, eachAbove, hides, lineage, MOST_BELOW, metaclasses, superLine } from './hierarchy.ts'
import { exportInto, submodule } from './imports.ts'
import type { Known } from './known.ts'
import { patchedMember } from './patched.ts'
import { fromEndInto, isNamed } from './places.ts'
import { functionMember, heirMember, inheritedInto, madeMember, withReceiver } from './prototypes.ts'
import type { Loaded, MemberRead, Solver } from './solver.ts'

/** Lets the member of a value flow into a node. */
export function memberInto(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  if (!solver.isFirstRead(value, name, to)) return
  const known = solver.known.at(value)
  switch (known.kind) {
    case 'instance':
      instanceMember(solver, value, name, to, reading)
      return
    case 'class':
      classMember(solver, value, name, to, reading)
      return
    case 'super':
      superMember(solver, value, name, to, reading)
      return
    case 'module':
      moduleMember(solver, solver.at(known.file), name, to)
      return
    case 'folder':
      folderMember(solver, known.text, name, to, reading)
      return
    case 'object':
      objectMember(solver, value, name, to, reading)
      return
    case 'function':
      functionMember(solver, value, name, to)
      return
    case 'heir':
      heirMember(solver, value, name, to, reading)
      return
    case 'made':
    case 'prototype':
      madeMember(solver, value, name, to, reading)
      return
    default:
      plainMember(solver, known, name, to, reading)
  }
}

/** Lets the member flow into a node that a text names; of one that is known in part, all that it may name. */
export function namedMember(solver: Solver, value: number, name: number, to: number, reading: MemberRead): void {
  const known = solver.known.at(name)
  if (known.kind === 'string') memberInto(solver, value, known.text, to, reading)
  if (known.kind !== 'pattern') return
  const [before = '', after = ''] = known.text.split('*')
  const names = [...memberNames(solver, value)].filter(
    (each) => each.length > before.length + after.length && each.startsWith(before) && each.endsWith(after),
  )
  const of = solver.known.at(value)
  const most = before.length + after.length < TELLING ? MOST_DECLARED : MOST_NAMED
  if ('isDeclared' in of && of.isDeclared && names.length > most) return
  for (const each of names) memberInto(solver, value, each, to, reading)
}

/** The most members that a composed name may mean where the receiver's type is only declared. */
const MOST_DECLARED = 12
/** The same where at least `TELLING` letters of the name are known. */
const MOST_NAMED = 60
const TELLING = 3

/** The names of all members that a value's class, or the classes below it, or an object has. */
function memberNames(solver: Solver, value: number): ReadonlySet<string> {
  const known = solver.known.at(value)
  if (known.kind === 'object')
    return new Set(solver.at(known.file).flows.objects[known.index]?.fields.map(([name]) => name))
  if (known.kind === 'module') return new Set(Object.keys(solver.at(known.file).flows.exports))
  if (known.kind !== 'instance' && known.kind !== 'class') return new Set()
  const file = solver.at(known.file)
  const others = known.isDeclared ? below(solver, file, known.index) : []
  const classes = [...lineage(solver, file, known.index).classes, ...others]
  return new Set(classes.flatMap(({ flow }) => Object.keys(flow.members)))
}

const LONGEST = 80

function plainMember(solver: Solver, known: Known, name: string, to: number, reading: MemberRead): void {
  if (known.kind === 'bound') memberInto(solver, known.of, name, to, reading)
  if (known.kind === 'outside')
    solver.put(to, solver.value({ kind: 'outside', text: `${known.text}.${name}`.slice(0, LONGEST) }))
  if (known.kind === 'string') solver.put(to, solver.value({ kind: 'outside', text: `str.${name}` }))
  if (known.kind !== 'list') return
  solver.edge(attribute(solver, solver.value(known), name), to)
  const { commonMethods } = reading.file.language.semantics
  if (known.type !== 'map' && /^-\d+$/.test(name)) fromEndInto(solver, solver.value(known), name, to)
  const isPlace = known.type === 'map' ? !commonMethods.has(name) : /^\d+$/.test(name)
  if (isPlace) solver.edge(known.node, to)
}

function folderMember(solver: Solver, folder: string, name: string, to: number, { file }: MemberRead): void {
  const found = submodule(solver, file, folder, name)
  if (found?.kind === 'module') solver.put(to, solver.value({ kind: 'module', file: found.file.number }))
  if (found?.kind === 'folder') solver.put(to, solver.value({ kind: 'folder', text: found.path }))
}

function instanceMember(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  const known = solver.known.at(value)
  if (known.kind !== 'instance') return
  const line = lineage(solver, solver.at(known.file), known.index)
  lineMember(solver, line.classes, value, name, to, reading)
  eachAbove(solver, line, name, (classes, isHidden) => lineMember(solver, classes, value, name, to, reading, isHidden))
  if (name === 'value' && isEnum(line)) enumValuesInto(solver, solver.at(known.file), known.index, to)
  if (!known.isDeclared || known.isBelow) return
  const others = below(solver, solver.at(known.file), known.index)
  if (others.length >= MOST_BELOW && others.some(({ flow }) => flow.members[name] !== undefined))
    solver.broad.add(`${reading.file.number}|${reading.group}`)
  for (const each of others) {
    const variable = each.flow.members[name]
    const other = {
      kind: 'instance',
      file: each.file.number,
      index: each.index,
      isDeclared: true,
      isBelow: true,
    } as const
    if (variable !== undefined) bind(solver, solver.node(each.file, variable), solver.value(other), to, reading)
    fieldInto(solver, each, name, to)
  }
}

/** The first class that has the member, and what instances hold under the name. */
export function lineMember(
  solver: Solver,
  classes: readonly ClassAt[],
  self: number,
  name: string,
  to: number,
  reading: MemberRead,
  isHidden = false,
): boolean {
  let isFound = isHidden
  for (const each of classes) {
    fieldInto(solver, each, name, to)
    const variable = each.flow.members[name]
    if (!isFound) patchedMember(solver, each, name, (node) => bind(solver, node, self, to, reading))
    if (variable === undefined || isFound) continue
    bind(solver, solver.node(each.file, variable), self, to, reading)
    isFound = true
  }
  return isFound
}

const classValue = (solver: Solver, { file, index }: ClassAt): number =>
  solver.value({ kind: 'class', file: file.number, index })

function fieldInto(solver: Solver, each: ClassAt, name: string, to: number): void {
  solver.edge(fieldOf(solver, each.file, each.index, name), to)
  for (const [field, variable] of each.flow.fields)
    if (field === name) solver.edge(solver.node(each.file, variable), to)
}

/** Members as a receiver has them: methods with it bound, accessors called. */
function bind(solver: Solver, member: number, self: number, to: number, reading: MemberRead): void {
  solver.each(member, (value) => {
    const known = solver.known.at(value)
    if (readThrough(solver, value, self, to, reading)) return
    if (known.kind !== 'function') return solver.put(to, value)
    const marks: readonly string[] = solver.at(known.file).flows.functions[known.index]?.marks ?? []
    if (marks.includes('getter')) return accessor(solver, solver.value({ kind: 'bound', of: value, self }), to, reading)
    if (marks.includes('setter')) return
    if (marks.includes('static') && solver.at(known.file).language.semantics.explicitSelf) return solver.put(to, value)
    const receiver = marks.includes('classmethod') ? classOfReceiver(solver, self) : self
    solver.put(to, solver.value({ kind: 'bound', of: value, self: receiver }))
  })
}

function classOfReceiver(solver: Solver, self: number): number {
  const known = solver.known.at(self)
  if (known.kind !== 'instance') return self
  return solver.value({ kind: 'class', file: known.file, index: known.index })
}

function accessor(solver: Solver, value: number, to: number, { file, site, group }: MemberRead): void {
  solver.act.invoke(solver, value, { file: file.number, site, group, args: [], result: to, form: 'call' })
}

function classMember(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  const known = solver.known.at(value)
  if (known.kind !== 'class') return
  const file = solver.at(known.file)
  const line = lineage(solver, file, known.index)
  const { explicitSelf } = file.language.semantics
  if (name === 'prototype' && !explicitSelf)
    solver.put(
      to,
      solver.value({ kind: 'instance', file: known.file, index: known.index, isDeclared: true, isBelow: true }),
    )
  for (const each of line.classes) solver.edge(attribute(solver, classValue(solver, each), name), to)
  const owner = line.classes.find(({ flow }) => flow.members[name] !== undefined)
  const isOfEnum = owner !== undefined && isEnum(line)
  if (owner) {
    const member = solver.node(owner.file, owner.flow.members[name] ?? NONE)
    if (explicitSelf) unbound(solver, member, value, to, isOfEnum)
    else bind(solver, member, value, to, reading)
  } else if (line.meta) lineMember(solver, metaclasses(solver, line), value, name, to, reading)
  if (isOfEnum) enumMemberInto(solver, file, known.index, to)
  for (const [other, base] of line.dynamic)
    if (!hides(line, name, base))
      solver.each(solver.node(other, base), (above) => {
        if (solver.known.at(above).kind === 'class') memberInto(solver, above, name, to, reading)
      })
}

/** A function read from its class takes the receiver as an argument; only class methods are bound. */
function unbound(solver: Solver, member: number, self: number, to: number, isOfEnum: boolean): void {
  solver.each(member, (value) => {
    const known = solver.known.at(value)
    // What is no function is a member's value, which the member itself hides
    if (isOfEnum && known.kind !== 'function' && known.kind !== 'class') return
    const marks = known.kind === 'function' ? solver.at(known.file).flows.functions[known.index]?.marks : undefined
    solver.put(to, marks?.includes('classmethod') ? solver.value({ kind: 'bound', of: value, self }) : value)
  })
}

/** What stands after a class in its receiver's line. */
function superMember(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  const known = solver.known.at(value)
  if (known.kind !== 'super') return
  const own = solver.at(known.file)
  const line = superLine(solver, known)
  lineMember(solver, line, known.self, name, to, reading)
  const [next] = line
  const { constructor: maker, explicitSelf } = own.language.semantics
  if (name === maker && !explicitSelf && next && next.flow.members[name] === undefined)
    noteClass(solver, next, { ...reading, via: 'exact' }, 'above')
  eachAbove(
    solver,
    lineage(solver, own, known.index),
    name,
    (classes, isHidden) => lineMember(solver, classes, known.self, name, to, reading, isHidden),
    { first: 1 },
  )
}

/** What a module has under a name. */
export function moduleMember(solver: Solver, file: Loaded, name: string, to: number): void {
  const value = solver.value({ kind: 'module', file: file.number })
  const isExported = exportInto(solver, file, name, to)
  solver.edge(attribute(solver, value, name), to)
  if (file.flows.whole !== NONE) {
    const reading = { file, site: NONE, group: '' }
    solver.each(solver.node(file, file.flows.whole), (whole) => memberInto(solver, whole, name, to, reading))
  }
  if (isExported) return
  if (name === 'default') solver.put(to, value)
  const found = submodule(solver, file, file.path.replace(/\/?[^/]*$/, ''), name)
  if (found?.kind === 'module' && file.path.endsWith(file.language.semantics.packageFile ?? ' '))
    solver.put(to, solver.value({ kind: 'module', file: found.file.number }))
}

function objectMember(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  const known = solver.known.at(value)
  if (known.kind !== 'object') return
  const file = solver.at(known.file)
  const object = file.flows.objects[known.index]
  // What a decorator stores in it takes the member's place, but is not what it was
  if (object?.type === 'descriptor') {
    for (const [field, variable] of object.fields) if (field === name) solver.edge(solver.node(file, variable), to)
    return
  }
  const isMap = object?.type === 'map'
  const isPlace = isMap ? !file.language.semantics.commonMethods.has(name) : /^\d+$/.test(name)
  if (!isMap && /^-\d+$/.test(name)) fromEndInto(solver, value, name, to)
  for (const [field, variable] of object?.fields ?? [])
    if (field === name || (isMap && isPlace && isNamed(field)))
      withReceiver(solver, solver.node(file, variable), value, to, reading)
  withReceiver(solver, attribute(solver, value, name), value, to, reading)
  if (isPlace) withReceiver(solver, items(solver, value), value, to, reading)
  if (object?.type === 'map') inheritedInto(solver, value, name, to, reading)
}
