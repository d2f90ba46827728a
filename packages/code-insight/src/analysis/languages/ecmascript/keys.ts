import type { SyntaxNode } from '../../syntax.ts'
import type { Expression } from '../../tree.ts'
import type { ScriptLowering } from './lowering.ts'
import { constantOf, parts, span, textOf } from './reading.ts'

const SYMBOL = /^Symbol\s*\.\s*([A-Za-z]+)$/

/** The name of a well-known symbol as a property, which is how methods such as an iterator's are found: `[Symbol.iterator]`. */
export function symbolName(node: SyntaxNode, text: string): string | undefined {
  const known = node.type === 'member_expression' ? SYMBOL.exec(textOf(node, text)) : null
  return known === null ? undefined : `[Symbol.${known[1]}]`
}

/** The name of a property: `a`, `'a'`, `#a`, `1`, `['a']`, `[Symbol.iterator]`; in brackets as it is written if it is computed. */
export function keyName(node: SyntaxNode, text: string): string {
  const inner = node.type === 'computed_property_name' ? parts(node)[0] : node
  if (inner === undefined) return ''
  if (inner === node) return constantOf(node, text) ?? textOf(node, text)
  return constantOf(inner, text) ?? symbolName(inner, text) ?? `[${textOf(inner, text).replace(/\s+/g, ' ')}]`
}

/** The key of an entry: a literal, unless it is computed. */
export function keyOf(node: SyntaxNode, lowering: ScriptLowering): Expression {
  const computed = computedOf(node, lowering.text)
  if (computed !== undefined) return lowering.expression(computed)
  return {
    kind: 'literal',
    type: node.type === 'number' ? 'number' : 'string',
    value: keyName(node, lowering.text),
    ...span(node),
  }
}

/** The expression of a key that is known at run time only. */
export function computedOf(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const inner = node.type === 'computed_property_name' ? parts(node)[0] : undefined
  if (inner === undefined || constantOf(inner, text) !== undefined) return undefined
  return symbolName(inner, text) === undefined ? inner : undefined
}
