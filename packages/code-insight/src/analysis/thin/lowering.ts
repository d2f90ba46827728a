import type { SyntaxNode } from '../syntax.ts'
import type { Expression, ImportNode, StatementNode } from '../tree.ts'
import { partIn, type ThinLocal, type ThinSyntax, textOf } from './syntax.ts'

/** How one file is lowered: its text, what its nodes mean, and how those within one are read. */
export interface NodeLowering {
  readonly syntax: ThinSyntax
  readonly text: string
  /** It stands in a function, where what looks like a declaration of another is a variable that is given arguments. */
  readonly isLocal: boolean
  /** The same for what stands in a function, or not. */
  within(isLocal: boolean): NodeLowering
  /** What is in a node; `doc`: what stands before the first of it. */
  body(node: SyntaxNode | undefined, doc?: string): StatementNode[]
  /** A node as it is, which may define something. */
  statements(node: SyntaxNode): StatementNode[]
  expression(node: SyntaxNode): Expression
  /** The imports of the file: wherever they stand, they are those of all of it. */
  readonly imports: ImportNode[]
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Where a node stands. */
export const spanOf = ({ start, end }: Span): Span => ({ start, end })

/** Whether a node is of one of these types. */
export const isIn = (types: readonly string[] | undefined, { type }: SyntaxNode): boolean =>
  types?.includes(type) === true

/** Nodes as one expression. */
export const partsOf = (span: Span, parts: readonly (Expression | StatementNode)[]): Expression => ({
  ...spanOf(span),
  kind: 'other',
  parts,
})

/** The name of a node. */
export const nameNode = (node: SyntaxNode, text: string): Expression => ({
  ...spanOf(node),
  kind: 'name',
  name: textOf(node, text),
})

/** What is declared under a name, by what stands around that. */
export interface DeclaredName {
  readonly name: SyntaxNode
  /** Of a function. */
  readonly parameters: SyntaxNode | undefined
  readonly type: SyntaxNode | undefined
  readonly value: SyntaxNode | undefined
  readonly isList: boolean
}

/** The name in a node that declares one. */
export function declaredIn(node: SyntaxNode, { syntax }: Pick<NodeLowering, 'syntax'>): DeclaredName | undefined {
  let [parameters, type, value, isList]: [...(SyntaxNode | undefined)[], boolean] = [
    undefined,
    undefined,
    undefined,
    false,
  ]
  let at: SyntaxNode | undefined = node
  while (at !== undefined) {
    const declarator = syntax.declarators?.[at.type]
    const wrapped = syntax.wrappers[at.type]
    if (declarator) {
      // What stands furthest in decides: a pointer to a function is none
      if (declarator.value === undefined) parameters = partIn(at, declarator.parameters ?? '')
      type = partIn(at, declarator.type ?? '') ?? type
      value = partIn(at, declarator.value ?? '') ?? value
      isList ||= declarator.isList === true
      at = partIn(at, declarator.name)
    } else if (wrapped !== undefined && !isIn(syntax.names, at)) at = partIn(at, wrapped)
    else return { name: at, parameters, type, value, isList }
  }
  return undefined
}

/** A written type; undefined where it says to take the value's. */
export function typeOf(node: SyntaxNode | undefined, lowering: NodeLowering, isList = false): Expression | undefined {
  if (node === undefined || lowering.syntax.inferred?.includes(textOf(node, lowering.text))) return undefined
  const type = lowering.expression(node)
  return isList ? { ...spanOf(node), kind: 'collection', type: 'list', entries: [{ value: type }] } : type
}

/** A value that gives a function in it no name. */
const unnamed = (value: Expression): Expression => (value.kind === 'function' ? partsOf(value, [value]) : value)

/** The values that a node gives to so many names: a single one, of which each gets its part, or as many. */
export function valuesIn(node: SyntaxNode | undefined, names: number, lowering: NodeLowering): readonly Expression[] {
  if (node === undefined) return []
  const value = lowering.expression(node)
  if (value.kind !== 'other') return [unnamed(value)]
  const values = value.parts.map((part) => (part.kind === 'evaluate' ? part.value : (part as Expression)))
  return values.length === names || values.length === 1 ? values.map(unnamed) : [value]
}

/** Local variables: each name has its value, its part of a single one, or an element of what is gone through. */
export function localsIn(
  names: readonly Expression[],
  node: SyntaxNode,
  { type, value, each, position }: Omit<ThinLocal, 'name'>,
  lowering: NodeLowering,
): StatementNode[] {
  const written = typeOf(partIn(node, type ?? ''), lowering)
  const [over] = valuesIn(partIn(node, each ?? ''), 1, lowering)
  const declaration = (target: Expression, given: Expression | undefined): StatementNode => ({
    ...spanOf(node),
    kind: 'assign',
    target,
    // Until the end of its function, or of the block that says so
    declares: 'var',
    ...(written && { type: written }),
    ...(given && { value: given }),
  })
  if (over) {
    const element: Expression = { ...spanOf(over), kind: 'subscript', object: over }
    const at = position ?? names.length - 1
    const others: Expression = partsOf(over, [over])
    const isHeld = at < names.length
    const made = names.map((target, index) => declaration(target, index === at ? element : undefined))
    return isHeld ? made : [{ ...spanOf(node), kind: 'evaluate', value: others }, ...made]
  }
  const values = valuesIn(partIn(node, value ?? ''), names.length, lowering)
  if (values.length === 0 || values.length === names.length)
    return names.map((target, at) => declaration(target, values[at]))
  const entries = names.map((target) => ({ value: target }))
  return [declaration({ ...spanOf(node), kind: 'collection', type: 'tuple', entries }, values[0])]
}
