import type { SyntaxNode } from '../../syntax.ts'
import type { Expression } from '../../tree.ts'
import { childIn, type ExpressionRule, type Lowering, partsOf } from './lowering.ts'

/** Strings in every form. */
export const textRules: Readonly<Record<string, ExpressionRule>> = {
  string: (node, lowering) => joined(node, [node], lowering),
  concatenated_string: (node, lowering) => joined(node, partsOf(node), lowering),
  format_expression: (node, lowering) => lowering.expression(childIn(node, 'expression')),
  interpolation: (node, lowering) => lowering.expression(childIn(node, 'expression')),
}

/** One literal, or a template if there are expressions in it. */
function joined({ start, end }: SyntaxNode, strings: readonly SyntaxNode[], lowering: Lowering): Expression {
  const parts = strings.flatMap((string) => interpolated(string, lowering))
  if (parts.length > 0) return { kind: 'template', start, end, parts }
  return { kind: 'literal', start, end, type: 'string', value: strings.map((one) => contentOf(one, lowering)).join('') }
}

/** The expressions in a string, and in their format specifiers. */
function interpolated(node: SyntaxNode, lowering: Lowering): Expression[] {
  return partsOf(node).flatMap((part) => {
    if (part.type === 'interpolation') {
      const format = childIn(part, 'format_specifier')
      return [lowering.expression(part), ...(format ? interpolated(format, lowering) : [])]
    }
    return part.type === 'format_expression' ? [lowering.expression(part)] : []
  })
}

/** What stands between the quotes, as it is written. */
export function contentOf(string: SyntaxNode, { text }: Pick<Lowering, 'text'>): string {
  const { start, end } = contentSpan(string)
  return text.slice(start, end)
}

/** Where it stands. */
export function contentSpan({ start, end, children }: SyntaxNode): { readonly start: number; readonly end: number } {
  const [first, last] = [children[0], children.at(-1)]
  return {
    start: first?.type === 'string_start' ? first.end : start,
    end: last?.type === 'string_end' ? last.start : end,
  }
}

/** The first line of a documentation string, if a statement is nothing but that. */
export function docOf(statement: SyntaxNode | undefined, { text }: Pick<Lowering, 'text'>): string | undefined {
  if (statement?.type !== 'expression_statement') return undefined
  const [string, ...others] = partsOf(statement)
  if (!string || others.length > 0) return undefined
  const strings = string.type === 'concatenated_string' ? partsOf(string) : [string]
  if (!strings.every((one) => one.type === 'string' && isPlain(one, text))) return undefined
  const content = strings.map((one) => contentOf(one, { text })).join('')
  return /\S.*/.exec(content)?.[0].trimEnd() ?? ''
}

/** Neither bytes nor a format string. */
function isPlain({ children }: SyntaxNode, text: string): boolean {
  const [opening] = children
  return opening !== undefined && !/[bft`]/i.test(text.slice(opening.start, opening.end))
}
