import type { SyntaxNode } from '../../syntax.ts'
import type { Expression, StatementNode } from '../../tree.ts'

/** What the rules of one file's lowering share. Its mutable parts say where the rule stands. */
export interface Lowering {
  readonly text: string
  /** A missing node is an empty `other`, as are those without a rule. */
  expression(node: SyntaxNode | undefined): Expression
  /** An annotation: what it names are types, also in strings. */
  annotation(node: SyntaxNode | undefined): Expression
  /** The statements of a block, or of any other node's children. */
  body(node: SyntaxNode | undefined): StatementNode[]
  /** The innermost scope. */
  scope: 'module' | 'class' | 'function'
  /** Whether the function around yields: set by its `yield`s. */
  yields: boolean
  /** Within `if TYPE_CHECKING:`. */
  isTyping: boolean
  /** Local names of what was imported from the modules that say something to the lowering: `cast` → `typing.cast`. */
  readonly known: Map<string, string>
  /** The bounds of the type parameters in scope. */
  typeParameters: ReadonlyMap<string, Expression>
  /** Whether a top-level name is public. */
  isPublic(name: string): boolean
}

/** Lowers an expression of one type. */
export type ExpressionRule = (node: SyntaxNode, lowering: Lowering) => Expression
/** Lowers a statement of one type. */
export type StatementRule = (node: SyntaxNode, lowering: Lowering) => readonly StatementNode[]

const isExtra = ({ type }: SyntaxNode): boolean => type === 'comment' || type === 'line_continuation'

/** The first child with a role. */
export function childIn(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field && !isExtra(child))
}

/** All children with a role, without the tokens between them. */
export function childrenIn(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((child) => child.field === field && child.named && !isExtra(child))
}

/** The children that are no tokens and no comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((child) => child.named && !isExtra(child))
}

/** Whether a token stands directly in a node. */
export function hasToken(node: SyntaxNode, token: string): boolean {
  return node.children.some(({ type, named }) => !named && type === token)
}

/** The last part of a dotted expression: `abc.abstractmethod` → `abstractmethod`; of a call, of what it calls. */
export function lastName(expression: Expression): string | undefined {
  if (expression.kind === 'name' || expression.kind === 'member') return expression.name
  if (expression.kind === 'call') return lastName(expression.callee)
  return expression.kind === 'subscript' ? lastName(expression.object) : undefined
}

/** Where a name was imported from, if that says something to the lowering: `typing.cast`, however it was imported. */
export function knownName(expression: Expression, { known }: Lowering): string | undefined {
  if (expression.kind === 'name') return known.get(expression.name)
  if (expression.kind !== 'member' || expression.object.kind !== 'name') return undefined
  return `${known.get(expression.object.name) ?? expression.object.name}.${expression.name}`
}

/** What a table says of a name of the program, which may be one that every object has: `constructor`. */
export function entryIn<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}

/** Runs a rule with some of the lowering's state changed, and restores that. */
export function within<T>(
  lowering: Lowering,
  state: Partial<Pick<Lowering, 'scope' | 'yields' | 'isTyping' | 'typeParameters'>>,
  rule: () => T,
): T {
  const before = { ...lowering }
  Object.assign(lowering, state)
  const result = rule()
  if (state.scope !== undefined) lowering.scope = before.scope
  if (state.yields !== undefined) lowering.yields = before.yields
  if (state.isTyping !== undefined) lowering.isTyping = before.isTyping
  if (state.typeParameters !== undefined) lowering.typeParameters = before.typeParameters
  return result
}
