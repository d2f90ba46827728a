import { type FlowCall, type FlowOperation, type FlowValue, NONE, type Op } from '../flows.ts'
import { assignThrough } from './accessors.ts'
import { infoAt, runIn } from './constructs.ts'
import { contents, fieldOf, items, receive } from './contents.ts'
import { isInAll, resolveImport } from './imports.ts'
import { invoke } from './invoking.ts'
import { elementsInto } from './iteration.ts'
import type { Known } from './known.ts'
import { memberInto, moduleMember, namedMember } from './members.ts'
import { instanceInto } from './model-values.ts'
import { applyModels, copyMembers, modelsOf } from './modelling.ts'
import { earlierInto } from './overwritten.ts'
import { storedNode, storeInto } from './patched.ts'
import { placeInto, sliceInto } from './places.ts'
import { redefineInto } from './redefining.ts'
import { hasMember, runMethod } from './running.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** Puts one constraint into effect. */
export function operate(solver: Solver, file: Loaded, operation: FlowOperation): void {
  switch (operation[0]) {
    case 'copy':
      solver.edge(solver.node(file, operation[2]), solver.node(file, operation[1]))
      return
    case 'value':
      valueInto(solver, file, operation[2], solver.node(file, operation[1]))
      return
    case 'import':
      importInto(solver, file, operation)
      return
    case 'load':
      loadInto(solver, file, operation)
      return
    case 'store':
      store(solver, file, operation)
      return
    case 'item':
      itemInto(solver, file, operation)
      return
    case 'put':
      putItem(solver, file, operation)
      return
    case 'call':
      callIn(solver, file, operation)
      return
    default:
      others(solver, file, operation)
      return
  }
}

function others(
  solver: Solver,
  file: Loaded,
  operation: Op<'iterate' | 'slice' | 'await' | 'instance' | 'generic' | 'super' | 'run' | 'redefine' | 'earlier'>,
): void {
  const to = solver.node(file, operation[1])
  switch (operation[0]) {
    case 'iterate': {
      const [, variable, from, site] = operation
      const isRestOnly = site < 0
      const info = infoAt(file, isRestOnly ? -1 - site : site, `i${variable}`, to)
      elementsInto(solver, solver.node(file, from), to, info, isRestOnly)
      return
    }
    case 'slice':
      sliceInto(solver, solver.node(file, operation[2]), to, operation[3])
      return
    case 'await': {
      const [, variable, from, site] = operation
      const node = solver.node(file, from)
      solver.edge(node, to)
      const methods = file.language.semantics.implicit.await ?? []
      const info = infoAt(file, site, `w${variable}`, to)
      solver.each(
        node,
        (value) => solver.known.at(value).kind === 'instance' && runMethod(solver, value, methods, info),
      )
      return
    }
    case 'instance':
      solver.each(solver.node(file, operation[2]), (value) => instanceInto(solver, value, to, true))
      return
    case 'generic':
      genericInto(solver, file, operation, to)
      return
    case 'super':
      superInto(solver, file, operation, to)
      return
    case 'run':
      runIn(solver, file, operation, to)
      return
    case 'redefine':
      redefineInto(solver, file, operation, to)
      return
    case 'earlier':
      earlierInto(solver, file, operation, to)
      return
  }
}

function genericInto(solver: Solver, file: Loaded, [, , type, container]: Op<'generic'>, to: number): void {
  solver.each(solver.node(file, type), (value) => {
    if (solver.known.at(value).kind === 'outside') solver.edge(solver.node(file, container), to)
  })
}

function superInto(solver: Solver, file: Loaded, [, , below, self, of]: Op<'super'>, to: number): void {
  solver.each(solver.node(file, self), (own) => {
    const above = (number: number, index: number) =>
      solver.put(to, solver.value({ kind: 'super', file: number, index, self: own }))
    if (of === undefined) return above(file.number, below)
    solver.each(solver.node(file, of), (base) => {
      const known = solver.known.at(base)
      if (known.kind === 'class') above(known.file, known.index)
    })
  })
}

function valueInto(solver: Solver, file: Loaded, value: FlowValue, to: number): void {
  const made = valueIn(solver, file, value)
  solver.put(to, made)
  const known = solver.known.at(made)
  if (value[0] !== 'module' || known.kind !== 'module') return
  const { flows } = solver.at(known.file)
  solver.edge(solver.node(solver.at(known.file), flows.whole), to)
}

const SELF = { kind: 'instance', isDeclared: true, isBelow: false, isSelf: true } as const

function valueIn(solver: Solver, file: Loaded, value: FlowValue): number {
  switch (value[0]) {
    case 'function':
    case 'weak':
      return solver.value({ kind: 'function', file: file.number, index: value[1], isWeak: value[0] === 'weak' })
    case 'class':
      return solver.value({ kind: 'class', file: file.number, index: value[1] })
    case 'own class':
      return solver.value({ kind: 'class', file: file.number, index: value[1], isDeclared: true })
    case 'object':
      return objectIn(solver, file, value[1])
    case 'self':
      return solver.value({ ...SELF, file: file.number, index: value[1] })
    case 'module': {
      const found = resolveImport(solver, file, value[1], '*')
      if (found.kind === 'module') return solver.value({ kind: 'module', file: found.file.number })
      if (found.kind === 'folder') return solver.value({ kind: 'folder', text: found.path })
      return solver.value({ kind: 'outside', text: found.kind === 'outside' ? found.text : '' })
    }
    case 'exports':
      return solver.value({ kind: 'module', file: file.number })
    default:
      return solver.value({ kind: value[0], text: value[1] })
  }
}

function objectIn(solver: Solver, file: Loaded, index: number): number {
  const value = solver.value({ kind: 'object', file: file.number, index })
  if (!file.isRoot || !solver.once(`object|${value}`)) return value
  for (const [, variable] of file.flows.objects[index]?.fields ?? [])
    receive(solver, solver.node(file, variable), value)
  return value
}

function importInto(solver: Solver, file: Loaded, [, variable, module, name, isOfAll]: Op<'import'>): void {
  const to = solver.node(file, variable)
  const found = resolveImport(solver, file, module, name)
  if (isOfAll && found.kind === 'member' && !isInAll(found.file, name)) return
  if (found.kind === 'module') solver.put(to, solver.value({ kind: 'module', file: found.file.number }))
  else if (found.kind === 'folder') solver.put(to, solver.value({ kind: 'folder', text: found.path }))
  else if (found.kind === 'outside') solver.put(to, solver.value({ kind: 'outside', text: found.text }))
  else moduleMember(solver, found.file, found.name, to)
}

function loadInto(solver: Solver, file: Loaded, [, variable, object, name, site]: Op<'load'>): void {
  const to = solver.node(file, variable)
  const reading = { file, site, group: `l${variable}` }
  const isOfClass = name === file.language.semantics.classMember
  solver.each(solver.node(file, object), (value) => {
    const known = solver.known.at(value)
    if (!isOfClass || known.kind !== 'instance') return memberInto(solver, value, name, to, reading)
    solver.put(to, classOf(solver, known))
  })
}

const classOf = (solver: Solver, { file, index, isDeclared }: Extract<Known, { kind: 'instance' }>): number =>
  solver.value({ kind: 'class', file, index, ...(isDeclared ? { isDeclared } : {}) })

function store(solver: Solver, file: Loaded, [, object, name, from, site]: Op<'store'>): void {
  const source = solver.node(file, from)
  solver.each(solver.node(file, object), (value) => {
    const known = solver.known.at(value)
    if (name === '...') return solver.each(source, (other) => copyMembers(solver, other, value))
    switch (known.kind) {
      case 'instance': {
        const owner = solver.at(known.file)
        solver.edge(source, fieldOf(solver, owner, known.index, name))
        receive(solver, source, value)
        return assignThrough(solver, file, value, name, source, site)
      }
      case 'class':
      case 'function':
      case 'made':
      case 'prototype':
      case 'heir':
      case 'object':
      case 'module':
        storeInto(solver, source, value, name)
        return assignThrough(solver, file, value, name, source, site)
      case 'super':
        return assignThrough(solver, file, value, name, source, site)
      case 'list':
        return solver.edge(source, items(solver, value))
      default:
    }
  })
}

function itemInto(solver: Solver, file: Loaded, [, variable, object, index, site, symbol]: Op<'item'>): void {
  const isElement = hasItems(file)
  const to = solver.node(file, variable)
  const key = solver.node(file, index)
  const reading = { file, site, group: `l${variable}` }
  solver.each(solver.node(file, object), (value) => {
    const { kind } = solver.known.at(value)
    if (isContainer(kind))
      return symbol === undefined ? solver.edge(contents(solver, value), to) : placeInto(solver, value, symbol, to)
    if (kind === 'instance' && isElement) solver.edge(items(solver, value), to)
    solver.each(key, (name) => namedMember(solver, value, name, to, reading))
  })
}

const isContainer = (kind: string): boolean => kind === 'object' || kind === 'heir' || kind === 'list'

/** What an object of a class holds under a key is no member of it, as it is in JavaScript. */
const hasItems = ({ language }: Loaded): boolean => language.semantics.explicitSelf

function putItem(solver: Solver, file: Loaded, [, object, index, from]: Op<'put'>): void {
  const isElement = hasItems(file)
  const source = solver.node(file, from)
  const key = solver.node(file, index)
  solver.each(solver.node(file, object), (value) => {
    const { kind } = solver.known.at(value)
    if (isContainer(kind)) {
      solver.edge(key, solver.nodeOf('role', 'keys', value))
      return solver.edge(source, items(solver, value))
    }
    if (kind === 'instance' && isElement) solver.edge(source, items(solver, value))
    solver.each(key, (name) => {
      const known = solver.known.at(name)
      if (known.kind === 'string') solver.edge(source, storedNode(solver, value, known.text))
    })
  })
}

function callIn(solver: Solver, file: Loaded, [, variable, index]: Op<'call'>): void {
  const call = file.flows.calls[index] as FlowCall
  const args = call.args.map(([arg, name, spread, constant]) => {
    return { node: solver.node(file, arg), name, spread, constant }
  })
  const { site, form } = call
  const info: CallInfo = {
    file: file.number,
    site,
    group: `c${index}`,
    args,
    result: solver.node(file, variable),
    form,
  }
  if (call.object !== NONE && modelsOf(file.language, `.${call.name}`).length > 0) {
    const receiver = solver.node(file, call.object)
    solver.each(receiver, (value) => {
      if (!hasOwnMethod(solver, value, call.name)) applyModels(solver, `.${call.name}`, receiver, info)
    })
    // What has no such method after all is a builtin's
    if (file.isRoot)
      solver.later.push(
        () =>
          solver.values(solver.node(file, call.callee)).length === 0 &&
          isUnmodelled(solver, receiver) &&
          applyModels(solver, `.${call.name}`, receiver, info),
      )
  }
  solver.each(solver.node(file, call.callee), (value) => invoke(solver, value, info))
}

/** Nothing is known of it, it is made by a function of which it is not known in advance what it inherits, or it is (a promise of) a module. */
const isUnmodelled = (solver: Solver, receiver: number): boolean => {
  const values = solver.values(receiver)
  return values.length === 0 || values.some((value) => /^(?:made|heir|module)$/.test(solver.known.at(value).kind))
}

/** Whether a receiver is the project's own, with a method of that name. */
function hasOwnMethod(solver: Solver, value: number, name: string): boolean {
  const known = solver.known.at(value)
  if (known.kind === 'class' || known.kind === 'made' || known.kind === 'module') return true
  return hasMember(solver, value, name)
}
