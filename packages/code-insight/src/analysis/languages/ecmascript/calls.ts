import type { SyntaxNode } from '../../syntax.ts'
import type { Argument, CallNode, Expression } from '../../tree.ts'
import { describing } from './described.ts'
import { symbolName } from './keys.ts'
import type { ScriptExpression, ScriptLowering } from './lowering.ts'
import { substitutions } from './objects.ts'
import { constantOf, field, isComment, parts, span, textOf } from './reading.ts'

const nothing = (node: SyntaxNode): Expression => ({ kind: 'other', parts: [], ...span(node) })

const call: ScriptExpression = (node, lowering) => {
  const callee = field(node, 'function')
  const given = field(node, 'arguments')
  if (callee === undefined) return nothing(node)
  if (given?.type === 'template_string') return typed(node, tagged(node, callee, given, lowering), lowering)
  const module = importedBy(callee, given, lowering.text)
  if (module !== undefined) return { kind: 'imported', module, ...span(node) }
  const args = argumentsOf(given, lowering)
  if (callee.type === 'import') return { kind: 'other', parts: args.map(({ value }) => value), ...span(node) }
  return onLast(lowering.expression(callee), callee, node, (inner, place) => {
    const made: CallNode = { kind: 'call', form: 'call', callee: inner, args, ...place }
    return describing(made) ?? typed(node, made, lowering)
  })
}

/** What can neither be called nor have members unless it is in parentheses, and what may begin with such. */
const OPEN = new Set(
  'binary_expression unary_expression await_expression call_expression member_expression subscript_expression'.split(
    ' ',
  ),
)

type Place = Pick<CallNode, 'start' | 'end'>

/** The grammar of TypeScript takes operators before a call with type arguments for a part of its callee: `(a + b)<T>()`. */
function onLast(
  value: Expression,
  { type }: SyntaxNode,
  whole: SyntaxNode,
  build: (inner: Expression, place: Place) => Expression,
): Expression {
  const { end } = whole
  const within = (last: Expression): Expression => {
    if (last.kind === 'await') return { ...last, value: within(last.value), end }
    const inner = last.kind === 'operation' ? last.operands.at(-1) : undefined
    if (last.kind !== 'operation' || inner === undefined) return build(last, { start: last.start, end })
    return { ...last, operands: [...last.operands.slice(0, -1), within(inner)], end }
  }
  const isOpen = OPEN.has(type) && (value.kind === 'await' || value.kind === 'operation')
  return isOpen ? within(value) : build(value, span(whole))
}

/** The module of `require('m')` and `import('m')`; what the latter gives is not told apart from a promise of it. */
function importedBy(callee: SyntaxNode, given: SyntaxNode | undefined, text: string): string | undefined {
  if (callee.type !== 'import' && !(callee.type === 'identifier' && textOf(callee, text) === 'require'))
    return undefined
  return constantOf(
    given?.children.find((each) => each.named && !isComment(each)),
    text,
  )
}

/** The tag gets the list of the strings, then the values. */
function tagged(node: SyntaxNode, callee: SyntaxNode, given: SyntaxNode, lowering: ScriptLowering): CallNode {
  const strings: Expression = { kind: 'collection', type: 'list', entries: [], start: given.start, end: given.start }
  const values = substitutions(given, lowering)
  return {
    kind: 'call',
    form: 'tag',
    callee: lowering.expression(callee),
    args: [strings, ...values].map((value) => ({ value })),
    ...span(node),
  }
}

function argumentsOf(given: SyntaxNode | undefined, lowering: ScriptLowering): readonly Argument[] {
  if (given === undefined) return []
  return parts(given).map((each) => {
    const inner = each.type === 'spread_element' ? parts(each)[0] : undefined
    if (inner !== undefined) return { value: lowering.expression(inner), spread: 'list' as const }
    return { value: lowering.expression(each) }
  })
}

/** Type arguments of a call say nothing of its value, but name types. */
function typed(node: SyntaxNode, value: CallNode, lowering: ScriptLowering): Expression {
  const given = field(node, 'type_arguments')
  if (given === undefined) return value
  const types = parts(given).map((type) => lowering.type(type))
  return { kind: 'cast', value, type: { kind: 'other', parts: types, ...span(given) }, ...span(node) }
}

/** `new Map<K, V>()` is an instance of `Map<K, V>`. */
const instance: ScriptExpression = (node, lowering) => {
  const made = field(node, 'constructor')
  if (made === undefined) return nothing(node)
  const callee = lowering.expression(made)
  const args = argumentsOf(field(node, 'arguments'), lowering)
  const value: CallNode = { kind: 'call', form: 'new', callee, args, ...span(node) }
  const given = field(node, 'type_arguments')
  if (given === undefined) return value
  return { kind: 'cast', value, type: generic(callee, given, lowering), ...span(node) }
}

/** A generic type with its arguments: a subscript, of several arguments with a tuple. */
export function generic(object: Expression, given: SyntaxNode, lowering: ScriptLowering): Expression {
  const types = parts(given).map((type) => lowering.type(type))
  const index: Expression =
    types.length === 1 && types[0] !== undefined
      ? types[0]
      : { kind: 'collection', type: 'tuple', entries: types.map((value) => ({ value })), ...span(given) }
  return { kind: 'subscript', object, index, start: object.start, end: given.end }
}

const member: ScriptExpression = (node, lowering) => {
  const object = field(node, 'object')
  const property = field(node, 'property')
  if (object === undefined || property === undefined) return nothing(node)
  const name = textOf(property, lowering.text)
  return onLast(lowering.expression(object), object, node, (inner, place) => ({
    kind: 'member',
    object: inner,
    name,
    ...place,
  }))
}

/** `a[Symbol.iterator]` is a member like any other. */
const subscript: ScriptExpression = (node, lowering) => {
  const [object, index] = [field(node, 'object'), field(node, 'index')]
  if (object === undefined) return nothing(node)
  const name = index === undefined ? undefined : symbolName(index, lowering.text)
  if (name !== undefined) return { kind: 'member', object: lowering.expression(object), name, ...span(node) }
  return {
    kind: 'subscript',
    object: lowering.expression(object),
    index: index === undefined ? undefined : lowering.expression(index),
    ...span(node),
  }
}

/** Calls, what makes instances, and members; an optional chain is lowered like any other. */
export const calls: Readonly<Record<string, ScriptExpression>> = {
  call_expression: call,
  new_expression: instance,
  member_expression: member,
  subscript_expression: subscript,
}
