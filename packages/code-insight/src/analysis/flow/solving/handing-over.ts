import { type FlowFunction, NONE } from '../flows.ts'
import { attribute, contents, fieldOf, items } from './contents.ts'
import { lineage } from './hierarchy.ts'
import { elementsInto } from './iteration.ts'
import { memberInto } from './members.ts'
import { placesOf } from './places.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** Arguments by position and by name; what is spread may be any of the rest. */
export function bindArguments(
  solver: Solver,
  file: Loaded,
  flow: FlowFunction,
  offset: number,
  value: number,
  info: CallInfo,
): void {
  const { parameters } = flow
  if (info.form === 'element') {
    bindProperties(solver, file, flow, value, info)
    return
  }
  let at = offset
  for (const { node, name, spread } of info.args) {
    if (spread === 'list') spreadInto(solver, file, flow, at, node, value, info)
    else if (spread === 'map') {
      for (const [variable, parameter] of parameters)
        fieldsInto(solver, file, node, parameter, solver.node(file, variable))
      keywordsInto(solver, file, flow, value, (keywords) =>
        solver.each(node, (map) => solver.edge(contents(solver, map), keywords)),
      )
    } else if (name !== '') {
      const own = parameters.find(([, parameter, form]) => parameter === name && form !== 'rest' && form !== 'keywords')
      if (own) solver.edge(node, solver.node(file, own[0]))
      else
        keywordsInto(solver, file, flow, value, (_, map) => {
          solver.stored.add(map, name)
          solver.edge(node, attribute(solver, map, name))
        })
    } else {
      const own = parameters[at]
      if (own?.[2] === 'normal') {
        solver.edge(node, solver.node(file, own[0]))
        at++
      } else restInto(solver, file, flow, value, at++, node)
    }
  }
}

/** A list as the arguments from a place on: what stands at known places goes where it belongs, the rest anywhere. */
function spreadInto(
  solver: Solver,
  file: Loaded,
  flow: FlowFunction,
  at: number,
  node: number,
  value: number,
  info: CallInfo,
): void {
  const { parameters } = flow
  const others = solver.fresh()
  const open = parameters.slice(at).filter(([, , form]) => form === 'normal')
  for (const [variable] of open) solver.edge(others, solver.node(file, variable))
  restInto(solver, file, flow, value, undefined, others)
  solver.each(node, (list) => {
    const isPlaced = placesOf(solver, list, (place, held) => {
      const own = parameters[at + place]
      if (own?.[2] === 'normal') solver.edge(held, solver.node(file, own[0]))
      else restInto(solver, file, flow, value, at + place, held)
    })
    if (isPlaced) return solver.edge(items(solver, list), others)
    const one = solver.nodeOf('role', 'one', list, (single) => solver.put(single, list))
    elementsInto(solver, one, others, info)
  })
}

/** A component gets its attributes as the members of one object. */
function bindProperties(solver: Solver, file: Loaded, flow: FlowFunction, value: number, info: CallInfo): void {
  const [first] = flow.parameters
  if (!first) return
  const node = solver.nodeOf('role', 'properties', value)
  const properties = solver.value({ kind: 'list', node, type: 'map' })
  solver.put(solver.node(file, first[0]), properties)
  for (const each of info.args)
    solver.edge(each.node, attribute(solver, properties, each.name === '' ? 'children' : each.name))
}

/** A function that calls itself with one argument more would have any number. */
const MOST_PLACES = 8

/** An argument that a rest parameter collects; `at`: its place among all arguments, if that is known. */
function restInto(
  solver: Solver,
  file: Loaded,
  flow: FlowFunction,
  value: number,
  at: number | undefined,
  given: number,
): void {
  const index = flow.parameters.findIndex(([, , form]) => form === 'rest')
  const rest = flow.parameters[index]
  if (!rest) return
  const node = solver.nodeOf('role', 'rest', value)
  const list = solver.value({ kind: 'list', node, type: 'list' })
  solver.put(solver.node(file, rest[0]), list)
  const isPlaced = at !== undefined && at >= index && at - index < MOST_PLACES
  const name = isPlaced ? String(at - index) : ''
  if (isPlaced) solver.stored.add(list, name)
  solver.edge(given, isPlaced ? attribute(solver, list, name) : node)
}

function keywordsInto(
  solver: Solver,
  file: Loaded,
  flow: FlowFunction,
  value: number,
  put: (node: number, map: number) => void,
): void {
  const keywords = flow.parameters.find(([, , form]) => form === 'keywords')
  if (!keywords) return
  const node = solver.nodeOf('role', 'keywords', value)
  const map = solver.value({ kind: 'list', node, type: 'map' })
  solver.put(solver.node(file, keywords[0]), map)
  put(node, map)
}

function fieldsInto(solver: Solver, file: Loaded, node: number, name: string, to: number): void {
  if (name === '') return
  solver.each(node, (map) => {
    const { kind } = solver.known.at(map)
    if (kind === 'object') memberInto(solver, map, name, to, { file, site: NONE, group: '' })
    if (kind === 'list') {
      solver.edge(attribute(solver, map, name), to)
      solver.edge(items(solver, map), to)
    }
  })
}

/** What a function gives flows to where it was called. */
export function giveResult(
  solver: Solver,
  file: Loaded,
  flow: FlowFunction,
  index: number,
  offset: number,
  receiver: number | undefined,
  info: CallInfo,
): void {
  if (info.result === 0) return
  if (flow.yields !== NONE) {
    solver.node(file, flow.yields)
    solver.put(info.result, solver.value({ kind: 'generator', file: file.number, index }))
    return
  }
  solver.edge(solver.node(file, flow.result), info.result)
  const givenTo = (at: number): number | undefined => {
    const name = flow.parameters[at]?.[1]
    const named = name ? info.args.find((each) => each.name === name) : undefined
    return (named ?? info.args.filter(({ spread, name: by }) => spread === '' && by === '')[at - offset])?.node
  }
  for (const at of flow.handsBack)
    solver.edge(givenTo(at) ?? solver.node(file, flow.parameters[at]?.[0] ?? NONE), info.result)
  for (const [at, isOfItsClass, variable] of flow.makes) {
    const made = solver.node(file, variable)
    const isReceiver = at < offset && receiver !== undefined
    const of = isReceiver ? solver.nodeOf('role', 'single', receiver, (one) => solver.put(one, receiver)) : givenTo(at)
    if (of === undefined) solver.edge(made, info.result)
    else solver.each(of, (value) => madeInto(solver, value, isOfItsClass, made, info.result))
  }
}

/** An instance of a class, or of a value's class; whatever else a call gives is not told apart. */
function madeInto(solver: Solver, value: number, isOfItsClass: boolean, made: number, to: number): void {
  const known = solver.known.at(value)
  if ((known.kind !== 'class' && known.kind !== 'instance') || (known.kind === 'instance') !== isOfItsClass) {
    solver.edge(made, to)
    return
  }
  const { file, index, isDeclared = false } = known
  const line = lineage(solver, solver.at(file), index)
  const { new: makers = [] } = solver.at(file).language.semantics.implicit
  const isMade =
    line.meta !== undefined || makers.some((name) => line.classes.some(({ flow }) => flow.members[name] !== undefined))
  if (isMade) solver.edge(made, to)
  solver.put(to, solver.value({ kind: 'instance', file, index, isDeclared, isBelow: false }))
}

/** A class without a constructor of its own may be given its fields, in their order. */
export function bindFields(solver: Solver, instance: number, fields: readonly string[], info: CallInfo): void {
  const known = solver.known.at(instance)
  if (known.kind !== 'instance' || fields.length === 0) return
  info.args.forEach(({ node, name, spread }, at) => {
    const field = name === '' ? fields[at] : name
    if (spread !== '' || field === undefined) return
    solver.edge(node, fieldOf(solver, solver.at(known.file), known.index, field))
  })
}
