import { attribute, contents, items } from './contents.ts'
import type { Solver } from './solver.ts'

/** What a container holds under a constant key: there, or where the key is not known. */
export function placeInto(solver: Solver, value: number, key: string, to: number): void {
  const known = solver.known.at(value)
  const isMap = known.kind === 'list' ? known.type === 'map' : typeIn(solver, value) === 'map'
  if (!isMap && /^\w*[a-z]\w*$/i.test(key)) return
  if (!isMap || (isNamed(key) && !fieldsOf(solver, value).some(([name]) => name === key))) {
    solver.edge(contents(solver, value), to)
    return
  }
  for (const [name, node] of fieldsOf(solver, value))
    if (name === key || (isNamed(name) && !isNamed(key))) solver.edge(node(), to)
  solver.edge(attribute(solver, value, key), to)
  solver.edge(items(solver, value), to)
}

/** Whether a key is a constant of which only the name is known: it may be equal to any that is known. */
export const isNamed = (key: string): boolean => key.startsWith('[')

type Field = readonly [name: string, node: () => number]

function fieldsOf(solver: Solver, value: number): readonly Field[] {
  const known = solver.known.at(value)
  if (known.kind !== 'object') return []
  const file = solver.at(known.file)
  const fields = file.flows.objects[known.index]?.fields ?? []
  return fields.map(([name, variable]): Field => [name, () => solver.node(file, variable)])
}

function typeIn(solver: Solver, value: number): string | undefined {
  const known = solver.known.at(value)
  return known.kind === 'object' ? solver.at(known.file).flows.objects[known.index]?.type : undefined
}

/** Tells what stands at the known places of a list. False: it has none, or is no list. */
export function placesOf(solver: Solver, value: number, tell: (place: number, node: number) => void): boolean {
  const known = solver.known.at(value)
  const isList = known.kind === 'list' ? known.type !== 'map' : /^(?:list|tuple)$/.test(typeIn(solver, value) ?? '')
  if (!isList) return false
  for (const [name, node] of fieldsOf(solver, value)) tell(Number(name), node())
  solver.stored.each(value, (name) => {
    if (/^\d+$/.test(name)) tell(Number(name), attribute(solver, value, name))
  })
  return true
}

/** What stands so many places before a list's end: that place of a list that is written out, unless it has grown. */
export function fromEndInto(solver: Solver, value: number, place: string, to: number): void {
  const size = sizeOf(solver, value)
  if (size === undefined) {
    solver.edge(contents(solver, value), to)
    return
  }
  const key = String(size + Number(place))
  for (const [name, node] of fieldsOf(solver, value)) if (name === key) solver.edge(node(), to)
  solver.edge(attribute(solver, value, key), to)
  solver.each(items(solver, value), () => solver.edge(contents(solver, value), to))
}

/** How many places a list has from the start; undefined if that is not known. */
function sizeOf(solver: Solver, value: number): number | undefined {
  const known = solver.known.at(value)
  if (known.kind === 'list') return known.size
  if (known.kind !== 'object') return undefined
  const object = solver.at(known.file).flows.objects[known.index]
  const isWritten = object && (object.type === 'list' || object.type === 'tuple') && object.items.length === 0
  return isWritten ? object.fields.length : undefined
}

/** Lets a slice of what a node holds flow into another one. */
export function sliceInto(solver: Solver, from: number, to: number, bounds: string): void {
  const isTarget = bounds.startsWith('*')
  const [first = '', last] = bounds.replace('*', '').split(':')
  solver.each(from, (value) => {
    const { kind } = solver.known.at(value)
    const isList = kind === 'object' || kind === 'list'
    if (isList) solver.put(to, sliceOf(solver, value, first, last))
    else if (!isTarget) solver.put(to, value)
  })
}

const MOST_PLACES = 16

function sliceOf(solver: Solver, value: number, first: string, last: string | undefined): number {
  const whole = sizeOf(solver, value)
  const known = solver.known.at(value)
  const size = last === undefined || (whole ?? 0) > MOST_PLACES ? undefined : whole
  const begin = placeIn(first, 0, size)
  const length = size === undefined ? undefined : Math.max(placeIn(last ?? '', size, size) - begin, 0)
  // Slices of slices come to an end: each has fewer places
  if (length === whole && (length !== undefined || known.kind === 'list')) return value
  const node = solver.named(`slice|${value}|${first}:${last ?? '?'}`)
  const slice = solver.value({ kind: 'list', node, type: 'list', ...(length === undefined ? {} : { size: length }) })
  if (!solver.once(`slice|${slice}`)) return slice
  if (length === undefined) {
    solver.edge(contents(solver, value), node)
    return slice
  }
  for (let at = 0; at < length; at++) {
    const key = String(at)
    solver.stored.add(slice, key)
    placeAt(solver, value, String(begin + at), attribute(solver, slice, key))
  }
  if (last === '' && !first.startsWith('-')) solver.edge(items(solver, value), node)
  // Once something was added, places from the end are others
  else solver.each(items(solver, value), () => solver.edge(contents(solver, value), node))
  return slice
}

function placeAt(solver: Solver, value: number, key: string, to: number): void {
  for (const [name, node] of fieldsOf(solver, value)) if (name === key) solver.edge(node(), to)
  solver.edge(attribute(solver, value, key), to)
}

function placeIn(bound: string, missing: number, size: number | undefined): number {
  if (bound === '') return missing
  const place = Number(bound)
  if (size === undefined) return Math.max(place, 0)
  return Math.min(Math.max(place < 0 ? size + place : place, 0), size)
}
