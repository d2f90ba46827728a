import type { SyntaxNode } from '../syntax.ts'
import type { FunctionMark, ImportBinding } from '../tree.ts'

/** What a definition is; a function in a class is a method. An `extension` adds methods to a type that is defined elsewhere. */
export type ThinKind =
  | 'function'
  | 'class'
  | 'interface'
  | 'enum'
  | 'namespace'
  | 'alias'
  | 'variable'
  | 'field'
  | 'extension'

/**
 * How a type of node defines something. A role is one of the grammar's (`node-types.json`) or, for a child without one, its
 * type; `*` and `*last` are the first and the last child that are no tokens.
 */
export interface ThinDefinition {
  /** By the type of the child with a role, if the node's own type does not say it. */
  readonly kind:
    | ThinKind
    | { readonly role: string; readonly kinds: Readonly<Record<string, ThinKind>>; readonly else: ThinKind }
  /** The role of its name, of all its names where it may have several; default: `name`. Of an extension: what it extends. */
  readonly name?: string | undefined
  /** The role of its body; default: `body`. A function without one is only declared. */
  readonly body?: string | undefined
  /** The roles of what holds parameters; those of a class are its fields. */
  readonly parameters?: readonly string[] | undefined
  /** The roles of what runs before the body (what a constructor gives its fields). */
  readonly first?: readonly string[] | undefined
  /** The role of what says which type it is a method of, if it does not stand in that: the first type in there. */
  readonly owner?: string | undefined
  /** The role of the written type of a variable or field, of what an alias stands for, or of a function's result. */
  readonly type?: string | undefined
  /** The role of a variable's first value. */
  readonly value?: string | undefined
  /** The role of what holds the names of its type parameters. */
  readonly typeParameters?: string | undefined
  /** The role of a child without which it defines nothing, but is an expression (`struct point p`). */
  readonly needs?: string | undefined
  /** What a class extends or embeds, or an extension adds to what its type extends. */
  bases?(node: SyntaxNode): readonly SyntaxNode[]
  /** What it is besides; `private`: seen in its own file only. */
  marks?(node: SyntaxNode, text: string): readonly FunctionMark[]
}

/** An import as it is written: the module, and what it binds. */
export interface ThinImport {
  readonly module: string
  readonly bindings: readonly ImportBinding[]
  /** It binds all names of the module. */
  readonly isStar?: boolean | undefined
}

/** Declares local variables. */
export interface ThinLocal {
  /** The role of the names, or of what they stand in. */
  readonly name: string
  /** The role of the written type. */
  readonly type?: string | undefined
  /** The role of the values; of one value for several names, each gets its part. */
  readonly value?: string | undefined
  /** The role of what is gone through; the last name gets an element of it, or the one with `position` alone. */
  readonly each?: string | undefined
  readonly position?: number | undefined
}

/** What stands around a name where it is declared: `*name`, `name[2]`, `name(int x)`, `name = 2`. All are roles. */
export interface ThinDeclarator {
  readonly name: string
  /** It declares a function, with these parameters, unless what it stands around is a pointer to one. */
  readonly parameters?: string | undefined
  readonly type?: string | undefined
  readonly value?: string | undefined
  readonly isList?: boolean | undefined
}

/** A call, or the making of an instance. All are roles. */
export interface ThinCall {
  readonly callee: string
  /** What it is called on, where that stands apart. */
  readonly object?: string | undefined
  /** Default: `arguments`. */
  readonly arguments?: string | undefined
  /** The body of a class without a name that extends what is called. */
  readonly body?: string | undefined
  readonly isNew?: boolean | undefined
}

/** What a grammar's types of nodes mean: all that outlines, imports and calls by name are made from. */
export interface ThinSyntax {
  readonly comments: readonly string[]
  readonly definitions: Readonly<Record<string, ThinDefinition>>
  /** What holds the type parameters of the definition that stands after it in a group. */
  readonly groupParameters?: readonly string[] | undefined
  /** What stands around one definition or several: the keyword and the documentation of a single one are there. */
  readonly groups: readonly string[]
  readonly imports: Readonly<
    Record<string, (node: SyntaxNode, text: string) => ThinImport | readonly ThinImport[] | undefined>
  >
  /** What a file gives as a whole, by the name of that: `return Module`. */
  readonly exports?: Readonly<Record<string, (node: SyntaxNode, text: string) => string | undefined>> | undefined
  readonly calls: Readonly<Record<string, ThinCall>>
  /** `object.name`: the roles of both. */
  readonly members: Readonly<Record<string, { readonly object: string; readonly name: string }>>
  /** What stands for a part of it, by the role of that: `List[int]` for `List`. */
  readonly wrappers: Readonly<Record<string, string>>
  /** Names of values, and of types. */
  readonly names: readonly string[]
  readonly types: readonly string[]
  /** Functions without a name. */
  readonly lambdas: Readonly<Record<string, ThinDefinition>>
  /** Declares local variables: the role of the names, or of what they stand in. */
  readonly locals: Readonly<Record<string, string | ThinLocal>>
  readonly declarators?: Readonly<Record<string, ThinDeclarator>> | undefined
  /** What declares one parameter, or several of a type; without an entry, whatever has the role `name` does, of the role `type` beside it. */
  readonly parameters?: Readonly<Record<string, ThinParameter>> | undefined
  /** Declares what the names of the file, or of what it stands around, begin with: the role of that (`package a.b;`). */
  readonly packages?: Readonly<Record<string, string>> | undefined
  /** What the receiver of a method is written as, and what stands for the class above its own: types of nodes, or names. */
  readonly self?: readonly string[] | undefined
  readonly super?: readonly string[] | undefined
  /** A value of which the type is written: `(T) value`, `value.(T)`. */
  readonly casts?: Readonly<Record<string, { readonly type: string; readonly value: string }>> | undefined
  /** A type with its arguments: `List<T>`. */
  readonly generics?: Readonly<Record<string, { readonly type: string; readonly arguments: string }>> | undefined
  /** Types of lists and maps, by the role of what is in them. */
  readonly containers?: Readonly<Record<string, string>> | undefined
  /** Types of several results. */
  readonly tuples?: readonly string[] | undefined
  /** An element of what has a role: `list[0]`. */
  readonly elements?: Readonly<Record<string, string>> | undefined
  /** One of several values, by the roles of these. */
  readonly choices?: Readonly<Record<string, readonly string[]>> | undefined
  /** Texts, numbers and the like: what is called on them is not the project's. */
  readonly literals?: readonly string[] | undefined
  /** By their nodes' types, what the types of literals are called (`String`). */
  readonly literalTypes?: Readonly<Record<string, string | ((written: string) => string)>> | undefined
  /** What local variables last until the end of; without any, until that of their function. */
  readonly blocks?: readonly string[] | undefined
  /** What types are written as that are those of the value (`auto`). */
  readonly inferred?: readonly string[] | undefined
  /** `node`: the definition, with its modifiers. */
  isPublic(name: string, node: SyntaxNode, text: string): boolean
}

/** A parameter. */
export interface ThinParameter {
  /** Roles; the name may stand in declarators. */
  readonly name: string
  readonly type?: string | undefined
  /** The role of what it is where no argument is given. */
  readonly fallback?: string | undefined
  /** It may be left out; any number of arguments may be given for it. */
  readonly isOptional?: boolean | undefined
  readonly isRest?: boolean | undefined
}

/** The first child with a role. */
export const childIn = (node: SyntaxNode | undefined, role: string): SyntaxNode | undefined =>
  node?.children.find(({ field }) => field === role)

/** The first child with a role or, if none has it, of that type; `*` and `*last`: the first and the last that are no tokens. */
export function partIn(node: SyntaxNode | undefined, role: string): SyntaxNode | undefined {
  if (role === '' || node === undefined) return undefined
  if (role === '*') return node.children.find(({ named }) => named)
  if (role === '*last') return node.children.findLast(({ named }) => named)
  return childIn(node, role) ?? node.children.find(({ type, named }) => named && type === role)
}

/** A node, and all below it, in the order of the text. */
export function* below(node: SyntaxNode): Iterable<SyntaxNode> {
  yield node
  for (const child of node.children) yield* below(child)
}

/** The text of a node. */
export const textOf = ({ start, end }: SyntaxNode, text: string): string => text.slice(start, end)
