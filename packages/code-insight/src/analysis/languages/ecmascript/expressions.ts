import { calls } from './calls.ts'
import { docType } from './doc-types.ts'
import { docOf } from './docs.ts'
import { jsx } from './jsx.ts'
import type { ScriptExpression } from './lowering.ts'
import { objects } from './objects.ts'
import { operators } from './operators.ts'
import { field, namedBy, parts, span } from './reading.ts'

const name: ScriptExpression = (node, lowering) => namedBy(node, lowering.text)

/** A comment before parentheses may state the type of what is in them in JavaScript, an annotation in Flow. */
const parenthesized: ScriptExpression = (node, lowering, setting) => {
  const value = inner(node, lowering, setting)
  const said = field(node, 'type')
  if (said !== undefined) return { kind: 'cast', value, type: lowering.type(said), ...span(node) }
  const before = lowering.hasDocTypes ? lowering.text.slice(0, node.start).trimEnd() : ''
  if (!before.endsWith('*/')) return value
  const start = before.lastIndexOf('/**')
  const comment = { type: 'comment', field: undefined, named: true, start, end: before.length, children: [] }
  const { type } = start < 0 ? {} : docOf(comment, lowering.text)
  return type === undefined ? value : { kind: 'cast', value, type: docType(type), ...span(node) }
}

const inner: ScriptExpression = (node, lowering, setting) => {
  const value = parts(node)[0]
  return value === undefined ? { kind: 'other', parts: [], ...span(node) } : lowering.expression(value, setting)
}

/** `x as T`, `x satisfies T`, `<T>x`; `x as const` is `x`. */
const cast: ScriptExpression = (node, lowering, setting) => {
  const [first, second] = parts(node)
  const [value, type] = node.type === 'type_assertion' ? [second, first] : [first, second]
  if (value === undefined) return { kind: 'other', parts: [], ...span(node) }
  const lowered = lowering.expression(value, setting)
  const named = type?.type === 'type_arguments' ? parts(type)[0] : type
  return named === undefined ? lowered : { kind: 'cast', value: lowered, type: lowering.type(named), ...span(node) }
}

const function_: ScriptExpression = (node, lowering, setting) => lowering.function(node, setting)

const meta: ScriptExpression = (node) => ({ kind: 'other', parts: [], ...span(node) })

/** All expressions, by the grammars' names of them. */
export const expressions: Readonly<Record<string, ScriptExpression>> = {
  ...operators,
  ...objects,
  ...calls,
  ...jsx,
  identifier: name,
  nested_identifier: calls.member_expression as ScriptExpression,
  this: (node) => ({ kind: 'self', ...span(node) }),
  super: (node) => ({ kind: 'super', ...span(node) }),
  parenthesized_expression: parenthesized,
  non_null_expression: inner,
  instantiation_expression: inner,
  as_expression: cast,
  satisfies_expression: cast,
  type_assertion: cast,
  arrow_function: function_,
  function_expression: function_,
  generator_function: function_,
  class: (node, lowering, setting) => lowering.class(node, setting),
  meta_property: meta,
}
