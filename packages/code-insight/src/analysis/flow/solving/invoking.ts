import { type FlowFunction, NONE } from '../flows.ts'
import { alternatives } from './contents.ts'
import { noteClass } from './created.ts'
import type { Via } from './found-calls.ts'
import { bindArguments, bindFields, giveResult } from './handing-over.ts'
import { type Lineage, lineage } from './hierarchy.ts'
import type { Known } from './known.ts'
import { memberInto } from './members.ts'
import { ownPartInto } from './outside.ts'
import { asDecorator } from './redefining.ts'
import { runMethod } from './running.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** Calls a value: binds arguments and result, and notes which entity runs. */
export function invoke(solver: Solver, value: number, info: CallInfo): void {
  const known = solver.known.at(value)
  switch (known.kind) {
    case 'function':
      invokeFunction(solver, value, undefined, info)
      return
    case 'bound':
      invokeFunction(solver, known.of, known.self, info)
      return
    case 'class':
      instantiate(solver, value, info)
      return
    case 'instance': {
      const call = solver.at(known.file).language.semantics.implicit.call
      call && runMethod(solver, value, call, info)
      return
    }
    case 'partial': {
      const before = solver.infos[known.info]
      if (before) invoke(solver, known.of, { ...info, args: [...before.args, ...info.args] })
      return
    }
    case 'module': {
      const file = solver.at(known.file)
      if (file.flows.whole !== NONE)
        solver.each(solver.node(file, file.flows.whole), (each) => invoke(solver, each, info))
      return
    }
    case 'outside':
      invokeOutside(solver, known.text, info)
      return
    case 'builtin':
      solver.act.applyModels(solver, known.text, known.node, info)
      return
    case 'identity':
      solver.edge(info.args[0]?.node ?? 0, info.result)
      return
    case 'supplier':
      solver.edge(known.node, info.result)
      return
    case 'resolver':
      solver.edge(info.args[0]?.node ?? 0, known.node)
      return
    default:
  }
}

/** What is not known to change what it decorates gives it back. */
function invokeOutside(solver: Solver, name: string, info: CallInfo): void {
  const isModelled = solver.act.applyModels(solver, name, 0, info)
  if (info.form !== 'decorator' && !isModelled) ownPartInto(solver, name, solver.at(info.file), info.result)
  if (info.form === 'decorator' && !isModelled) solver.edge(info.args[0]?.node ?? 0, info.result)
}

function invokeFunction(solver: Solver, value: number, self: number | undefined, given: CallInfo): void {
  const known = solver.known.at(value)
  if (known.kind === 'class' || known.kind === 'instance') {
    invoke(solver, value, given)
    return
  }
  if (known.kind !== 'function') return
  const file = solver.at(known.file)
  const flow = file.flows.functions[known.index]
  if (!flow) return
  const [info, otherwise] = asDecorator(given, flow)
  note(solver, file, flow, viaOf(solver, known, self, info), info)
  if (!solver.once(`invoke|${info.file}|${info.group}|${value}|${self ?? ''}|${info.result}`)) return
  if (known.isWeak) solver.each(alternatives(solver, known), (other) => invokeFunction(solver, other, self, info))
  const { explicitSelf } = file.language.semantics
  const made =
    info.form === 'new' && !explicitSelf
      ? solver.value({ kind: 'made', file: known.file, index: known.index })
      : undefined
  const receiver = made ?? self
  // `def call(*args)` gets its receiver among them
  const isAmong = explicitSelf && receiver !== undefined && flow.parameters[0]?.[2] === 'rest'
  const isPassed = explicitSelf && receiver !== undefined && !isAmong
  if (!isAmong && receiver !== undefined) {
    const variable = explicitSelf ? (flow.parameters[0]?.[0] ?? NONE) : flow.self
    solver.put(solver.node(file, variable), receiver)
  }
  const offset = isPassed ? 1 : 0
  bindArguments(solver, file, flow, offset, value, isAmong ? withFirst(solver, receiver, info) : info)
  if (otherwise) bindArguments(solver, file, flow, offset, value, otherwise)
  if (made !== undefined) solver.put(info.result, made)
  giveResult(solver, file, flow, known.index, offset, self, info)
}

function withFirst(solver: Solver, value: number, info: CallInfo): CallInfo {
  const node = solver.nodeOf('role', 'single', value, (single) => solver.put(single, value))
  return { ...info, args: [{ node, name: '', spread: '' }, ...info.args] }
}

function viaOf(solver: Solver, method: Of<'function'>, self: number | undefined, info: CallInfo): Via {
  if (method.isWeak) return 'weak'
  const receiver = self === undefined ? undefined : solver.known.at(self)
  if (receiver?.kind !== 'instance' || !receiver.isDeclared) return 'exact'
  if (receiver.isBelow) return 'below'
  return receiver.isSelf && isOfClass(solver, method, receiver) && !isWithin(solver, info, receiver)
    ? 'own'
    : 'declared'
}

type Of<K extends Known['kind']> = Extract<Known, { kind: K }>

const isOfClass = (solver: Solver, { file, index }: Of<'function'>, of: Of<'instance'>): boolean =>
  file === of.file && solver.at(file).flows.functions[index]?.class === of.index

/** Whether a call is in the class's own code, which also runs for instances of its subclasses. */
function isWithin(solver: Solver, { file, site }: CallInfo, of: Of<'instance'>): boolean {
  if (file !== of.file) return false
  const { entities, flows } = solver.at(file)
  const [owner] = flows.sites[site] ?? []
  const name = entities[flows.classes[of.index]?.entity ?? NONE]?.name
  return name === undefined || (entities[owner ?? NONE]?.name.startsWith(`${name}.`) ?? false)
}

function note(solver: Solver, file: Loaded, flow: FlowFunction, via: Via, info: CallInfo): void {
  if (info.site < 0 || !solver.at(info.file).isRoot) return
  solver.touched(info)
  if (flow.marks.includes('bodiless')) return
  if (flow.entity < 0) {
    if (via === 'exact') solver.nameless.add(`${info.file}|${info.group}`)
    return
  }
  solver.found.add({ file: info.file, site: info.site, group: info.group, target: [file.number, flow.entity], via })
}

function instantiate(solver: Solver, value: number, info: CallInfo): void {
  const known = solver.known.at(value)
  if (known.kind !== 'class') return
  const file = solver.at(known.file)
  const { semantics } = file.language
  if (info.form === 'decorator' || info.form === 'call' ? !semantics.callsClasses && info.form !== 'decorator' : false)
    return
  const instance = solver.value({
    kind: 'instance',
    file: known.file,
    index: known.index,
    isDeclared: known.isDeclared === true,
    isBelow: false,
  })
  solver.put(info.result, instance)
  solver.touched(info)
  if (!solver.once(`make|${info.file}|${info.group}|${value}|${info.result}`)) return
  const line = lineage(solver, file, known.index)
  const hidden = solver.fresh()
  const inner = { ...info, result: hidden, form: 'call' }
  const has = (name: string) => line.classes.some(({ flow }) => flow.members[name] !== undefined)
  const { new: first = [], made = [] } = semantics.implicit
  const makers = [...first, semantics.constructor, ...made].filter(has)
  runMethod(solver, value, semantics.implicit.call ?? [], { ...info, form: 'call' })
  for (const method of makers) runMethod(solver, instance, [method], inner)
  if (!makers.includes(semantics.constructor) && line.dynamic.length > 0)
    dynamicConstructor(solver, instance, semantics.constructor, inner)
  noteInherited(solver, line, known, info)
  if (!makers.includes(semantics.constructor))
    bindFields(
      solver,
      instance,
      line.classes.flatMap((each) => each.flow.fields.map(([name]) => name)),
      info,
    )
}

/** A class without a constructor of its own is called beside the one that runs, if any does. */
function noteInherited(solver: Solver, { classes }: Lineage, known: Of<'class'>, info: CallInfo): void {
  const [own] = classes
  if (!own || own.flow.members[own.file.language.semantics.constructor] !== undefined) return
  const { site, group } = info
  noteClass(solver, own, { file: solver.at(info.file), site, group, via: known.isDeclared ? 'declared' : 'exact' })
}

function dynamicConstructor(solver: Solver, instance: number, name: string, info: CallInfo): void {
  const found = solver.fresh()
  memberInto(solver, instance, name, found, { file: solver.at(info.file), site: info.site, group: info.group })
  solver.each(found, (method) => invoke(solver, method, info))
}
