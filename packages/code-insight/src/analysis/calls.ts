import type { CodeReference, CodeSources, FileCalls } from './facts.ts'
import { type FlowCall, NONE } from './flow/flows.ts'
import { groupedCalls } from './flow/solving/created.ts'
import { defineClasses } from './flow/solving/defining.ts'
import type { FoundCall, Via } from './flow/solving/found-calls.ts'
import { guessesIn } from './flow/solving/guesses.ts'
import { invoke } from './flow/solving/invoking.ts'
import { memberInto } from './flow/solving/members.ts'
import { applyModels, modelsOf } from './flow/solving/modelling.ts'
import { operate } from './flow/solving/operations.ts'
import { type Loaded, Solver } from './flow/solving/solver.ts'
import { type CallEdge, type CodePlace, GUESSED, MODULE, type UnresolvedCall, type UnresolvedWhy } from './graph.ts'
import { languageOf } from './known-languages.ts'
import { StructuralCalls } from './structural/calls.ts'

/** The calls of these files, resolved together: what they define or call in other files is looked up as needed. */
export function callsOf(paths: readonly string[], sources: CodeSources): ReadonlyMap<string, FileCalls> {
  const resolving = callsBitByBit(paths, sources)
  for (;;) {
    const { done, value } = resolving.next()
    if (done) return value
  }
}

/** The same, but stops every few milliseconds; whoever has something more urgent to do need not go on. */
export function* callsBitByBit(
  paths: readonly string[],
  sources: CodeSources,
): Generator<undefined, ReadonlyMap<string, FileCalls>, undefined> {
  const calls = new Map<string, FileCalls>()
  const followed = paths.filter((path) => languageOf(path)?.byName === undefined)
  const structural = new StructuralCalls(sources)
  for (const path of paths) {
    if (languageOf(path)?.byName === undefined) continue
    calls.set(path, structural.of(path))
    yield
  }
  const solver = new Solver(sources, followed, { operate, invoke, memberInto, applyModels })
  const roots = followed.flatMap((path) => solver.file(path) ?? [])
  for (const file of roots) yield* follow(solver, file)
  for (const file of roots) defineClasses(solver, file)
  yield* solver.run()
  for (const file of roots) {
    passedIn(solver, file)
    yield
  }
  yield* solver.run()
  for (const act of solver.later.splice(0)) act()
  yield* solver.run()
  const found = new Map<number, FoundCall[]>(roots.map(({ number }) => [number, []]))
  for (const call of solver.found.all()) found.get(call.file)?.push(call)
  for (const file of roots) {
    calls.set(file.path, callsIn(solver, file, found.get(file.number) ?? []))
    yield
  }
  return calls
}

/** How many variables are followed at a time. */
const MOST_FOLLOWED = 100

/** All of a file whose calls are asked for is followed. */
function* follow(solver: Solver, file: Loaded): Generator<undefined, void, undefined> {
  for (let variable = 0; variable < file.flows.variables; variable++) {
    solver.node(file, variable)
    if (variable % MOST_FOLLOWED === 0) yield
  }
  for (const waiting of [...file.stores.values(), [...file.puts]])
    for (const each of waiting) operate(solver, file, each)
  file.stores.clear()
  file.puts = []
}

const MOST_CALLERS = 25

/** What other files pass to functions of this one, which a parameter may stand for. */
function passedIn(solver: Solver, file: Loaded): void {
  for (const name of namesWithOpenParameters(solver, file)) {
    const paths = solver.sources.naming('calls', name)
    if (paths.length > MOST_CALLERS) continue
    for (const path of paths) {
      const other = solver.file(path)
      if (!other || other.isRoot) continue
      for (const operation of other.flows.operations)
        if (operation[0] === 'call' && other.flows.calls[operation[2]]?.name === name) solver.node(other, operation[1])
    }
  }
}

/** Functions, and classes, that call a parameter of which nothing is known, or keep it under a name that is called. */
function namesWithOpenParameters(solver: Solver, file: Loaded): ReadonlySet<string> {
  const { flows } = file
  const used = new Set<number>()
  for (const { callee, object } of flows.calls) used.add(callee).add(object)
  const { commonMethods } = file.language.semantics
  const called = new Set(flows.names.calls.filter((name) => !commonMethods.has(name)))
  for (const operation of flows.operations)
    if (operation[0] === 'store' && called.has(operation[2])) used.add(operation[3])
  const found = new Set<string>()
  for (const { name, class: of, parameters } of flows.functions) {
    const isOpen = parameters.some(
      ([variable]) => used.has(variable) && solver.values(solver.node(file, variable)).length === 0,
    )
    if (!isOpen) continue
    const isMaker = of !== NONE && name === file.language.semantics.constructor
    const known = isMaker ? (flows.classes[of]?.name ?? '') : name
    if (known !== '') found.add(known)
  }
  return found
}

function callsIn(solver: Solver, file: Loaded, found: readonly FoundCall[]): FileCalls {
  const groups = groupedCalls(found)
  const edges = new Map<string, CallEdge>()
  for (const group of [...groups.values(), ...guessesIn(solver, file, groups)])
    for (const edge of edgesOf(solver, file, group)) {
      const key = `${edge.from.name}|${edge.from.line}|${edge.to.file}|${edge.to.name}|${edge.to.line}|${edge.line}`
      const before = edges.get(key)
      if (before === undefined || before.confidence < edge.confidence) edges.set(key, edge)
    }
  return {
    edges: [...edges.values()],
    references: referencesIn(solver, file),
    unresolved: unresolvedIn(solver, file, groups),
  }
}

/** Of what has more overriding methods than this, only the declared one is an answer; the call stays unresolved as well. */
const MOST_BELOW = 60

/** Also where a function without a name, to which no edge can lead, is known to be called. */
const isKnown = (solver: Solver, group: readonly FoundCall[]): boolean =>
  group.some(({ via, file, group: of }) => via === 'exact' || solver.nameless.has(`${file}|${of}`))

const isBroad = (group: readonly FoundCall[]): boolean => group.filter(({ via }) => via === 'below').length > MOST_BELOW

/** What is known to flow there decides over what is only declared, but not over an object that passes itself on. */
function edgesOf(solver: Solver, file: Loaded, group: readonly FoundCall[]): readonly CallEdge[] {
  const hidden: readonly Via[] = isKnown(solver, group)
    ? ['declared', 'below', 'guess']
    : isBroad(group)
      ? ['below']
      : []
  const kept = group.filter(({ via }) => !hidden.includes(via))
  const alike = kept.filter(({ via }) => via !== 'weak').length
  return kept.flatMap(({ site, target: [number, entity], via, inherits }) => {
    const to = placeOf(solver.at(number), entity)
    const [owner, line] = file.flows.sites[site] ?? [NONE, 1]
    const from = placeOf(file, owner) ?? top(file)
    return to ? [{ from, to, line, confidence: confidence(via, alike), ...(inherits && { inherits }) }] : []
  })
}

/** Our own scale: it orders answers, and is no probability. */
const SURE: Readonly<Record<Via, number>> = { exact: 1, own: 0.9, declared: 0.9, below: 0.6, weak: 0.5, guess: GUESSED }

const confidence = (via: Via, alike: number): number =>
  Math.round((SURE[via] / (via === 'weak' ? 1 : Math.max(1, Math.sqrt(alike)))) * 100) / 100

const top = ({ path }: Loaded): CodePlace => ({ file: path, name: MODULE, line: 1 })

function placeOf(file: Loaded, entity: number): CodePlace | undefined {
  const found = file.entities[entity]
  return found && { file: file.path, name: found.name, line: found.line }
}

/** Entities that are named without being called there. */
function referencesIn(solver: Solver, file: Loaded): readonly CodeReference[] {
  const found = new Map<string, CodeReference>()
  for (const [variable, site] of file.flows.uses) {
    const [owner, line] = file.flows.sites[site] ?? [NONE, 1]
    const from = placeOf(file, owner) ?? top(file)
    for (const value of solver.values(solver.node(file, variable))) {
      const known = solver.known.at(value)
      const of = known.kind === 'bound' ? solver.known.at(known.of) : known
      if (of.kind !== 'function' && of.kind !== 'class') continue
      const other = solver.at(of.file)
      const { entity } = (of.kind === 'class' ? other.flows.classes[of.index] : other.flows.functions[of.index]) ?? {
        entity: -1,
      }
      const to = placeOf(other, entity)
      if (to) found.set(`${from.name}|${to.file}|${to.name}|${to.line}`, { from, to, line })
    }
  }
  return [...found.values()]
}

type Groups = ReadonlyMap<string, readonly FoundCall[]>

/** Calls of which nothing is known, in or outside the project, or which may lead to more than can be listed. */
function unresolvedIn(solver: Solver, file: Loaded, groups: Groups): readonly UnresolvedCall[] {
  return file.flows.calls.flatMap(({ site, text }, index) => {
    const why = whyUnresolved(solver, file, index, groups.get(`c${index}`))
    const [owner, line] = file.flows.sites[site] ?? [NONE, 1]
    return why ? [{ file: file.path, name: placeOf(file, owner)?.name ?? MODULE, line, text, why }] : []
  })
}

function whyUnresolved(
  solver: Solver,
  file: Loaded,
  index: number,
  group: readonly FoundCall[] | undefined,
): UnresolvedWhy | undefined {
  const { callee, object, name, form } = file.flows.calls[index] as FlowCall
  const isCut = solver.broad.has(`${file.number}|l${callee}`)
  if (group && !isKnown(solver, group) && (isCut || isBroad(group))) return 'many targets'
  if (group) return undefined
  if (form === 'decorator' || solver.answered.has(`${file.number}|c${index}`)) return undefined
  if (callee === NONE && object === NONE) return undefined
  if (solver.values(solver.node(file, callee)).length > 0) return undefined
  if (object === NONE) return name === '' ? 'dynamic' : 'unknown value'
  if (isOutside(solver, file, object) || modelsOf(file.language, `.${name}`).length > 0) return undefined
  return solver.values(solver.node(file, object)).length > 0 ? 'unknown member' : 'unknown receiver'
}

const OUTSIDE = new Set(['outside', 'string', 'object', 'list', 'generator', 'function', 'heir'])

const isOutside = (solver: Solver, file: Loaded, variable: number): boolean =>
  solver.values(solver.node(file, variable)).some((value) => OUTSIDE.has(solver.known.at(value).kind))
