import { type FlowOperation, NONE } from '../flows.ts'
import { receiving } from './arranged.ts'
import type { FoundCall } from './found-calls.ts'
import type { Loaded, Solver } from './solver.ts'

/** How many may have a name for one of them to be guessed by it. */
const MOST_GUESSED = 2

/** The calls of a file of which only a name says what they may be, each with its candidates. */
export function guessesIn(solver: Solver, file: Loaded, groups: ReadonlyMap<string, unknown>): readonly FoundCall[][] {
  return [...methods(solver, file, groups), ...properties(solver, file)]
}

/** A method of an unknown receiver is guessed by its name, where few have that name. */
function methods(solver: Solver, file: Loaded, groups: ReadonlyMap<string, unknown>): readonly FoundCall[][] {
  const { commonMethods } = file.language.semantics
  return file.flows.calls.flatMap(({ object, name, site, callee }, index) => {
    const group = `c${index}`
    if (object === NONE || name === '' || groups.has(group) || commonMethods.has(name)) return []
    if (!isUnknown(solver, file, object) || solver.values(solver.node(file, callee)).length > 0) return []
    return guessed(file, site, group, named(solver, file, name, 'defines'))
  })
}

/** A property is guessed if what has it is unknown and no file keeps a value under its name. */
function properties(solver: Solver, file: Loaded): readonly FoundCall[][] {
  const { commonMethods } = file.language.semantics
  const called = new Set(file.flows.calls.map(({ callee }) => callee))
  const few = new Map<string, boolean>()
  return file.flows.operations.flatMap((operation) => {
    if (operation[0] !== 'load') return []
    const [, to, object, name, site] = operation
    if (!few.has(name)) few.set(name, !commonMethods.has(name) && isOnlyProperty(solver, name))
    if (few.get(name) !== true || called.has(to) || !isUnknown(solver, file, object)) return []
    return guessed(file, site, `l${to}`, named(solver, file, name, 'properties'))
  })
}

function isOnlyProperty({ sources }: Solver, name: string): boolean {
  const { length } = sources.naming('properties', name)
  return length > 0 && length <= MOST_GUESSED && sources.naming('fields', name).length === 0
}

/** What is above a class whose method asks lies outside the project, if nothing was found there. */
const isUnknown = (solver: Solver, file: Loaded, object: number): boolean =>
  solver.values(solver.node(file, object)).length === 0 && !receiving(file.flows, object).some(isOfSuper)

const isOfSuper = ([kind]: FlowOperation): boolean => kind === 'super'

type Target = FoundCall['target']

/** The methods of classes that have a name; none if they are too many to guess. */
function named(solver: Solver, file: Loaded, name: string, way: 'defines' | 'properties'): readonly Target[] {
  const paths = new Set(solver.sources.naming(way, name))
  if (paths.size > 2 * MOST_GUESSED) return []
  return [...paths].flatMap((path) => {
    const other = solver.file(path)
    if (!other || other.language.name !== file.language.name) return []
    const found = other.flows.functions.filter((each) => each.name === name && each.class !== NONE && each.entity >= 0)
    return found
      .filter(({ marks }) => !marks.includes('bodiless') && (way === 'defines' || marks.includes('getter')))
      .map(({ entity }) => [other.number, entity] as const)
  })
}

const guessed = (file: Loaded, site: number, group: string, targets: readonly Target[]): readonly FoundCall[][] =>
  targets.length === 0 || targets.length > MOST_GUESSED
    ? []
    : [targets.map((target) => ({ file: file.number, site, group, target, via: 'guess' as const }))]
