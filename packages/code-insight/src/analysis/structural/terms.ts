/** No term, or no entity. */
export const NOTHING = -1

/**
 * What an expression or a written type of a file means, as far as its text says: the parts are indexes of other terms, `owner`
 * is the entity in which it stands (NOTHING: the top level).
 *
 * - `name`: a name that is no local variable; `within`: the same in a class without a name, which has the members of `of`.
 * - `member`, `call`: what is found in, or what is given by, `of`.
 * - `of`: a value of a written type. `list`: a type of many, `element`: one of them. `at`: a type with its arguments.
 * - `tuple`: several results, and `part` one of them. `self`, `super`: the receiver, also as one of the class above.
 * - `heir`: an instance of a class without a name that extends another. `any`: one of several.
 * - `outside`: a text or a number; `unknown`: anything.
 */
export type Term =
  | readonly [kind: 'name', name: string, owner: number]
  | readonly [kind: 'within', of: number, name: string, owner: number]
  | readonly [kind: 'member', of: number, name: string]
  | readonly [kind: 'call', of: number, args: readonly number[]]
  | readonly [kind: 'of' | 'list' | 'element' | 'heir', of: number]
  | readonly [kind: 'at', of: number, args: readonly number[]]
  | readonly [kind: 'tuple' | 'any', parts: readonly number[]]
  | readonly [kind: 'part', of: number, at: number]
  | readonly [kind: 'self' | 'super', owner: number]
  | readonly [kind: 'outside' | 'unknown']

/** What an entity's text says of it besides the outline: terms, and counts. */
export interface EntityTerms {
  /** What a variable or field holds, a function gives, or an alias stands for. */
  readonly type?: number | undefined
  readonly bases?: readonly number[] | undefined
  /** Of a function in a class without a name: an instance of what that extends. */
  readonly heir?: number | undefined
  /** The fewest and the most arguments; NOTHING for any number. */
  readonly arguments?: readonly [least: number, most: number] | undefined
  readonly typeParameters?: readonly string[] | undefined
  /** The types of the parameters; NOTHING for one that says none. */
  readonly parameters?: readonly number[] | undefined
}

/** As the module of a name that is bound: the file itself. */
export const OWN_FILE = '.'

/** A name that an import binds; `imported`: the name there, `*` for the module itself. */
export interface BoundImport {
  readonly module: string
  readonly imported: string
  readonly local: string
}

/** All that calls are found by in a language of tables: a part of `Flows`, whose calls name terms of it. */
export interface Structure {
  /** What the full names begin with; empty for nothing. */
  readonly package: string
  readonly terms: readonly Term[]
  /** By the entities' indexes. */
  readonly entities: Readonly<Record<string, EntityTerms>>
  /** The arguments of each call. */
  readonly given: readonly (readonly number[])[]
  readonly bound: readonly BoundImport[]
  /** Modules of which all names are imported. */
  readonly stars: readonly string[]
  /** What blocks of methods add to the bases of a type: its name, and terms. */
  readonly extensions: readonly (readonly [name: string, bases: readonly number[]])[]
  /** What receivers keep under names that no field declares: `Class.name`, and a term. */
  readonly stored: Readonly<Record<string, number>>
}
