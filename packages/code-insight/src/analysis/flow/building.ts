import type { Language } from '../language.ts'
import type { Semantics } from '../semantics.ts'
import type { Body, ClassNode, Expression, FunctionNode, StatementNode } from '../tree.ts'
import {
  type FlowCall,
  type FlowClass,
  type FlowFunction,
  type FlowObject,
  type FlowOperation,
  type FlowValue,
  NONE,
} from './flows.ts'

/** A function's body while its flows are built; also a file's top level. */
export interface Frame {
  /** The nearest entity around. */
  readonly owner: number
  /** The receiver's variable; NONE if there is none. */
  readonly self: number
  readonly class: number
  readonly result: number
  readonly yields: number
  /** The parameters' own variables → their number. */
  readonly parameters: ReadonlyMap<number, number>
  readonly handsBack: Set<number>
  /** Variables of what a call of a parameter gives, or of a parameter's class → the parameter's number. */
  readonly made: Map<number, readonly [parameter: number, isOfItsClass: boolean]>
  readonly classes: Map<number, number>
  /** The results that are such. */
  readonly makes: [parameter: number, isOfItsClass: boolean, variable: number][]
  /** A name's variable → the variable of what it was last assigned. */
  versions: Map<number, number>
  /** What follows is never reached. */
  isDead: boolean
}

/** Where names are looked up. */
export interface NameScope {
  readonly kind: 'module' | 'function' | 'class' | 'block'
  readonly parent: NameScope | undefined
  readonly names: Map<string, number>
  readonly frame: Frame
}

/** The parts of the builder, which call each other. */
export interface Visitors {
  value(building: Building, expression: Expression, scope: NameScope): number
  assign(building: Building, target: Expression, from: number, scope: NameScope): void
  body(building: Building, body: Body, scope: NameScope): void
  define(building: Building, node: FunctionNode, scope: NameScope, ofClass?: number): number
  defineClass(building: Building, node: ClassNode, scope: NameScope): number
  annotate(building: Building, to: number, type: Expression, scope: NameScope): void
}

/** The flows of one file, growing. */
export class Building {
  readonly operations: FlowOperation[] = []
  readonly functions: FlowFunction[] = []
  readonly classes: FlowClass[] = []
  readonly objects: FlowObject[] = []
  readonly calls: FlowCall[] = []
  readonly sites: [number, number][] = []
  readonly imports: string[] = []
  readonly exports: Record<string, number> = {}
  readonly stars: number[] = []
  readonly uses: [number, number][] = []
  readonly defined = new Set<string>()
  readonly bases = new Set<string>()
  readonly language: Language
  readonly text: string
  readonly entityOf: ReadonlyMap<object, number>
  readonly visit: Visitors
  /** Names that are assigned in more than one function: no order of their assignments is known. */
  readonly shared: ReadonlySet<string>
  /** The texts that constants of the file stand for. */
  readonly constants: ReadonlyMap<string, string>
  whole = NONE
  variables = 0
  readonly #starts: number[] = [0]
  readonly #free = new Map<string, number>()
  readonly #moduleIndex = new Map<string, number>()
  readonly #used = new Set<string>()

  constructor(parts: {
    language: Language
    text: string
    entityOf: ReadonlyMap<object, number>
    visit: Visitors
    shared: ReadonlySet<string>
    constants: ReadonlyMap<string, string>
  }) {
    this.language = parts.language
    this.text = parts.text
    this.entityOf = parts.entityOf
    this.visit = parts.visit
    this.shared = parts.shared
    this.constants = parts.constants
    for (let at = parts.text.indexOf('\n'); at !== -1; at = parts.text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  get semantics(): Semantics {
    return this.language.semantics
  }

  fresh(): number {
    return this.variables++
  }

  add(operation: FlowOperation): void {
    this.operations.push(operation)
  }

  /** A new variable that holds one value. */
  holding(value: FlowValue): number {
    const to = this.fresh()
    this.add(['value', to, value])
    return to
  }

  copy(to: number, from: number): void {
    if (from !== NONE && to !== NONE && from !== to) this.add(['copy', to, from])
  }

  /** The one-based line of an offset. */
  line(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  site(offset: number, { owner }: Frame): number {
    const line = this.line(offset)
    const last = this.sites.at(-1)
    if (last?.[0] === owner && last[1] === line) return this.sites.length - 1
    return this.sites.push([owner, line]) - 1
  }

  module(name: string): number {
    const known = this.#moduleIndex.get(name)
    if (known !== undefined) return known
    const index = this.imports.push(name) - 1
    this.#moduleIndex.set(name, index)
    return index
  }

  /** A name that nothing in the file declares. */
  free(name: string): number {
    const known = this.#free.get(name)
    if (known !== undefined) return known
    const to = this.fresh()
    this.#free.set(name, to)
    if (name === 'exports' && this.semantics.scoping === 'block') this.add(['value', to, ['exports']])
    else this.add(['value', to, ['outside', name]])
    for (const star of this.stars) this.add(['import', to, star, name, true])
    return to
  }

  use(variable: number, offset: number, frame: Frame): void {
    if (variable === NONE) return
    const key = `${variable} ${frame.owner}`
    if (this.#used.has(key)) return
    this.#used.add(key)
    this.uses.push([variable, this.site(offset, frame)])
  }

  statement(statement: StatementNode, scope: NameScope): void {
    this.visit.body(this, [statement], scope)
  }
}

/** The variable that a name stands for in a scope; undefined if nothing declares it. `current`: what it holds just here. */
export function lookup(name: string, scope: NameScope, current = true): number | undefined {
  let isOwn = true
  for (let at: NameScope | undefined = scope; at; at = at.parent) {
    const found = at.kind === 'class' && !isOwn ? undefined : at.names.get(name)
    if (found !== undefined) {
      if (!current || at.frame !== scope.frame) return found
      return at.frame.versions.get(found) ?? found
    }
    if (at.kind !== 'block') isOwn = false
  }
  return undefined
}

/** The scope in which a plain assignment declares. */
export function functionScope(scope: NameScope): NameScope {
  let at = scope
  while (at.kind === 'block' && at.parent) at = at.parent
  return at
}
