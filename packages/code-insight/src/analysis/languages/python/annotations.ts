import type { SyntaxNode } from '../../syntax.ts'
import type { Expression } from '../../tree.ts'
import { annotationInText } from './annotation-text.ts'
import { childIn, childrenIn, type ExpressionRule, type Lowering, lastName, partsOf } from './lowering.ts'
import { contentOf, contentSpan } from './text.ts'

/** What may stand in an annotation and means something else there than in an expression. */
export const annotationRules: Readonly<Record<string, ExpressionRule>> = {
  type: (node, lowering) => lowering.annotation(partsOf(node)[0]),
  parenthesized_expression: (node, lowering) => lowering.annotation(partsOf(node)[0]),
  identifier: named,
  string: quoted,
  generic_type: (node, lowering) => {
    const [object, parameters] = partsOf(node)
    return applied(node, object, parameters ? partsOf(parameters) : [], lowering)
  },
  subscript: (node, lowering) => applied(node, childIn(node, 'value'), childrenIn(node, 'subscript'), lowering),
  binary_operator: (node, lowering) => {
    const operands = [childIn(node, 'left'), childIn(node, 'right')]
    const isUnion = childIn(node, 'operator')?.type === '|'
    return isUnion ? union(node, operands, lowering) : lowering.expression(node)
  },
  union_type: (node, lowering) => union(node, partsOf(node), lowering),
  member_type: ({ start, end, children }, lowering) => {
    const [object, member] = children.filter(({ named }) => named)
    const name = member ? lowering.text.slice(member.start, member.end) : ''
    return { kind: 'member', start, end, object: lowering.annotation(object), name }
  },
  list: ({ start, end, ...node }, lowering) => {
    const entries = partsOf({ start, end, ...node }).map((part) => ({ value: lowering.annotation(part) }))
    return { kind: 'collection', start, end, type: 'list', entries }
  },
  // A bound is of use where the parameter is named: `typeParameters`
  constrained_type: (node, lowering) => lowering.annotation(partsOf(node)[1]),
  splat_type: (node, lowering) => lowering.annotation(partsOf(node)[0]),
}

function named({ start, end }: SyntaxNode, { text, typeParameters, known }: Lowering): Expression {
  const name = text.slice(start, end)
  // The class around
  if (known.get(name) === 'typing.Self') return { kind: 'self', start, end }
  return typeParameters.get(name) ?? { kind: 'name', start, end, name }
}

/** A type that is not defined yet is written as a string. */
function quoted(node: SyntaxNode, lowering: Lowering): Expression {
  const content = contentOf(node, lowering)
  const isText = node.children.every(({ type }) => type.startsWith('string_'))
  return (isText && annotationInText(content, contentSpan(node).start)) || lowering.expression(node)
}

/** `list[int]`. The strings of `Literal` are no types, and neither is what `Annotated` adds. */
function applied(
  { start, end }: SyntaxNode,
  generic: SyntaxNode | undefined,
  parameters: readonly SyntaxNode[],
  lowering: Lowering,
): Expression {
  const object = lowering.annotation(generic)
  const name = lastName(object)
  const values = parameters.map((parameter, at) => {
    const isType = name !== 'Literal' && (name !== 'Annotated' || at === 0)
    return isType ? lowering.annotation(parameter) : lowering.expression(unwrapped(parameter))
  })
  const [only, ...others] = values
  const entries = values.map((value) => ({ value }))
  const last = values.at(-1)?.end ?? end
  const index: Expression =
    only && others.length === 0
      ? only
      : { kind: 'collection', start: only?.start ?? end, end: last, type: 'tuple', entries }
  return { kind: 'subscript', start, end, object, index }
}

/** The expression in a `type` node. */
const unwrapped = (node: SyntaxNode): SyntaxNode => (node.type === 'type' ? (partsOf(node)[0] ?? node) : node)

/** `X | Y | Z` as one choice. */
function union(
  { start, end }: SyntaxNode,
  operands: readonly (SyntaxNode | undefined)[],
  lowering: Lowering,
): Expression {
  const values = operands.flatMap((operand) => {
    const value = lowering.annotation(operand)
    return value.kind === 'choice' && value.test === undefined ? value.values : [value]
  })
  return { kind: 'choice', start, end, values }
}

/** The type parameters of a definition (`[T: Base, *Ts]`), by name, with those around; one without a bound is no type of its own. */
export function typeParametersOf(
  parameters: SyntaxNode | undefined,
  lowering: Lowering,
): ReadonlyMap<string, Expression> {
  if (!parameters) return lowering.typeParameters
  const bounds = new Map(lowering.typeParameters)
  for (const parameter of partsOf(parameters)) {
    const inner = unwrapped(parameter)
    const [first] = inner.type === 'identifier' ? [inner] : partsOf(inner)
    if (!first) continue
    const name = unwrapped(first)
    const { start, end } = name
    const unbounded: Expression = { kind: 'other', start, end, parts: [] }
    const bound = inner.type === 'constrained_type' ? lowering.annotation(inner) : unbounded
    bounds.set(lowering.text.slice(start, end), bound)
  }
  return bounds
}
