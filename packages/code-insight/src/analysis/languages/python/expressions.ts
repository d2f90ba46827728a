import type { SyntaxNode } from '../../syntax.ts'
import type { Expression, FunctionNode } from '../../tree.ts'
import { childIn, childrenIn, type ExpressionRule, hasToken, type Lowering, partsOf, within } from './lowering.ts'
import { parametersOf } from './parameters.ts'

/** Names, operators and whatever else has a value, but for calls, collections and strings. */
export const expressionRules: Readonly<Record<string, ExpressionRule>> = {
  identifier: nameOf,
  keyword_identifier: nameOf,
  dotted_name: (node, lowering) => dotted(partsOf(node), lowering),
  attribute: (node, lowering) => {
    const object = lowering.expression(childIn(node, 'object'))
    const attribute = childIn(node, 'attribute')
    const name = attribute ? lowering.text.slice(attribute.start, attribute.end) : ''
    // Nothing is typed yet after the dot
    return name === '' ? object : { kind: 'member', start: node.start, end: attribute?.end ?? node.end, object, name }
  },
  subscript,
  integer: numberOf,
  float: numberOf,
  true: ({ start, end }) => ({ kind: 'literal', start, end, type: 'boolean' }),
  false: ({ start, end }) => ({ kind: 'literal', start, end, type: 'boolean' }),
  none: ({ start, end }) => ({ kind: 'literal', start, end, type: 'null' }),
  ellipsis: ({ start, end }) => ({ kind: 'other', start, end, parts: [] }),
  parenthesized_expression: (node, lowering) => lowering.expression(partsOf(node)[0]),
  conditional_expression: ({ start, end, ...node }, lowering) => {
    const [value, test, otherwise] = partsOf({ start, end, ...node })
    const values = [lowering.expression(value), lowering.expression(otherwise)]
    return { kind: 'choice', start, end, test: lowering.expression(test), values }
  },
  boolean_operator: choice,
  not_operator: (node, lowering) => operation(node, 'not', [childIn(node, 'argument')], lowering),
  unary_operator: (node, lowering) => operation(node, tokenOf(node), [childIn(node, 'argument')], lowering),
  binary_operator: (node, lowering) => {
    return operation(node, tokenOf(node), [childIn(node, 'left'), childIn(node, 'right')], lowering)
  },
  comparison_operator: comparison,
  named_expression: ({ start, end, ...node }, lowering) => {
    const parts = { start, end, ...node }
    const target = lowering.expression(childIn(parts, 'name'))
    return { kind: 'assign', start, end, target, value: lowering.expression(childIn(parts, 'value')) }
  },
  as_pattern: (node, lowering) => {
    const [value, target] = partsOf(node)
    const { start, end } = node
    const name = target?.type === 'as_pattern_target' ? partsOf(target)[0] : target
    return { kind: 'assign', start, end, target: lowering.expression(name), value: lowering.expression(value) }
  },
  await: (node, lowering) => {
    return { kind: 'await', start: node.start, end: node.end, value: lowering.expression(partsOf(node)[0]) }
  },
  yield: (node, lowering) => {
    lowering.yields = true
    const [value] = partsOf(node)
    const { start, end } = node
    return { kind: 'yield', start, end, all: hasToken(node, 'from'), value: value && lowering.expression(value) }
  },
  lambda,
}

function nameOf({ start, end }: SyntaxNode, { text }: Lowering): Expression {
  return { kind: 'name', start, end, name: text.slice(start, end) }
}

function numberOf({ start, end }: SyntaxNode, { text }: Lowering): Expression {
  return { kind: 'literal', start, end, type: 'number', value: text.slice(start, end) }
}

/** `a.b.c` in a pattern or an import. */
function dotted(names: readonly SyntaxNode[], lowering: Lowering): Expression {
  const [first, ...members] = names
  const { start } = first ?? { start: 0 }
  return members.reduce((object: Expression, member) => {
    return { kind: 'member', start, end: member.end, object, name: lowering.text.slice(member.start, member.end) }
  }, lowering.expression(first))
}

const tokenOf = (node: SyntaxNode): string => childIn(node, 'operator')?.type ?? ''

function operation(
  { start, end }: SyntaxNode,
  operator: string,
  operands: readonly (SyntaxNode | undefined)[],
  lowering: Lowering,
): Expression {
  return { kind: 'operation', start, end, operator, operands: operands.map((one) => lowering.expression(one)) }
}

/** `a or b or c` as one choice. */
function choice(node: SyntaxNode, lowering: Lowering): Expression {
  const operator = tokenOf(node)
  const operands: (SyntaxNode | undefined)[] = []
  let left: SyntaxNode | undefined = node
  while (left?.type === 'boolean_operator' && tokenOf(left) === operator) {
    operands.push(childIn(left, 'right'))
    left = childIn(left, 'left')
  }
  const values = [left, ...operands.reverse()].map((operand) => lowering.expression(operand))
  return { kind: 'choice', start: node.start, end: node.end, values }
}

/** A chain `a < b < c` compares `b` twice; it is evaluated once. */
function comparison(node: SyntaxNode, lowering: Lowering): Expression {
  const { start, end } = node
  const operators = node.children.filter(({ field }) => field === 'operators').map(({ type }) => type)
  const operands = partsOf(node)
    .filter(({ field }) => field !== 'operators')
    .map((operand) => lowering.expression(operand))
  const pairs = operators.map((operator, at): Expression => {
    return { kind: 'operation', start, end, operator, operands: operands.slice(at, at + 2) }
  })
  const [only, ...others] = pairs
  if (only && others.length === 0) return only
  // What is not a plain name must not be walked twice at each of many levels
  const arePlain = operands.slice(1, -1).every(({ kind }) => kind === 'name' || kind === 'literal')
  return arePlain
    ? { kind: 'other', start, end, parts: pairs }
    : { kind: 'operation', start, end, operator: operators[0] ?? '', operands }
}

function subscript(node: SyntaxNode, lowering: Lowering): Expression {
  const { start, end } = node
  const object = lowering.expression(childIn(node, 'value'))
  const [only, ...others] = childrenIn(node, 'subscript')
  if (only?.type === 'slice' && others.length === 0) {
    const bounds = partsOf(only).map((bound) => lowering.expression(bound))
    const slice: Expression = { kind: 'subscript', start, end, object, bounds: constantBounds(only, lowering) }
    if (bounds.every(({ kind }) => kind === 'literal' || kind === 'name')) return slice
    // What its bounds call is kept as something that is looked at first
    const test: Expression = { kind: 'other', start: only.start, end: only.end, parts: bounds }
    return { kind: 'choice', start, end, test, values: [slice] }
  }
  if (only && others.length === 0) return { kind: 'subscript', start, end, object, index: lowering.expression(only) }
  const entries = [...(only ? [only] : []), ...others].map((index) => ({ value: lowering.expression(index) }))
  const index: Expression = {
    kind: 'collection',
    start: only?.start ?? end,
    end: others.at(-1)?.end ?? end,
    type: 'tuple',
    entries,
  }
  return { kind: 'subscript', start, end, object, index }
}

/** `1:-1`, if each bound is a constant or missing and the step is 1. */
function constantBounds({ children, start, end }: SyntaxNode, { text }: Lowering): string | undefined {
  const written = children.length === 0 ? '' : text.slice(start, end).replace(/\s/g, '')
  return /^(?:-?\d+)?:(?:-?\d+)?$/.test(written.replace(/:$/, (last) => (written.split(':').length > 2 ? '' : last)))
    ? written.split(':').slice(0, 2).join(':')
    : undefined
}

function lambda(node: SyntaxNode, lowering: Lowering): FunctionNode {
  const { start, end } = node
  const parameters = parametersOf(childIn(node, 'parameters'), lowering)
  const body = childIn(node, 'body')
  return within(lowering, { scope: 'function', yields: false }, () => {
    const value = lowering.expression(body)
    return {
      kind: 'function',
      start,
      end,
      at: start,
      parameters,
      body: [{ kind: 'return', start: value.start, end: value.end, value }],
      decorators: [],
      marks: lowering.yields ? ['generator'] : [],
      headStart: start,
      headEnd: body?.start ?? end,
    }
  })
}
