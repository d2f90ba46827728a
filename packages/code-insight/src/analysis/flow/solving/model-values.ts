import type { Model, ModelValue } from '../../semantics.ts'
import { NONE } from '../flows.ts'
import { attribute, contents } from './contents.ts'
import { elementsInto, iteratorInto } from './iteration.ts'
import { memberInto, namedMember } from './members.ts'
import { placeInto } from './places.ts'
import { prototypeOf } from './prototypes.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** A model at one call. */
export interface Applied {
  readonly solver: Solver
  readonly model: Model
  readonly file: Loaded
  readonly receiver: number
  readonly info: CallInfo
  /** What the called function gives. */
  readonly returned: number
}

/** A method without its receiver. */
export function plain(solver: Solver, value: number): number {
  const known = solver.known.at(value)
  return known.kind === 'bound' ? known.of : value
}

/** The arguments that are given by position. */
export const positional = ({ info }: Applied) => info.args.filter(({ name }) => name === '')

/** The node of an argument, by position or by name. */
export function argumentNode(at: Applied, key: number | string): number {
  return argument(at, key)?.node ?? 0
}

function argument(at: Applied, key: number | string): CallInfo['args'][number] | undefined {
  const { info, model } = at
  if (typeof key === 'number') {
    const parameter = model.parameters?.[key]
    const named = parameter === undefined ? undefined : info.args.find(({ name }) => name === parameter)
    return positional(at)[key] ?? named
  }
  const named = info.args.find(({ name }) => name === key)
  const place = model.parameters?.indexOf(key) ?? -1
  return named ?? (place >= 0 ? positional(at)[place] : undefined)
}

/** The node of a value of a model. */
export function nodeOf(at: Applied, value: ModelValue): number {
  const { solver, info } = at
  switch (value.from) {
    case 'receiver':
      return at.receiver
    case 'returned':
      return at.returned
    case 'argument':
      return argumentNode(at, value.at)
    case 'arguments':
      return union(
        solver,
        positional(at)
          .slice(value.after)
          .map(({ node }) => node),
      )
    case 'keywords':
      return placesNode(
        solver,
        info.args.filter(({ name }) => name !== '').map(({ node, name }) => [name, node]),
        'map',
      )
    case 'awaited':
      return nodeOf(at, value.of)
    case 'spread':
    case 'elements': {
      const to = solver.fresh()
      elementsInto(solver, nodeOf(at, value.of), to, info)
      return to
    }
    case 'yielded':
      return derived(at, value.of, (each, to) => {
        if (solver.known.at(each).kind !== 'instance') elementsInto(solver, single(solver, each), to, info)
      })
    case 'iterator':
      return derived(at, value.of, (each, to) => iteratorInto(solver, each, to, info))
    case 'values':
      return derived(at, value.of, (each, to) => {
        if (isContainer(solver, each)) solver.edge(contents(solver, each), to)
      })
    default:
      return madeNode(at, value)
  }
}

const isContainer = (solver: Solver, value: number): boolean =>
  /^(?:object|heir|list)$/.test(solver.known.at(value).kind)

type MadeValue = Exclude<
  ModelValue,
  {
    from: 'receiver' | 'returned' | 'argument' | 'arguments' | 'keywords' | 'awaited' | 'spread' | 'elements' | 'values'
  }
>

function madeNode(at: Applied, value: MadeValue): number {
  const { solver } = at
  switch (value.from) {
    case 'item': {
      const key = value.at.from === 'argument' ? argument(at, value.at.at)?.constant : undefined
      return derived(at, value.of, (each, to) => {
        if (!isContainer(solver, each)) return
        if (key === undefined) solver.edge(contents(solver, each), to)
        else placeInto(solver, each, key, to)
      })
    }
    case 'settled':
      return derived(at, value.of, (each, to) => solver.put(to, each))
    case 'tuple':
      return placesNode(
        solver,
        value.of.map((each, place) => [String(place), nodeOf(at, each)]),
        'tuple',
      )
    case 'list':
    case 'map':
      return listNode(
        at,
        value.of.map((each) => nodeOf(at, each)),
        value.from,
      )
    case 'member':
      return derived(at, value.of, (each, to) => memberInto(solver, each, value.name, to, reading(at)))
    case 'named':
      return namedNode(at, value)
    case 'instance':
      return derived(at, value.of, (each, to) => instanceInto(solver, each, to))
    case 'heir':
      return heirNode(at, value.of)
    case 'class':
      return derived(at, value.of, (each, to) => {
        const known = solver.known.at(each)
        const { file, index } = known.kind === 'instance' ? known : { file: NONE, index: NONE }
        const isDeclared = known.kind === 'instance' && known.isDeclared
        if (index !== NONE)
          solver.put(to, solver.value({ kind: 'class', file, index, ...(isDeclared ? { isDeclared } : {}) }))
      })
    default:
      return callableNode(at, value)
  }
}

/** What can be called, or stands for what is. */
function callableNode(at: Applied, value: ModelValue): number {
  const { solver, info } = at
  switch (value.from) {
    case 'supplier':
      return single(solver, solver.value({ kind: 'supplier', node: nodeOf(at, value.of) }))
    case 'identity':
      return single(solver, solver.value({ kind: 'identity' }))
    case 'resolver':
      return single(solver, solver.value({ kind: 'resolver', node: info.result }))
    case 'partial':
      return partialNode(at, info.args.slice(1), argumentNode(at, 0))
    case 'attribute':
      return attributeNode(at)
    case 'bound':
      return boundNode(at, value)
    case 'again':
      return single(solver, solver.value({ kind: 'builtin', text: at.model.of, node: at.receiver }))
    case 'accessor':
      return single(solver, solver.value({ kind: 'accessor', get: nodeOf(at, value.get), set: setOf(at, value) }))
    default:
      return 0
  }
}

const setOf = (at: Applied, { set }: Extract<ModelValue, { from: 'accessor' }>): number => (set ? nodeOf(at, set) : 0)

const reading = ({ file, info }: Applied) => ({ file, site: info.site, group: info.group })

function derived(at: Applied, of: ModelValue, give: (value: number, to: number) => void): number {
  const to = at.solver.fresh()
  at.solver.each(nodeOf(at, of), (value) => give(value, to))
  return to
}

function heirNode(at: Applied, of: ModelValue): number {
  const { solver, info } = at
  const heir = solver.value({ kind: 'heir', file: info.file, group: info.group })
  solver.edge(nodeOf(at, of), prototypeOf(solver, heir))
  return single(solver, heir)
}

/** An instance of the class that a value is. */
export function instanceInto(solver: Solver, value: number, to: number, isDeclared = false): void {
  const known = solver.known.at(value)
  if (known.kind !== 'class') return
  solver.put(to, solver.value({ kind: 'instance', file: known.file, index: known.index, isDeclared, isBelow: false }))
}

function union(solver: Solver, nodes: readonly number[]): number {
  const to = solver.fresh()
  for (const node of nodes) solver.edge(node, to)
  return to
}

function single(solver: Solver, value: number): number {
  return solver.nodeOf('role', 'single', value, (node) => solver.put(node, value))
}

/** A new container of what stands at known places. */
function placesNode(solver: Solver, places: readonly (readonly [string, number])[], type: 'tuple' | 'map'): number {
  const made = solver.value({ kind: 'list', node: solver.fresh(), type })
  for (const [name, node] of places) {
    solver.stored.add(made, name)
    solver.edge(node, attribute(solver, made, name))
  }
  return single(solver, made)
}

function listNode({ solver }: Applied, nodes: readonly number[], type: 'list' | 'map'): number {
  return single(solver, solver.value({ kind: 'list', node: union(solver, nodes), type }))
}

function partialNode({ solver, info }: Applied, args: CallInfo['args'], of: number): number {
  const index = solver.infos.push({ ...info, args }) - 1
  const to = solver.fresh()
  solver.each(of, (value) => solver.put(to, solver.value({ kind: 'partial', of: value, info: index })))
  return to
}

function boundNode(at: Applied, value: Extract<ModelValue, { from: 'bound' }>): number {
  const { solver } = at
  const args = value.args.flatMap((each) =>
    each.from === 'arguments' ? positional(at).slice(each.after) : [{ node: nodeOf(at, each), name: '', spread: '' }],
  )
  const self = nodeOf(at, value.self)
  const functions = solver.fresh()
  solver.each(nodeOf(at, value.of), (each) => {
    solver.put(functions, each)
    solver.each(self, (own) =>
      solver.put(functions, solver.value({ kind: 'bound', of: plain(solver, each), self: own })),
    )
  })
  return args.length === 0 ? functions : partialNode(at, args, functions)
}

/** What was kept under a name that a constant says. */
function namedNode(at: Applied, { of, at: name, under }: Extract<ModelValue, { from: 'named' }>): number {
  const { solver } = at
  const objects = nodeOf(at, of)
  return derived(at, name, (each, to) => {
    const known = solver.known.at(each)
    if (known.kind === 'string')
      solver.each(objects, (object) => memberInto(solver, object, under + known.text, to, reading(at)))
  })
}

/** `getattr(object, 'name')`. */
function attributeNode(at: Applied): number {
  const { solver } = at
  const to = solver.fresh()
  solver.each(argumentNode(at, 1), (name) => {
    solver.each(argumentNode(at, 0), (object) => namedMember(solver, object, name, to, reading(at)))
  })
  solver.edge(argumentNode(at, 2), to)
  return to
}
