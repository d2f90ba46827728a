import type { Language } from '../../language.ts'
import type { Model } from '../../semantics.ts'
import { NONE } from '../flows.ts'
import { alternatives, attribute, contents, items, receive } from './contents.ts'
import { invoke } from './invoking.ts'
import { elementsInto } from './iteration.ts'
import type { Known } from './known.ts'
import { type Applied, argumentNode, nodeOf, plain, positional } from './model-values.ts'
import { storedNode, storeInto } from './patched.ts'
import { isNamed } from './places.ts'
import { prototypeOf } from './prototypes.ts'
import { runMethod } from './running.ts'
import type { CallInfo, Solver } from './solver.ts'

const byName = new WeakMap<Language, ReadonlyMap<string, readonly Model[]>>()

/** The models of a builtin by its name, or of a method by its name with a dot before it. */
export function modelsOf(language: Language, name: string): readonly Model[] {
  const before = byName.get(language)
  if (before) return before.get(name) ?? []
  const made = new Map<string, Model[]>()
  for (const model of language.semantics.models) made.set(model.of, [...(made.get(model.of) ?? []), model])
  byName.set(language, made)
  return made.get(name) ?? []
}

/** Does what a builtin does with what it gets. False: nothing is known of it. */
export function applyModels(solver: Solver, name: string, receiver: number, info: CallInfo): boolean {
  const models = modelsOf(solver.at(info.file).language, name)
  if (models.length === 0) return false
  if (!solver.once(`model|${info.file}|${info.group}|${name}|${receiver}|${info.result}`)) return true
  for (const model of models) applyModel(solver, model, receiver, info)
  return true
}

function applyModel(solver: Solver, model: Model, receiver: number, info: CallInfo): void {
  const returned = solver.fresh()
  const at: Applied = { solver, model, file: solver.at(info.file), receiver, info, returned }
  const { calls, runs, iterates = [], gives = [], puts = [], into, sets, merges, inherits } = model
  if (calls) callModelled(at, calls)
  if (runs) {
    const inner = { ...info, args: [], result: returned, form: 'call' }
    solver.each(nodeOf(at, runs.on), (value) => runMethod(solver, value, runs.methods, inner))
  }
  for (const each of iterates) elementsInto(solver, nodeOf(at, each), solver.fresh(), info)
  for (const each of gives) solver.edge(nodeOf(at, each), info.result)
  if (puts.length > 0) {
    const target = into ? nodeOf(at, into) : receiver
    for (const each of puts) {
      const from = nodeOf(at, each)
      solver.each(target, (value) => solver.edge(from, items(solver, value)))
    }
  }
  if (sets) setMember(at, sets)
  for (const each of model.alternatives ?? []) addAlternative(at, nodeOf(at, each))
  if (merges) mergeInto(at, merges)
  if (inherits) inherit(at, inherits)
}

function callModelled(at: Applied, { fn, args, self, isNew = false }: NonNullable<Model['calls']>): void {
  const { solver, info, returned } = at
  const target = typeof fn === 'object' ? nodeOf(at, fn) : argumentNode(at, fn)
  const given = args.flatMap((each) =>
    each.from === 'arguments'
      ? positional(at).slice(each.after)
      : [
          {
            node: nodeOf(at, each.from === 'spread' ? each.of : each),
            name: '',
            spread: each.from === 'spread' ? 'list' : '',
          },
        ],
  )
  const receiver = self ? nodeOf(at, self) : 0
  const inner = { ...info, args: given, result: returned, form: isNew ? 'new' : 'call' }
  solver.each(target, (value) => {
    if (receiver === 0) return invoke(solver, value, inner)
    solver.each(receiver, (own) =>
      invoke(solver, solver.value({ kind: 'bound', of: plain(solver, value), self: own }), inner),
    )
    invoke(solver, value, inner)
  })
}

function setMember(at: Applied, { on, name, value, under = '' }: NonNullable<Model['sets']>): void {
  const { solver } = at
  const from = nodeOf(at, value)
  solver.each(nodeOf(at, name), (key) => {
    const known = solver.known.at(key)
    if (known.kind !== 'string') return
    solver.each(nodeOf(at, on), (object) => storeInto(solver, from, object, under + known.text))
  })
}

/** Whoever calls the receiver, a function, may call these functions instead. */
function addAlternative({ solver, receiver }: Applied, functions: number): void {
  solver.each(receiver, (value) => {
    const known = solver.known.at(value)
    if (known.kind !== 'function') return
    const to = alternatives(solver, known)
    solver.each(functions, (each) => solver.known.at(each).kind === 'function' && solver.put(to, each))
  })
}

function mergeInto(at: Applied, { into, of }: NonNullable<Model['merges']>): void {
  const { solver } = at
  const target = nodeOf(at, into)
  solver.each(nodeOf(at, of), (from) => solver.each(target, (to) => copyMembers(solver, from, to)))
}

function inherit(at: Applied, { by, of }: NonNullable<Model['inherits']>): void {
  const { solver } = at
  const above = nodeOf(at, of)
  solver.each(nodeOf(at, by), (value) => {
    if (HEIRS.has(solver.known.at(value).kind)) solver.edge(above, prototypeOf(solver, value))
    else solver.each(above, (from) => copyMembers(solver, from, value))
  })
}

/** What looks up its members in its prototype; others are given them. */
const HEIRS: ReadonlySet<string> = new Set(['object', 'made', 'prototype', 'heir'])

/** A member becomes another object's: a class's instances have it with themselves as its receiver. */
function merge(solver: Solver, member: number, to: number, name: string): void {
  solver.edge(member, storedNode(solver, to, name))
  const known = solver.known.at(to)
  if (known.kind === 'instance') receive(solver, member, solver.value({ ...known, isBelow: false }))
}

const isContainer = ({ kind }: Known): boolean => kind === 'object' || kind === 'list'

/** One object's members become another's. */
export function copyMembers(solver: Solver, from: number, to: number): void {
  const known = solver.known.at(from)
  const of = solver.known.at(to)
  // What a container of a class of the project's own holds is no member of it
  if (of.kind === 'instance' && solver.at(of.file).language.semantics.explicitSelf && isContainer(known))
    solver.edge(contents(solver, from), items(solver, to))
  if (known.kind === 'list') {
    solver.edge(known.node, items(solver, to))
    solver.stored.each(from, (name) => merge(solver, attribute(solver, from, name), to, name))
    return
  }
  if (known.kind === 'module') {
    const module = solver.at(known.file)
    for (const [name, variable] of Object.entries(module.flows.exports))
      solver.edge(solver.node(module, variable), storedNode(solver, to, name))
    if (module.flows.whole !== NONE)
      solver.each(solver.node(module, module.flows.whole), (whole) => copyMembers(solver, whole, to))
  }
  if (known.kind === 'prototype' || known.kind === 'heir')
    solver.stored.each(from, (name) => merge(solver, attribute(solver, from, name), to, name))
  if (known.kind !== 'object' || from === to) return
  const file = solver.at(known.file)
  for (const [name, variable] of file.flows.objects[known.index]?.fields ?? [])
    if (isNamed(name)) solver.edge(solver.node(file, variable), items(solver, to))
    else merge(solver, solver.node(file, variable), to, name)
  solver.stored.each(from, (name) => merge(solver, attribute(solver, from, name), to, name))
  solver.edge(items(solver, from), items(solver, to))
  for (const key of file.flows.objects[known.index]?.keys ?? [])
    solver.edge(solver.node(file, key), solver.nodeOf('role', 'keys', to))
}
