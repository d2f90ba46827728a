import type { SyntaxNode } from '../syntax.ts'
import type { ImportBinding } from '../tree.ts'

/** What a definition is; a function in a class is a method. */
export type ThinKind = 'function' | 'class' | 'interface' | 'enum' | 'namespace' | 'alias' | 'variable' | 'field'

/** How a type of node defines something. Roles are those of the grammar (`node-types.json`). */
export interface ThinDefinition {
  /** By the type of the child with a role, if the node's own type does not say it. */
  readonly kind:
    | ThinKind
    | { readonly role: string; readonly kinds: Readonly<Record<string, ThinKind>>; readonly else: ThinKind }
  /** The role of its name, of all its names where it may have several; default: `name`. */
  readonly name?: string | undefined
  /** The role of its body; default: `body`. A function without one is only declared. */
  readonly body?: string | undefined
  /** The roles of what holds parameters: whatever has the role `name` in there is one. */
  readonly parameters?: readonly string[] | undefined
  /** The role of what says which type it is a method of, if it does not stand in that: the first type in there. */
  readonly owner?: string | undefined
  /** What a class extends or embeds. */
  bases?(node: SyntaxNode): readonly SyntaxNode[]
}

/** An import as it is written: the module, and what it binds. */
export interface ThinImport {
  readonly module: string
  readonly bindings: readonly ImportBinding[]
  /** It binds all names of the module. */
  readonly isStar?: boolean | undefined
}

/** What a grammar's types of nodes mean: all that outlines, imports and calls by name are made from. */
export interface ThinSyntax {
  readonly comments: readonly string[]
  readonly definitions: Readonly<Record<string, ThinDefinition>>
  /** What stands around one definition or several: the keyword and the documentation of a single one are there. */
  readonly groups: readonly string[]
  readonly imports: Readonly<Record<string, (node: SyntaxNode, text: string) => ThinImport | undefined>>
  /** The role of what is called, or of which an instance is made; of what it is called on, where that stands apart. */
  readonly calls: Readonly<
    Record<
      string,
      { readonly callee: string; readonly object?: string | undefined; readonly isNew?: boolean | undefined }
    >
  >
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
  readonly locals: Readonly<Record<string, string>>
  isPublic(name: string): boolean
}

/** The first child with a role. */
export const childIn = (node: SyntaxNode | undefined, role: string): SyntaxNode | undefined =>
  node?.children.find(({ field }) => field === role)

/** A node, and all below it, in the order of the text. */
export function* below(node: SyntaxNode): Iterable<SyntaxNode> {
  yield node
  for (const child of node.children) yield* below(child)
}

/** The text of a node. */
export const textOf = ({ start, end }: SyntaxNode, text: string): string => text.slice(start, end)
