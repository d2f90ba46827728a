import type { CodeSources } from '../../facts.ts'
import type { Language } from '../../language.ts'
import { languages } from '../../languages/registry.ts'
import type { Entity } from '../../outline.ts'
import { type FlowOperation, type Flows, NONE } from '../flows.ts'
import { arrangedFlows } from './arranged.ts'
import { FoundCalls } from './found-calls.ts'
import { type Known, KnownValues } from './known.ts'
import { NumberedSets, NumberedTables, pairOf } from './numbered.ts'
import { StoredNames } from './stored-names.ts'

/** A file that takes part. */
export interface Loaded {
  readonly number: number
  readonly path: string
  readonly flows: Flows
  readonly entities: readonly Entity[]
  readonly language: Language
  /** Its own calls are asked for: all of it is followed, not only what is needed. */
  readonly isRoot: boolean
  /** A variable's number among all variables; 0 until it is needed. */
  readonly nodes: Int32Array
  /** Stores by the member's name, and what puts elements into containers: those that wait. */
  readonly stores: Map<string, readonly FlowOperation[]>
  puts: readonly FlowOperation[]
}

/** What a call hands over. */
export interface CallInfo {
  readonly file: number
  readonly site: number
  /** Tells the calls of one site apart. */
  readonly group: string
  readonly args: readonly {
    readonly node: number
    readonly name: string
    readonly spread: string
    readonly constant?: string | undefined
  }[]
  readonly result: number
  readonly form: string
}

/** Where a member is read: for calls that reading it makes. */
export interface MemberRead {
  readonly file: Loaded
  readonly site: number
  readonly group: string
}

/** The parts of the solver, which call each other. */
export interface Acts {
  operate(solver: Solver, file: Loaded, operation: FlowOperation): void
  invoke(solver: Solver, value: number, info: CallInfo): void
  memberInto(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void
  /** False: nothing is known of a builtin of that name. */
  applyModels(solver: Solver, name: string, receiver: number, info: CallInfo): boolean
}

const MOST_VALUES = 80
const MOST_STEPS = 20_000_000
/** What waits for values takes memory, and some programs would let it grow without end; the largest that we know needs half. */
const MOST_TRIGGERS = 1_500_000
const STEPS_AT_ONCE = 1_000
const FEW_EDGES = 16
const DEEPEST = 100
const NO_VALUES: readonly number[] = []

type Trigger = (value: number) => void

/** What a node of a value is: something stored under a name, what its class's instances hold under one, or a role of its own. */
export type NodeKind = 'member' | 'field' | 'role'

/** Solves flows: variables of all files, the values that reach them, and what happens when one does. */
export class Solver {
  readonly sources: CodeSources
  readonly known = new KnownValues()
  readonly files: Loaded[] = []
  readonly found = new FoundCalls()
  readonly stored = new StoredNames()
  readonly infos: CallInfo[] = []
  readonly act: Acts
  readonly #byPath = new Map<string, Loaded | undefined>()
  readonly #roots: ReadonlySet<string>
  // Most nodes have a value or two and few edges, so these lists are searched from end to end
  readonly #values: (number[] | undefined)[] = [undefined]
  readonly #out: (number[] | undefined)[] = [undefined]
  /** The edges of nodes with many. */
  readonly #edges = new Map<number, Set<number>>()
  readonly #triggers: (Trigger[] | undefined)[] = [undefined]
  readonly #named = new Map<string, number>()
  readonly #of: Readonly<Record<NodeKind, NumberedTables>> = {
    member: new NumberedTables(),
    field: new NumberedTables(),
    role: new NumberedTables(),
  }
  readonly #queue: number[] = []
  /** Variables whose constraints are not in effect yet, each before its file. */
  readonly #waiting: number[] = []
  #depth = 0
  /** How many triggers there are. */
  #triggered = 0
  readonly #once = new Set<string>()
  readonly #read = new NumberedSets()
  /** What is done once nothing flows any more. */
  readonly later: (() => unknown)[] = []
  /** What is decided only once nothing flows, because it depends on there being no value. */
  readonly whenQuiet: (() => void)[] = []
  /** Groups that lead to something of the project. */
  readonly answered = new Set<string>()
  /** Groups of reads that may lead to more overriding members than are looked at. */
  readonly broad = new Set<string>()
  /** Groups that are known to lead to a function without a name. */
  readonly nameless = new Set<string>()

  constructor(sources: CodeSources, roots: readonly string[], act: Acts) {
    this.sources = sources
    this.#roots = new Set(roots)
    this.act = act
  }

  file(path: string): Loaded | undefined {
    if (this.#byPath.has(path)) return this.#byPath.get(path)
    const loaded = this.#load(path)
    this.#byPath.set(path, loaded)
    return loaded
  }

  #load(path: string): Loaded | undefined {
    const facts = this.sources.facts(path)
    const language = facts && languages.find(({ name }) => name === facts.outline.language)
    if (!facts || !language) return undefined
    const { flows } = facts
    const { stores, puts } = arrangedFlows(flows)
    const isRoot = this.#roots.has(path)
    const nodes = new Int32Array(flows.variables)
    const file: Loaded = {
      number: this.files.length,
      path,
      flows,
      entities: facts.outline.entities,
      language,
      isRoot,
      nodes,
      stores: new Map(stores),
      puts,
    }
    this.files.push(file)
    return file
  }

  at(number: number): Loaded {
    return this.files[number] as Loaded
  }

  value(known: Known): number {
    return this.known.number(known)
  }

  /** The node of a file's variable, which is followed from now on. */
  node(file: Loaded, variable: number): number {
    if (variable === NONE) return 0
    const before = file.nodes[variable]
    if (before) return before
    const made = this.fresh()
    file.nodes[variable] = made
    this.#waiting.push(variable, file.number)
    // One leads to the next, and long chains would overflow the stack
    if (this.#depth < DEEPEST) this.#follow(this.#waiting.length - 2)
    return made
  }

  /** Puts into effect what the variables receive that wait from a place on. */
  #follow(from: number): void {
    this.#depth++
    while (this.#waiting.length > from) {
      const file = this.at(this.#waiting.pop() as number)
      const { flows } = file
      const variable = this.#waiting.pop() as number
      const { starts, order } = arrangedFlows(flows)
      for (let at = starts[variable] ?? 0, end = starts[variable + 1] ?? 0; at < end; at++)
        this.operate(file, flows.operations[order[at] as number] as FlowOperation)
    }
    this.#depth--
  }

  fresh(): number {
    this.#values.push(undefined)
    this.#out.push(undefined)
    return this.#triggers.push(undefined) - 1
  }

  /** The node of something that has a name of its own, such as a class's field. */
  named(key: string, onNew?: (node: number) => void): number {
    const before = this.#named.get(key)
    if (before !== undefined) return before
    const made = this.fresh()
    this.#named.set(key, made)
    onNew?.(made)
    return made
  }

  /** The same by a number: of a value or, for what all instances of a class have, of a place. */
  nodeOf(kind: NodeKind, name: string, of: number, onNew?: (node: number) => void): number {
    const table = this.#of[kind].at(name)
    const before = table.get(of)
    if (before !== undefined) return before
    const made = this.fresh()
    table.set(of, made)
    onNew?.(made)
    return made
  }

  operate(file: Loaded, operation: FlowOperation): void {
    this.act.operate(this, file, operation)
  }

  /** A call of this site leads somewhere. */
  touched({ file, group }: CallInfo): void {
    this.answered.add(`${file}|${group}`)
  }

  /** True the first time. */
  once(key: string): boolean {
    if (this.#once.has(key)) return false
    this.#once.add(key)
    return true
  }

  /** True the first time that a value's member flows into a node. */
  isFirstRead(value: number, name: string, to: number): boolean {
    return this.#read.add(name, pairOf(value, to))
  }

  values(node: number): readonly number[] {
    return this.#values[node] ?? NO_VALUES
  }

  put(node: number, value: number): void {
    if (node === 0) return
    const held = this.#values[node]
    if (held === undefined) this.#values[node] = [value]
    else if (held.length >= MOST_VALUES || held.includes(value)) return
    else held.push(value)
    this.#queue.push(node, value)
  }

  edge(from: number, to: number): void {
    if (from === 0 || to === 0 || from === to) return
    const out = this.#out[from]
    if (out === undefined) this.#out[from] = [to]
    else if (this.#hasEdge(from, out, to)) return
    else out.push(to)
    // Nothing is taken away, and what is added meanwhile flows by itself
    const held = this.values(from)
    for (let at = 0, end = held.length; at < end; at++) this.put(to, held[at] as number)
  }

  #hasEdge(from: number, out: readonly number[], to: number): boolean {
    if (out.length <= FEW_EDGES) return out.includes(to)
    const known = this.#edges.get(from) ?? new Set(out)
    this.#edges.set(from, known)
    return known.size === known.add(to).size
  }

  /** Does something with each value that reaches a node. */
  each(node: number, trigger: Trigger): void {
    if (node === 0 || this.#triggered++ > MOST_TRIGGERS) return
    const triggers = this.#triggers[node]
    if (triggers === undefined) this.#triggers[node] = [trigger]
    else triggers.push(trigger)
    const held = this.values(node)
    for (let at = 0, end = held.length; at < end; at++) trigger(held[at] as number)
  }

  #flowsOn(): boolean {
    while (this.#queue.length === 0 && this.whenQuiet.length > 0) this.whenQuiet.shift()?.()
    return this.#queue.length > 0
  }

  /** Lets everything flow that can; stops now and then. */
  *run(): Generator<undefined, void, undefined> {
    let steps = 0
    while (this.#flowsOn() && steps++ < MOST_STEPS) {
      const value = this.#queue.pop() as number
      const node = this.#queue.pop() as number
      const out = this.#out[node]
      if (out) for (let at = 0; at < out.length; at++) this.put(out[at] as number, value)
      const triggers = this.#triggers[node]
      if (triggers) for (let at = 0; at < triggers.length; at++) triggers[at]?.(value)
      if (steps % STEPS_AT_ONCE === 0) yield
    }
  }
}
