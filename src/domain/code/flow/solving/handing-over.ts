import { type FlowFunction, NONE } from '../flows.ts'
import { attribute, contents, items } from './contents.ts'
import { elementsInto } from './iteration.ts'
import { memberInto } from './members.ts'
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
    if (spread === 'list') {
      for (const [variable, , form] of parameters.slice(at))
        if (form === 'normal') elementsInto(solver, node, solver.node(file, variable), info)
      restInto(solver, file, flow, value, (rest) => elementsInto(solver, node, rest, info))
    } else if (spread === 'map') {
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
          solver.stored(map, name)
          solver.edge(node, attribute(solver, map, name))
        })
    } else {
      const own = parameters[at]
      if (own?.[2] === 'normal') {
        solver.edge(node, solver.node(file, own[0]))
        at++
      } else restInto(solver, file, flow, value, (rest) => solver.edge(node, rest))
    }
  }
}

/** A component gets its attributes as the members of one object. */
function bindProperties(solver: Solver, file: Loaded, flow: FlowFunction, value: number, info: CallInfo): void {
  const [first] = flow.parameters
  if (!first) return
  const node = solver.named(`properties|${value}`)
  const properties = solver.value({ kind: 'list', node, type: 'map' })
  solver.put(solver.node(file, first[0]), properties)
  for (const each of info.args)
    solver.edge(each.node, attribute(solver, properties, each.name === '' ? 'children' : each.name))
}

function restInto(solver: Solver, file: Loaded, flow: FlowFunction, value: number, put: (node: number) => void): void {
  const rest = flow.parameters.find(([, , form]) => form === 'rest')
  if (!rest) return
  const node = solver.named(`rest|${value}`)
  solver.put(solver.node(file, rest[0]), solver.value({ kind: 'list', node, type: 'list' }))
  put(node)
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
  const node = solver.named(`keywords|${value}`)
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
  info: CallInfo,
): void {
  if (info.result === 0) return
  if (flow.yields !== NONE) {
    solver.node(file, flow.yields)
    solver.put(info.result, solver.value({ kind: 'generator', file: file.number, index }))
    return
  }
  solver.edge(solver.node(file, flow.result), info.result)
  const positional = info.args.filter(({ spread, name }) => spread === '' && name === '')
  for (const at of flow.handsBack) {
    const name = flow.parameters[at]?.[1]
    const named = name ? info.args.find((each) => each.name === name) : undefined
    const given = named ?? positional[at - offset]
    if (given) solver.edge(given.node, info.result)
    else solver.edge(solver.node(file, flow.parameters[at]?.[0] ?? NONE), info.result)
  }
}

/** A class without a constructor of its own may be given its fields, in their order. */
export function bindFields(solver: Solver, instance: number, fields: readonly string[], info: CallInfo): void {
  const known = solver.known.at(instance)
  if (known.kind !== 'instance' || fields.length === 0) return
  info.args.forEach(({ node, name, spread }, at) => {
    const field = name === '' ? fields[at] : name
    if (spread !== '' || field === undefined) return
    solver.edge(node, solver.named(`field|${known.file}|${known.index}|${field}`))
  })
}
