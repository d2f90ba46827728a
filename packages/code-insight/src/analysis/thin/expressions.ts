import type { SyntaxNode } from '../syntax.ts'
import type { Expression } from '../tree.ts'
import { classBelow, functionOf } from './definitions.ts'
import { isIn, type NodeLowering, nameNode, partsOf, spanOf } from './lowering.ts'
import { partIn, textOf } from './syntax.ts'

/** What a node's value is; what means nothing is an `other` with its parts. */
export function expressionOf(node: SyntaxNode, lowering: NodeLowering): Expression {
  const { syntax, text } = lowering
  const { type } = node
  if (isReceiver(syntax.self, node, text)) return { ...spanOf(node), kind: 'self' }
  if (isReceiver(syntax.super, node, text)) return { ...spanOf(node), kind: 'super' }
  if (isIn(syntax.names, node) || isIn(syntax.types, node)) return nameNode(node, text)
  const named = syntax.literalTypes?.[type]
  const typed = typeof named === 'function' ? named(textOf(node, text)) : named
  if (typed !== undefined) {
    const value: Expression = { ...spanOf(node), kind: 'literal', type: 'string' }
    return { ...spanOf(node), kind: 'cast', value, type: { ...spanOf(node), kind: 'name', name: typed } }
  }
  if (isIn(syntax.literals, node)) return { ...spanOf(node), kind: 'literal', type: 'string' }
  if (syntax.locals[type] !== undefined) return partsOf(node, lowering.statements(node))
  const wrapped = partIn(node, syntax.wrappers[type] ?? '')
  if (wrapped) return lowering.expression(wrapped)
  return (
    memberOf(node, lowering) ??
    callOf(node, lowering) ??
    lambdaOf(node, lowering) ??
    typedOf(node, lowering) ??
    partsOf(node, lowering.body(node))
  )
}

const isReceiver = (written: readonly string[] | undefined, node: SyntaxNode, text: string): boolean =>
  written !== undefined && (isIn(written, node) || (node.children.length === 0 && written.includes(textOf(node, text))))

function memberOf(node: SyntaxNode, lowering: NodeLowering): Expression | undefined {
  const roles = lowering.syntax.members[node.type]
  const name = roles && partIn(node, roles.name)
  if (roles === undefined || name === undefined) return undefined
  const object = partIn(node, roles.object)
  // `::name` is that of the whole program
  if (object === undefined) return lowering.expression(name)
  return joined(lowering.expression(object), lowering.expression(name), node, name, lowering.text)
}

/** `a::(b::c)` is `(a::b)::c`. */
function joined(object: Expression, name: Expression, node: SyntaxNode, at: SyntaxNode, text: string): Expression {
  const end = name.end
  if (name.kind === 'name') return { start: node.start, end, kind: 'member', object, name: name.name }
  // `Outer.this`
  if (name.kind === 'self') return { ...spanOf(node), kind: 'cast', value: name, type: object }
  if (name.kind === 'subscript') return { ...name, object: joined(object, name.object, node, at, text) }
  if (name.kind === 'member') return { ...name, start: node.start, object: joined(object, name.object, node, at, text) }
  return { start: node.start, end, kind: 'member', object, name: textOf(at, text) }
}

/** Types with arguments and of lists, elements of these, and values of which the type is said. */
function typedOf(node: SyntaxNode, lowering: NodeLowering): Expression | undefined {
  const { casts, generics, containers, elements, tuples, choices } = lowering.syntax
  const roles = generics?.[node.type]
  const [of, given] = roles ? [partIn(node, roles.type), partIn(node, roles.arguments)] : []
  if (of) {
    const entries = (given?.children ?? []).flatMap((each) =>
      each.named ? [{ value: lowering.expression(each) }] : [],
    )
    const index: Expression = { ...spanOf(given ?? node), kind: 'collection', type: 'tuple', entries }
    return { ...spanOf(node), kind: 'subscript', object: lowering.expression(of), index }
  }
  if (isIn(tuples, node)) return tupleOf(node, lowering)
  const held = partIn(node, containers?.[node.type] ?? '')
  if (held)
    return { ...spanOf(node), kind: 'collection', type: 'list', entries: [{ value: lowering.expression(held) }] }
  const values = choices?.[node.type]?.flatMap((role) => partIn(node, role) ?? []) ?? []
  if (values.length > 0) {
    const test = node.children.filter((each) => each.named && !values.includes(each)).map(lowering.expression)
    return { ...spanOf(node), kind: 'choice', test: partsOf(node, test), values: values.map(lowering.expression) }
  }
  const whole = partIn(node, elements?.[node.type] ?? '')
  if (whole) {
    const index = partsOf(
      node,
      node.children.flatMap((each) => (each.named && each !== whole ? lowering.expression(each) : [])),
    )
    return { ...spanOf(node), kind: 'subscript', object: lowering.expression(whole), index }
  }
  const cast = casts?.[node.type]
  const [type, value] = cast ? [partIn(node, cast.type), partIn(node, cast.value)] : []
  if (type === undefined || value === undefined) return undefined
  return { ...spanOf(node), kind: 'cast', type: lowering.expression(type), value: lowering.expression(value) }
}

/** Several names may share a type. */
function tupleOf(node: SyntaxNode, lowering: NodeLowering): Expression {
  const entries = node.children.flatMap((each) => {
    const names = each.named ? Math.max(1, each.children.filter(({ field }) => field === 'name').length) : 0
    return Array.from({ length: names }, () => ({ value: lowering.expression(each) }))
  })
  const [only] = entries
  if (entries.length === 1 && only) return only.value
  return { ...spanOf(node), kind: 'collection', type: 'tuple', entries }
}

function lambdaOf(node: SyntaxNode, lowering: NodeLowering): Expression | undefined {
  const lambda = lowering.syntax.lambdas[node.type]
  return lambda && functionOf(node, undefined, lambda, { doc: undefined, whole: node }, lowering)
}

function callOf(node: SyntaxNode, lowering: NodeLowering): Expression | undefined {
  const roles = lowering.syntax.calls[node.type]
  const name = roles && partIn(node, roles.callee)
  if (roles === undefined || name === undefined) return undefined
  const object = partIn(node, roles.object ?? '')
  const list = partIn(node, roles.arguments ?? 'arguments')
  const body = partIn(node, roles.body ?? '')
  const callee: Expression = object
    ? {
        start: object.start,
        end: name.end,
        kind: 'member',
        object: lowering.expression(object),
        name: textOf(name, lowering.text),
      }
    : lowering.expression(name)
  const isArgument = (child: SyntaxNode) => child.named && !isIn(lowering.syntax.comments, child)
  const others = node.children.filter((each) => isArgument(each) && ![name, object, list, body].includes(each))
  const values = [...others, ...(list?.children.filter(isArgument) ?? [])].map(lowering.expression)
  if (body) values.push(classBelow(callee, textOf(name, lowering.text), body, lowering))
  return {
    ...spanOf(node),
    kind: 'call',
    form: roles.isNew ? 'new' : 'call',
    callee,
    args: values.map((value) => ({ value })),
  }
}
