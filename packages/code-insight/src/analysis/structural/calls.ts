import type { CodeReference, CodeSources, FileCalls } from '../facts.ts'
import { type FlowCall, NONE } from '../flow/flows.ts'
import { type CallEdge, type CodePlace, GUESSED, MODULE, type UnresolvedCall } from '../graph.ts'
import { keyOf } from './classes.ts'
import { type EntityPlace, Program, placeIn, type SourceFile } from './program.ts'
import { nameOf, TermValues } from './term-values.ts'
import { distinct, isFunction, type Value } from './values.ts'

/** More that have a method's name are no answer. */
const MOST_GUESSED = 5
/** Of so many that have a name, arguments do not say which is meant. */
const MOST_WEIGHED = 2_000
/** Of what has more overriding methods than this, only the declared one is an answer. */
const MOST_BELOW = 60
/** What names, types and imports lead to; what may run instead, of the classes below. */
const SURE = 0.9
const BELOW = 0.6

/** Finds the calls of files in languages of tables: what the names in them mean by scope, class, import and written type. */
export class StructuralCalls {
  readonly #program: Program
  readonly #meanings: TermValues
  readonly #additions = new Map<readonly EntityPlace[], readonly EntityPlace[]>()
  readonly #overriding = new Map<string, readonly EntityPlace[]>()

  constructor(sources: CodeSources) {
    this.#program = new Program(sources)
    this.#meanings = new TermValues(this.#program)
  }

  /** The calls of a file, and its other uses of what the project defines. */
  of(path: string): FileCalls {
    const file = this.#program.file(path)
    if (file === undefined) return { edges: [], references: [], unresolved: [] }
    const edges: CallEdge[] = []
    const unresolved: UnresolvedCall[] = []
    for (const [index, call] of file.facts.flows.calls.entries()) {
      const { targets, why } = this.#meant(file, call, file.structure.given[index] ?? [])
      const [from, line] = siteOf(file, call.site)
      if (why !== undefined) unresolved.push({ file: path, name: from.name, line, text: call.text, why })
      for (const { at, confidence } of targets) edges.push({ from, to: codePlace(at), line, confidence })
    }
    return { edges: distinctEdges(edges), references: this.#references(file), unresolved }
  }

  #meant(file: SourceFile, call: FlowCall, given: readonly number[]): Meant {
    if (call.callee === NONE) return NOTHING_MEANT
    const values = this.#meanings.of(file, call.callee)
    const functions = this.#meanings.overloads.fitting(placesIn(values, 'function'), file, given)
    const held = file.rules.makers?.includes(call.name) ? values.flatMap((each) => argumentsOf(each)) : []
    const made = placesIn([...values, ...held], 'class').flatMap((at) => this.#made(at, file, given))
    const found = distinct([...functions, ...made], keyOf)
    if (found.length > 0) return this.#called(file, call, found)
    const [kind] = file.structure.terms[call.callee] ?? []
    if (kind === 'self' || kind === 'super') {
      const made = placesIn(values, 'instance').flatMap((at) => this.#made(at, file, given))
      // What is mixed in is above as well, and makes nothing
      const constructors = made.filter(isFunction)
      return { targets: (constructors.length > 0 ? constructors : made).map((at) => ({ at, confidence: SURE })) }
    }
    if (call.form !== 'new' && values.some(({ kind }) => kind === 'instance')) return { targets: [], why: 'dynamic' }
    if (values.length > 0) return this.#hidden(file, call, given) ?? this.#added(file, call, given) ?? NOTHING_MEANT
    if (call.object === NONE) return { targets: [], why: call.name === '' ? 'dynamic' : 'unknown value' }
    const receivers = this.#meanings.of(file, call.object)
    if (receivers.length > 0) return this.#added(file, call, given) ?? { targets: [], why: 'unknown member' }
    return this.#guessed(file, call.name, given)
  }

  /** A method of a class that nothing here names: what a macro around it says is not known. */
  #hidden(file: SourceFile, { name, object, form }: FlowCall, given: readonly number[]): Meant | undefined {
    const { hasImplicitReceiver, module } = file.rules
    if (object !== NONE || form === 'new' || hasImplicitReceiver !== true || module !== 'program') return undefined
    const meant = this.#guessed(file, name, given)
    return meant.targets.length > 0 ? meant : undefined
  }

  /** What the project adds to types that are not its own, or says to be called as a method. */
  #added(file: SourceFile, { object, name }: FlowCall, given: readonly number[]): Meant | undefined {
    if (object === NONE) return undefined
    const named = this.#program.named(name, file)
    const all = this.#additions.get(named) ?? named.filter((at) => this.#isAdded(at))
    this.#additions.set(named, all)
    const fitting = this.#meanings.overloads.fitting(all, file, given)
    if (fitting.length === 0 || fitting.length > MOST_GUESSED) return undefined
    return { targets: fitting.map((at) => ({ at, confidence: shared(BELOW, fitting.length) })) }
  }

  #isAdded(at: EntityPlace): boolean {
    const { kind, marks, parent } = at.entity
    if (marks.includes('extension')) return true
    return kind === 'method' && parent === undefined && this.#meanings.classes.ownerOf(at) === undefined
  }

  /** What runs where an instance is made. */
  #made(at: EntityPlace, file: SourceFile, given: readonly number[]): readonly EntityPlace[] {
    const name = at.file.rules.constructorName
    const own = [
      ...this.#meanings.classes.own(at, nameOf(at)),
      ...(name ? this.#meanings.classes.members(at, name) : []),
    ]
    const constructors = own.filter(isFunction)
    return constructors.length > 0 ? this.#meanings.overloads.fitting(constructors, file, given) : [at]
  }

  /** What is called, and what classes below have instead where the receiver decides. */
  #called(file: SourceFile, { object }: FlowCall, found: readonly EntityPlace[]): Meant {
    const sure = shared(SURE, found.length)
    const direct = found.map((at) => ({ at, confidence: sure }))
    const isSuper = file.structure.terms[object]?.[0] === 'super'
    const below = isSuper ? [] : found.filter(isFunction).flatMap((at) => this.#below(at))
    const others = distinct(below, keyOf).filter((at) => !found.some((each) => keyOf(each) === keyOf(at)))
    if (others.length > MOST_BELOW) return { targets: direct, why: 'many targets' }
    const less = shared(BELOW, others.length)
    return { targets: [...direct, ...others.map((at) => ({ at, confidence: less }))] }
  }

  #below(method: EntityPlace): readonly EntityPlace[] {
    const key = keyOf(method)
    const found = this.#overriding.get(key) ?? this.#overrides(method)
    this.#overriding.set(key, found)
    return found
  }

  #overrides(method: EntityPlace): readonly EntityPlace[] {
    const { classes } = this.#meanings
    const owner = classes.ownerOf(method)
    const name = nameOf(method)
    if (owner === undefined || name === nameOf(owner) || method.entity.marks.includes('static')) return []
    const named = classes.below(owner, name).flatMap((each) => classes.own(each, name))
    const own = [...named, ...classes.nameless(owner, name)]
    return own.filter((each) => isFunction(each) && this.#meanings.overloads.isOverride(each, method))
  }

  /** Methods of a name, where nothing is known of the receiver. */
  #guessed(file: SourceFile, name: string, given: readonly number[]): Meant {
    const named = this.#program.named(name, file)
    if (named.length > MOST_WEIGHED) return { targets: [], why: 'many targets' }
    const all = named.filter(({ entity }) => entity.kind === 'method')
    const fitting = this.#meanings.overloads.fitting(all, file, given)
    if (fitting.length === 0) return { targets: [], why: 'unknown receiver' }
    if (fitting.length > MOST_GUESSED) return { targets: [], why: 'many targets' }
    const confidence = shared(GUESSED, fitting.length)
    return { targets: fitting.map((at) => ({ at, confidence })) }
  }

  #references(file: SourceFile): readonly CodeReference[] {
    const found = new Map<string, CodeReference>()
    for (const [term, site] of file.facts.flows.uses) {
      const values = this.#meanings.of(file, term)
      const [from, line] = siteOf(file, site)
      for (const at of [...placesIn(values, 'function'), ...placesIn(values, 'class')]) {
        const to = codePlace(at)
        found.set(`${from.name}|${to.file}|${to.name}|${to.line}`, { from, to, line })
      }
    }
    return [...found.values()]
  }
}

interface Meant {
  readonly targets: readonly { readonly at: EntityPlace; readonly confidence: number }[]
  readonly why?: UnresolvedCall['why'] | undefined
}

/** Something outside of the project, or of the language itself. */
const NOTHING_MEANT: Meant = { targets: [] }

const argumentsOf = (value: Value): readonly Value[] => (value.kind === 'outside' ? value.args : [])

const placesIn = (values: readonly Value[], kind: 'function' | 'class' | 'instance'): readonly EntityPlace[] =>
  distinct(
    values.flatMap((value) => (value.kind === kind ? value.at : [])),
    keyOf,
  )

const shared = (confidence: number, alike: number): number =>
  Math.round((confidence / Math.sqrt(Math.max(1, alike))) * 100) / 100

const codePlace = ({ file, entity }: EntityPlace): CodePlace => ({
  file: file.path,
  name: entity.name,
  line: entity.line,
})

function siteOf(file: SourceFile, site: number): readonly [CodePlace, number] {
  const [owner = NONE, line = 1] = file.facts.flows.sites[site] ?? []
  const place = owner === NONE ? undefined : codePlace(placeIn(file, owner))
  return [place ?? { file: file.path, name: MODULE, line: 1 }, line]
}

function distinctEdges(edges: readonly CallEdge[]): readonly CallEdge[] {
  const found = new Map<string, CallEdge>()
  for (const edge of edges) {
    const { from, to, line } = edge
    const key = `${from.name}|${from.line}|${to.file}|${to.name}|${to.line}|${line}`
    const before = found.get(key)
    if (before === undefined || before.confidence < edge.confidence) found.set(key, edge)
  }
  return [...found.values()]
}
