import type { SyntaxNode } from '../../syntax.ts'
import type { CollectionNode, ComprehensionNode, EntryNode, Expression } from '../../tree.ts'
import { childIn, childrenIn, type ExpressionRule, type Lowering, partsOf } from './lowering.ts'

/** Lists, tuples, sets and maps, written out or by loops; also as targets of an assignment. */
export const collectionRules: Readonly<Record<string, ExpressionRule>> = {
  list: collection('list'),
  list_pattern: collection('list'),
  tuple: collection('tuple'),
  tuple_pattern: collection('tuple'),
  pattern_list: collection('tuple'),
  expression_list: collection('tuple'),
  set: collection('set'),
  dictionary: collection('map'),
  list_comprehension: comprehension('list'),
  set_comprehension: comprehension('set'),
  dictionary_comprehension: comprehension('map'),
  generator_expression: comprehension('generator'),
  parenthesized_list_splat: (node, lowering) => lowering.expression(partsOf(node)[0]),
}

/** The parts of a node as one collection. */
export function collection(type: CollectionNode['type']): ExpressionRule {
  return ({ start, end, children }, lowering) => {
    const entries = partsOf({ type, field: undefined, named: true, start, end, children }).map((part) =>
      entryOf(part, lowering),
    )
    return { kind: 'collection', start, end, type, entries }
  }
}

const SPREADS = new Set(['list_splat', 'list_splat_pattern', 'dictionary_splat', 'dictionary_splat_pattern'])

function entryOf(node: SyntaxNode, lowering: Lowering): EntryNode {
  if (SPREADS.has(node.type)) return { value: lowering.expression(partsOf(node)[0]), spread: true }
  if (node.type !== 'pair') return { value: lowering.expression(node) }
  return { key: lowering.expression(childIn(node, 'key')), value: lowering.expression(childIn(node, 'value')) }
}

function comprehension(type: ComprehensionNode['type']): ExpressionRule {
  return (node, lowering) => {
    const body = childIn(node, 'body')
    const pair = body?.type === 'pair' ? body : undefined
    const key = pair && lowering.expression(childIn(pair, 'key'))
    const value = lowering.expression(pair ? childIn(pair, 'value') : body)
    return {
      kind: 'comprehension',
      start: node.start,
      end: node.end,
      type,
      key,
      value,
      clauses: clauses(node, lowering),
    }
  }
}

function clauses(node: SyntaxNode, lowering: Lowering): ComprehensionNode['clauses'] {
  const found: { target: Expression; iterable: Expression; tests: Expression[] }[] = []
  for (const part of partsOf(node)) {
    if (part.type === 'for_in_clause') {
      const iterables = childrenIn(part, 'right')
      // Python 2 takes several without parentheses
      const [iterable, ...others] = iterables.map((one) => lowering.expression(one))
      const entries = [...(iterable ? [iterable] : []), ...others].map((value) => ({ value }))
      const { start, end } = part
      found.push({
        target: lowering.expression(childIn(part, 'left')),
        iterable:
          iterable && others.length === 0 ? iterable : { kind: 'collection', start, end, type: 'tuple', entries },
        tests: [],
      })
    } else if (part.type === 'if_clause') found.at(-1)?.tests.push(lowering.expression(partsOf(part)[0]))
  }
  return found
}
