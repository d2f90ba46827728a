import type { Expression } from '../../tree.ts'

const CLASSES: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  bigint: 'BigInt',
  symbol: 'Symbol',
  'unique symbol': 'Symbol',
}
const NOTHING = new Set(['void', 'undefined', 'null', 'never'])
const ANYTHING = new Set(['any', 'unknown', 'object', 'mixed'])

/** A type that has a keyword: a primitive is its class, `void` and the like are null, and `any` says nothing. */
export function builtinType(
  keyword: string,
  place: { readonly start: number; readonly end: number },
): Expression | undefined {
  const name = Object.hasOwn(CLASSES, keyword) ? CLASSES[keyword] : undefined
  if (name !== undefined) return { kind: 'name', name, ...place }
  if (NOTHING.has(keyword)) return { kind: 'literal', type: 'null', ...place }
  return ANYTHING.has(keyword) ? { kind: 'other', parts: [], ...place } : undefined
}
