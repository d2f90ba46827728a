import { type FlowClass, NONE } from '../flows.ts'
import { receiving } from './arranged.ts'
import { resolveImport } from './imports.ts'
import type { Known } from './known.ts'
import type { Loaded, Solver } from './solver.ts'

/** A class in the order in which its members are looked up, its own first. */
export interface Lineage {
  readonly classes: readonly ClassAt[]
  /** A base lies outside the project. */
  readonly isOutside: boolean
  /** Names of bases outside. */
  readonly outside: readonly string[]
  /** Bases that only the flow of values tells: their nodes. */
  readonly dynamic: readonly (readonly [Loaded, number])[]
  /** The class that it is an instance of itself, if it says so and that is the project's. */
  readonly meta?: { readonly file: Loaded; readonly index: number } | undefined
}

/** A class of a file. */
export interface ClassAt {
  readonly file: Loaded
  readonly index: number
  readonly flow: FlowClass
}

/** Nobody derives so often; a generated chain would overflow the stack. */
const MOST_ABOVE = 200
const lineages = new WeakMap<Solver, Map<string, Lineage>>()

/** The class and those above it: bases from left to right, each after all that derive from it (C3, where it exists). */
export function lineage(solver: Solver, file: Loaded, index: number, depth = 0): Lineage {
  const cache = lineages.get(solver) ?? new Map<string, Lineage>()
  lineages.set(solver, cache)
  const key = `${file.number}|${index}`
  const before = cache.get(key)
  if (before) return before
  const flow = file.flows.classes[index] as FlowClass
  const own: ClassAt = { file, index, flow }
  const alone: Lineage = { classes: [own], isOutside: false, outside: [], dynamic: [] }
  if (depth > MOST_ABOVE) return alone
  cache.set(key, alone)
  const above = flow.bases.map((base) => staticClass(solver, file, base, 0))
  const lines = above.map((each) =>
    each.kind === 'class' ? lineage(solver, each.file, each.index, depth + 1) : undefined,
  )
  const outside = above.flatMap((each, at) => (each.kind === 'outside' ? [each.text] : (lines[at]?.outside ?? [])))
  const dynamic = above.flatMap((each, at) =>
    each.kind === 'dynamic' ? [[file, flow.bases[at] ?? NONE] as const] : (lines[at]?.dynamic ?? []),
  )
  const known = lines.flatMap((line) => (line ? [line.classes] : []))
  const heads = known.flatMap(([head]) => (head ? [head] : []))
  const said = staticClass(solver, file, flow.meta, 0)
  const meta = said.kind === 'class' ? said : lines.find((line) => line?.meta)?.meta
  const found = { classes: [own, ...merge([...known, heads])], isOutside: outside.length > 0, outside, dynamic, meta }
  cache.set(key, found)
  return found
}

/** The classes after one in its receiver's line: where `super` is looked up. */
export function superLine(
  solver: Solver,
  { file, index, self }: Extract<Known, { kind: 'super' }>,
): readonly ClassAt[] {
  const receiver = solver.known.at(self)
  const own = lineage(solver, solver.at(file), index).classes
  if (receiver.kind !== 'instance' && receiver.kind !== 'class') return own.slice(1)
  const { classes } = lineage(solver, solver.at(receiver.file), receiver.index)
  const at = classes.findIndex((each) => each.file.number === file && each.index === index)
  return at === -1 ? own.slice(1) : classes.slice(at + 1)
}

/** The classes that a class's own methods come from. */
export const metaclasses = (solver: Solver, { meta }: Lineage): readonly ClassAt[] =>
  meta ? lineage(solver, meta.file, meta.index).classes : []

/**
 * Tells the classes above that only the flow of values tells, each once: mixins may stand above each other in any order.
 * `isHidden`: a class below them has the member. `first`: the first class of the line that counts.
 */
export function eachAbove(
  solver: Solver,
  line: Lineage,
  name: string,
  tell: (classes: readonly ClassAt[], isHidden: boolean) => void,
  { first = 0, isHidden = false, told = new Set<string>() } = {},
): void {
  for (const [file, base] of line.dynamic) {
    const isBelow = isHidden || hides(line, name, base, first)
    solver.each(solver.node(file, base), (above) => {
      const of = solver.known.at(above)
      if (of.kind !== 'class' || told.has(`${above} ${isBelow}`)) return
      told.add(`${above} ${isBelow}`)
      const next = lineage(solver, solver.at(of.file), of.index)
      tell(next.classes, isBelow)
      eachAbove(solver, next, name, tell, { isHidden: isBelow, told })
    })
  }
}

/** Whether a class of a line has a member, and comes before what one of them or a later one gets from a dynamic base. */
export function hides({ classes }: Lineage, name: string, base: number, first = 0): boolean {
  const owner = classes.findIndex(({ flow }, at) => at >= first && flow.members[name] !== undefined)
  return owner !== -1 && owner <= classes.findIndex(({ flow }) => flow.bases.includes(base))
}

const same = (a: ClassAt, b: ClassAt): boolean => a.file === b.file && a.index === b.index

/** The merge of C3; where the orders contradict each other, the first one wins. */
function merge(lists: readonly (readonly ClassAt[])[]): readonly ClassAt[] {
  const rest = lists.map((list) => [...list]).filter((list) => list.length > 0)
  const found: ClassAt[] = []
  while (rest.length > 0) {
    const heads = rest.map(([head]) => head as ClassAt)
    const next = heads.find((head) => !rest.some((list) => list.slice(1).some((each) => same(each, head)))) ?? heads[0]
    if (next === undefined) break
    found.push(next)
    for (const list of rest) {
      const at = list.findIndex((each) => same(each, next))
      if (at !== -1) list.splice(at, 1)
    }
    for (let at = rest.length - 1; at >= 0; at--) if (rest[at]?.length === 0) rest.splice(at, 1)
  }
  return found
}

/** What a base is, by the text alone. */
export type StaticClass =
  | { readonly kind: 'class'; readonly file: Loaded; readonly index: number }
  | { readonly kind: 'outside'; readonly text: string }
  | { readonly kind: 'module'; readonly file: Loaded }
  | { readonly kind: 'dynamic' }

const DYNAMIC: StaticClass = { kind: 'dynamic' }
const DEEPEST = 12

/** Follows a variable to the one class that the text says it is. */
export function staticClass(solver: Solver, file: Loaded, variable: number, depth: number): StaticClass {
  if (depth > DEEPEST || variable === NONE || parametersOf(file).has(variable)) return DYNAMIC
  const found = receiving(file.flows, variable).map((operation): StaticClass => {
    if (operation[0] === 'copy') return staticClass(solver, file, operation[2], depth + 1)
    if (operation[0] === 'value') return staticValue(file, operation[2])
    if (operation[0] === 'import') return staticImport(solver, file, operation[2], operation[3], depth + 1)
    if (operation[0] !== 'load') return DYNAMIC
    const object = staticClass(solver, file, operation[2], depth + 1)
    if (object.kind === 'outside') return { kind: 'outside', text: `${object.text}.${operation[3]}` }
    if (object.kind === 'class') return staticMember(solver, object, operation[3], depth + 1)
    return object.kind === 'module' ? exported(solver, object.file, operation[3], depth + 1) : DYNAMIC
  })
  return found.find(({ kind }) => kind === 'class') ?? found.find(({ kind }) => kind !== 'dynamic') ?? DYNAMIC
}

const parameters = new WeakMap<Loaded, ReadonlySet<number>>()

/** The parameters of a file's functions: what they are given is not in the text, whatever type they are declared to have. */
function parametersOf(file: Loaded): ReadonlySet<number> {
  const before = parameters.get(file)
  if (before) return before
  const found = new Set(file.flows.functions.flatMap((each) => each.parameters.map(([variable]) => variable)))
  parameters.set(file, found)
  return found
}

function staticValue(file: Loaded, value: readonly unknown[]): StaticClass {
  if (value[0] === 'class') return { kind: 'class', file, index: Number(value[1]) }
  return value[0] === 'outside' ? { kind: 'outside', text: String(value[1]) } : DYNAMIC
}

function staticMember(solver: Solver, of: { file: Loaded; index: number }, name: string, depth: number): StaticClass {
  const variable = of.file.flows.classes[of.index]?.members[name]
  return variable === undefined ? DYNAMIC : staticClass(solver, of.file, variable, depth)
}

function staticImport(solver: Solver, file: Loaded, module: number, name: string, depth: number): StaticClass {
  const target = resolveImport(solver, file, module, name)
  if (target.kind === 'outside') return { kind: 'outside', text: target.text }
  if (target.kind === 'module') return { kind: 'module', file: target.file }
  return target.kind === 'member' ? exported(solver, target.file, target.name, depth) : DYNAMIC
}

function exported(solver: Solver, file: Loaded, name: string, depth: number): StaticClass {
  if (depth > DEEPEST) return DYNAMIC
  const variable = file.flows.exports[name]
  if (variable !== undefined) return staticClass(solver, file, variable, depth + 1)
  if (name === 'default' && file.flows.whole !== NONE) return staticClass(solver, file, file.flows.whole, depth + 1)
  for (const star of file.flows.stars) {
    const found = staticImport(solver, file, star, name, depth + 1)
    if (found.kind === 'class' || found.kind === 'outside') return found
  }
  return DYNAMIC
}

/** How many classes below one are looked at. */
export const MOST_BELOW = 100
const belows = new WeakMap<Solver, Map<string, readonly ClassAt[]>>()

/** The classes below one, as far as files name it as a base. */
export function below(solver: Solver, file: Loaded, index: number): readonly ClassAt[] {
  const cache = belows.get(solver) ?? new Map<string, readonly ClassAt[]>()
  belows.set(solver, cache)
  const key = `${file.number}|${index}`
  const before = cache.get(key)
  if (before) return before
  cache.set(key, [])
  const name = file.flows.classes[index]?.name ?? ''
  const found: ClassAt[] = []
  for (const path of name === '' ? [] : new Set([file.path, ...solver.sources.naming('extends', name)])) {
    const other = solver.file(path)
    if (found.length < MOST_BELOW && other) found.push(...derived(solver, other, { file, index }))
  }
  cache.set(key, found.slice(0, MOST_BELOW))
  return cache.get(key) ?? []
}

function derived(solver: Solver, other: Loaded, of: { file: Loaded; index: number }): ClassAt[] {
  return other.flows.classes.flatMap((flow, at): ClassAt[] => {
    const isBelow = flow.bases.some((base) => {
      const above = staticClass(solver, other, base, 0)
      return above.kind === 'class' && above.file === of.file && above.index === of.index
    })
    if (!isBelow || (other === of.file && at === of.index)) return []
    return [{ file: other, index: at, flow }, ...below(solver, other, at)]
  })
}
