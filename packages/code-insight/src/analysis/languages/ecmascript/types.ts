import type { SyntaxNode } from '../../syntax.ts'
import type { Expression } from '../../tree.ts'
import { builtinType } from './builtin-types.ts'
import { generic } from './calls.ts'
import type { ScriptExpression, ScriptLowering } from './lowering.ts'
import { objects } from './objects.ts'
import { child, constantOf, field, hasToken, namedBy, parts, span, textOf } from './reading.ts'

/** A name; a type parameter is what it is constrained to, and says nothing if it is not. */
const name: ScriptExpression = (node, lowering) => {
  const text = textOf(node, lowering.text)
  for (let at = lowering.typeParameters.length - 1; at >= 0; at--) {
    const bound = lowering.typeParameters[at]?.get(text)
    if (bound !== undefined) return bound
  }
  return namedBy(node, lowering.text)
}

const qualified: ScriptExpression = (node, lowering) => {
  const [module, last] = parts(node)
  if (module === undefined || last === undefined) return unknown(node, lowering, {})
  const object = module.type === 'identifier' ? name(module, lowering, {}) : lowering.expression(module)
  return { kind: 'member', object, name: textOf(last, lowering.text), ...span(node) }
}

/** A type that says nothing by itself, with the types in it. */
const unknown: ScriptExpression = (node, lowering) => ({
  kind: 'other',
  parts: parts(node).map((part) => lowering.type(part)),
  ...span(node),
})

const inner: ScriptExpression = (node, lowering) => {
  const type = parts(node)[0]
  return type === undefined ? unknown(node, lowering, {}) : lowering.type(type)
}

/** `A | B` is a choice, as are the two ends of a conditional type; `A & B` an operation. */
const combined: ScriptExpression = (node, lowering) => {
  const values = flattened(node).map((type) => lowering.type(type))
  if (node.type === 'union_type') return { kind: 'choice', values, ...span(node) }
  return { kind: 'operation', operator: '&', operands: values, ...span(node) }
}

/** The operands of a union or an intersection, which nests to the left. */
function flattened(node: SyntaxNode): readonly SyntaxNode[] {
  const operands: SyntaxNode[] = []
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (next.type === node.type) waiting.push(...parts(next).toReversed())
    else operands.push(next)
  return operands
}

const conditional: ScriptExpression = (node, lowering) => {
  const [left, right, yes, no] = ['left', 'right', 'consequence', 'alternative'].map((role) => field(node, role))
  const types = (nodes: readonly (SyntaxNode | undefined)[]): readonly Expression[] =>
    nodes.flatMap((each) => (each === undefined ? [] : [lowering.type(each)]))
  const test: Expression = { kind: 'operation', operator: 'extends', operands: types([left, right]), ...span(node) }
  return { kind: 'choice', test, values: types([yes, no]), ...span(node) }
}

/** `T['name']` is the member's type. */
const lookup: ScriptExpression = (node, lowering) => {
  const [object, index] = parts(node)
  if (object === undefined || index === undefined) return unknown(node, lowering, {})
  const key = index.type === 'literal_type' ? constantOf(parts(index)[0], lowering.text) : undefined
  if (key !== undefined) return { kind: 'member', object: lowering.type(object), name: key, ...span(node) }
  return { kind: 'operation', operator: '[]', operands: [lowering.type(object), lowering.type(index)], ...span(node) }
}

/** `typeof x`: an operation on the value; `keyof T`: on the type. */
const query: ScriptExpression = (node, lowering) => {
  const operand = parts(node)[0]
  const isValue = node.type === 'type_query'
  if (operand === undefined) return unknown(node, lowering, {})
  return {
    kind: 'operation',
    operator: isValue ? 'typeof' : 'keyof',
    operands: [isValue ? lowering.expression(operand) : lowering.type(operand)],
    ...span(node),
  }
}

const list: ScriptExpression = (node, lowering) => {
  const element = parts(node)[0]
  return {
    kind: 'subscript',
    object: { kind: 'name', name: 'Array', start: node.end, end: node.end },
    index: element === undefined ? undefined : lowering.type(element),
    ...span(node),
  }
}

const tuple: ScriptExpression = (node, lowering) => ({
  kind: 'collection',
  type: 'tuple',
  entries: parts(node).map((element) => ({
    value: lowering.type(field(element, 'type') ?? element),
    ...(element.type === 'rest_type' ? { spread: true } : {}),
  })),
  ...span(node),
})

const applied: ScriptExpression = (node, lowering) => {
  const [made, given] = [field(node, 'name'), field(node, 'type_arguments')]
  if (made === undefined) return unknown(node, lowering, {})
  const object = lowering.type(made)
  return given === undefined ? object : generic(object, given, lowering)
}

/** A predicate's value is a boolean; the type that it tells is kept as a part. */
const predicate: ScriptExpression = (node, lowering) => {
  const type = field(node, 'type')
  return { kind: 'other', parts: type === undefined ? [] : [lowering.type(type)], ...span(node) }
}

/** In a heritage clause and behind `typeof`, types are expressions; `import('m').T` is one everywhere. */
const value: ScriptExpression = (node, lowering) => lowering.expression(node)

/** All types, by the grammars' names of them. */
export const types: Readonly<Record<string, ScriptExpression>> = {
  type_identifier: name,
  identifier: name,
  nested_type_identifier: qualified,
  nested_identifier: qualified,
  generic_type: applied,
  predefined_type: (node, lowering) =>
    builtinType(textOf(node, lowering.text), span(node)) ?? unknown(node, lowering, {}),
  type_annotation: inner,
  opting_type_annotation: inner,
  omitting_type_annotation: inner,
  adding_type_annotation: inner,
  parenthesized_type: inner,
  readonly_type: inner,
  optional_type: inner,
  rest_type: inner,
  constraint: inner,
  default_type: inner,
  asserts_annotation: inner,
  type_predicate_annotation: inner,
  asserts: (node, lowering) => (parts(node)[0]?.type === 'type_predicate' ? inner : predicate)(node, lowering, {}),
  type_predicate: predicate,
  flow_maybe_type: inner,
  union_type: combined,
  intersection_type: combined,
  conditional_type: conditional,
  infer_type: (node) => ({ kind: 'other', parts: [], ...span(node) }),
  lookup_type: lookup,
  type_query: query,
  index_type_query: query,
  array_type: list,
  tuple_type: tuple,
  function_type: (node, lowering) => lowering.function(node),
  constructor_type: (node, lowering) => lowering.function(node),
  object_type: (node, lowering) => lowering.class(node),
  literal_type: (node, lowering) => {
    const literal = parts(node)[0]
    const rule = literal === undefined ? undefined : objects[literal.type]
    return literal === undefined || rule === undefined ? unknown(node, lowering, {}) : rule(literal, lowering, {})
  },
  this_type: (node) => ({ kind: 'self', ...span(node) }),
  this: (node) => ({ kind: 'self', ...span(node) }),
  call_expression: value,
  member_expression: value,
}

/** The name behind `in` and `out`, which the grammars take for the name and an error. */
function variantName(parameter: SyntaxNode): SyntaxNode | undefined {
  const unknown = parameter.type === 'ERROR' ? parameter : child(parameter, 'ERROR')
  return unknown === undefined ? undefined : parts(unknown).at(-1)
}

/** The type parameters that a declaration brings into scope. */
export function typeParametersOf(
  node: SyntaxNode,
  lowering: ScriptLowering,
): ReadonlyMap<string, Expression> | undefined {
  const declared = field(node, 'type_parameters')
  if (declared === undefined) return undefined
  const bounds = new Map<string, Expression>()
  for (const parameter of parts(declared)) {
    const named = variantName(parameter) ?? field(parameter, 'name')
    const constraint = field(parameter, 'constraint')
    if (named === undefined) continue
    const bound: Expression =
      constraint === undefined || hasToken(constraint, 'keyof')
        ? { kind: 'other', parts: [], ...span(named) }
        : lowering.type(constraint)
    bounds.set(textOf(named, lowering.text), bound)
  }
  return bounds
}
