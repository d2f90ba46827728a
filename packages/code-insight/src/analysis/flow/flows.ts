import type { Structure } from '../structural/terms.ts'

/**
 * What flows where in one file: a small language of constraints, the same for every programming language, that is
 * computed from the neutral tree once and solved across files (an inclusion-based points-to analysis; locals are told
 * apart by assignment where control flow is plain). Plain JSON; all references within it are indexes.
 */
export interface Flows {
  /** Names by which other files find this one; each way is a column of the index. */
  readonly names: Readonly<Record<NamingWay, readonly string[]>>
  /** How many variables there are. */
  readonly variables: number
  readonly operations: readonly FlowOperation[]
  readonly functions: readonly FlowFunction[]
  readonly classes: readonly FlowClass[]
  readonly objects: readonly FlowObject[]
  readonly calls: readonly FlowCall[]
  /** Where something may be called: the entity (-1: the top level) and the line. */
  readonly sites: readonly (readonly [owner: number, line: number])[]
  /** The modules that are imported, as written. */
  readonly imports: readonly string[]
  /** What the file exports, by name, and the imports that it exports all of. */
  readonly exports: Readonly<Record<string, number>>
  readonly stars: readonly number[]
  /** The names that an import of all names gets, if the file says so. */
  readonly listed?: readonly string[] | undefined
  /** What takes the place of the module itself (`module.exports = …`); NONE if nothing does. */
  readonly whole: number
  /** What calls are found by instead in a language of tables; calls and uses name terms of it. */
  readonly structure?: Structure | undefined
  /** Variables that are read other than to be called, and where. */
  readonly uses: readonly (readonly [variable: number, site: number])[]
}

/** `calls`: the last name of something called; `defines`: the name of a function or method; `extends`: of a base class; `properties`: of a method that reading it as a member runs; `fields`: of a member that holds a value. */
export type NamingWay = 'calls' | 'defines' | 'extends' | 'properties' | 'fields'

/** No variable: nothing is known, or there is no value. */
export const NONE = -1

/** A value as it stands in the source. `weak`: a function that a decorator may have replaced. `self`: an instance of the class or of one below; `own class`: the class or one below. `pattern`: text of which `*` is not known. */
export type FlowValue =
  | readonly [kind: 'function' | 'weak' | 'class' | 'own class' | 'object' | 'self' | 'module', index: number]
  | readonly [kind: 'string' | 'pattern' | 'outside', text: string]
  | readonly [kind: 'exports']

/**
 * A constraint. The variable that receives a value comes first, except in `store` and `put`.
 *
 * - `item`: `symbol` is the name of a constant used as the key.
 * - `slice`: `bounds` are written `1:-1`, or `?` if they are unknown; a leading `*` marks an assignment target, which takes
 *   from lists only.
 * - `generic`: a container, unless the type is the project's own.
 * - `redefine`: what a member is after a decorator was called on it.
 * - `earlier`: what a member held before `later` was stored in it.
 */
export type FlowOperation =
  | readonly [kind: 'copy', to: number, from: number]
  | readonly [kind: 'value', to: number, value: FlowValue]
  | readonly [kind: 'import', to: number, module: number, name: string, isOfAll?: true]
  | readonly [kind: 'load', to: number, object: number, name: string, site: number]
  | readonly [kind: 'store', object: number, name: string, from: number, site: number]
  | readonly [kind: 'item', to: number, object: number, index: number, site: number, symbol?: string]
  | readonly [kind: 'slice', to: number, from: number, bounds: string]
  | readonly [kind: 'put', object: number, index: number, from: number, site: number]
  | readonly [kind: 'iterate', to: number, from: number, site: number]
  | readonly [kind: 'await', to: number, from: number, site: number]
  | readonly [kind: 'instance', to: number, type: number]
  | readonly [kind: 'generic', to: number, type: number, container: number]
  | readonly [kind: 'super', to: number, below: number, self: number, of?: number]
  | readonly [kind: 'run', to: number, on: number, construct: string, args: readonly number[], site: number]
  | readonly [kind: 'call', to: number, call: number]
  | readonly [kind: 'earlier', to: number, from: number, later: number]
  | readonly [kind: 'redefine', to: number, result: number, descriptor: number, before: number, key: string]

/** The constraints of one kind. */
export type Op<K extends FlowOperation[0]> = Extract<FlowOperation, readonly [K, ...unknown[]]>

/** A parameter: its variable, its name (empty for a pattern) and its form. */
export type FlowParameter = readonly [variable: number, name: string, form: 'normal' | 'keyword' | 'rest' | 'keywords']

/** A function. */
export interface FlowFunction {
  /** -1: it has no name of its own. */
  readonly entity: number
  readonly name: string
  readonly parameters: readonly FlowParameter[]
  /** What it returns, besides the parameters that it hands back as they are. */
  readonly result: number
  readonly handsBack: readonly number[]
  /** Parameters of which, or of whose class, it returns an instance that it makes itself; and the variables of these. */
  readonly makes: readonly (readonly [parameter: number, isOfItsClass: boolean, variable: number])[]
  /** What it yields; NONE if it is no generator. */
  readonly yields: number
  /** The receiver, where it is no parameter. */
  readonly self: number
  /** The class it is a method of; -1 for none. */
  readonly class: number
  readonly marks: readonly string[]
}

/** A class. */
export interface FlowClass {
  readonly entity: number
  readonly name: string
  readonly form: string
  readonly bases: readonly number[]
  readonly members: Readonly<Record<string, number>>
  /** Members of instances, which the class itself lacks; in their order, for constructors that are made of them. */
  readonly fields: readonly (readonly [name: string, variable: number])[]
  /** The class that it is an instance of itself; NONE if it does not say. */
  readonly meta: number
  /** Where it is defined, and the keywords of its head: what runs for it there is given them. */
  readonly site: number
  readonly keywords: readonly FlowArgument[]
}

/** A list, map, or other value with parts, made at one place. */
export interface FlowObject {
  readonly type: 'list' | 'tuple' | 'set' | 'map' | 'descriptor'
  readonly fields: readonly (readonly [name: string, variable: number])[]
  /** Elements without a constant key. */
  readonly items: readonly number[]
  /** The keys of a map that are no constants. */
  readonly keys: readonly number[]
}

/** An argument: its variable, its name if it is given by name, whether it is spread, and what it is if that is a constant. */
export type FlowArgument = readonly [variable: number, name: string, spread: '' | 'list' | 'map', constant?: string]

/** A call as it is written. */
export interface FlowCall {
  readonly site: number
  readonly form: 'call' | 'new' | 'tag' | 'element' | 'decorator'
  readonly callee: number
  /** Of `object.name()`. */
  readonly object: number
  readonly name: string
  readonly args: readonly FlowArgument[]
  readonly text: string
}
