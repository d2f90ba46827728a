import type { SyntaxNode } from '../../syntax.ts'
import { childIn, partsOf } from './lowering.ts'
import { contentOf } from './text.ts'

const COLLECTIONS = new Set(['list', 'tuple', 'set', 'expression_list', 'parenthesized_expression'])

/** The names in a file's `__all__`; undefined if it has none, or one that only running it would tell. */
export function publicNames(root: SyntaxNode, text: string): ReadonlySet<string> | undefined {
  let names: Set<string> | undefined
  for (const statement of root.children) {
    const [expression] = statement.type === 'expression_statement' ? partsOf(statement) : []
    if (!expression || !text.startsWith('__all__', expression.start)) continue
    const added = listed(expression, text)
    if (added === undefined) return undefined
    names = new Set([...(names ?? []), ...added])
  }
  return names
}

/** The names that a statement on `__all__` adds: `=`, `+=`, `.extend([…])`, `.append('…')`. */
function listed(statement: SyntaxNode, text: string): readonly string[] | undefined {
  const [argument] = statement.type === 'call' ? partsOf(childIn(statement, 'arguments') ?? statement) : []
  const value = argument ?? childIn(statement, 'right')
  return value && strings(value, text)
}

function strings(value: SyntaxNode, text: string): readonly string[] | undefined {
  if (value.type === 'string') return [contentOf(value, { text })]
  const isSum = value.type === 'binary_operator' && childIn(value, 'operator')?.type === '+'
  if (!isSum && !COLLECTIONS.has(value.type)) return undefined
  const names = partsOf(value).map((part) => strings(part, text))
  return names.some((one) => one === undefined) ? undefined : names.flatMap((one) => one ?? [])
}
