import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, Expression } from '../../tree.ts'
import { docType } from './doc-types.ts'
import type { ScriptExpression, ScriptLowering } from './lowering.ts'
import { field, hasToken, parts, span, textOf } from './reading.ts'

const operatorOf = (node: SyntaxNode): string => node.children.find((child) => child.field === 'operator')?.type ?? ''

const ALTERNATIVES = new Set(['&&', '||', '??'])

/** `a + b + c` is one operation and `a || b || c` one choice, so that a long chain of either is not deep. */
const binary: ScriptExpression = (node, lowering) => {
  const operator = operatorOf(node)
  const operands: SyntaxNode[] = []
  let left: SyntaxNode | undefined = node
  while (left?.type === 'binary_expression' && operatorOf(left) === operator) {
    const right = field(left, 'right')
    if (right !== undefined) operands.push(right)
    left = field(left, 'left')
  }
  if (left !== undefined) operands.push(left)
  const values = operands.reverse().map((operand) => operandOf(operand, lowering))
  if (ALTERNATIVES.has(operator)) return { kind: 'choice', values, ...span(node) }
  return { kind: 'operation', operator, operands: values, ...span(node) }
}

/** `#x in object` has the name of a private member as an operand. */
const operandOf = (node: SyntaxNode, lowering: ScriptLowering): Expression =>
  node.type === 'private_property_identifier'
    ? { kind: 'literal', type: 'string', value: textOf(node, lowering.text), ...span(node) }
    : lowering.expression(node)

const unary: ScriptExpression = (node, lowering) => ({
  kind: 'operation',
  operator: operatorOf(node),
  operands: parts(node).map((operand) => lowering.expression(operand)),
  ...span(node),
})

const update: ScriptExpression = (node, lowering) => ({
  kind: 'assign',
  target: targetOf(field(node, 'argument'), node, lowering),
  operator: operatorOf(node).charAt(0),
  value: { kind: 'literal', type: 'number', value: '1', start: node.end, end: node.end },
  ...span(node),
})

const targetOf = (target: SyntaxNode | undefined, node: SyntaxNode, lowering: ScriptLowering): Expression =>
  target === undefined ? { kind: 'other', parts: [], start: node.start, end: node.start } : lowering.target(target)

/** `a = b`, `a += b`; `using a = b` is one as well to the grammar of TypeScript. */
function assignment(node: SyntaxNode, lowering: ScriptLowering, setting: Parameters<ScriptExpression>[2]): AssignNode {
  const operator = operatorOf(node).slice(0, -1)
  const right = field(node, 'right')
  const headStart = setting.headStart ?? node.start
  return {
    kind: 'assign',
    target: targetOf(field(node, 'left'), node, lowering),
    value: right === undefined ? undefined : lowering.expression(right, { doc: setting.doc, headStart }),
    doc: setting.doc?.summary,
    ...(lowering.hasDocTypes && setting.doc?.type !== undefined ? { type: docType(setting.doc.type) } : {}),
    ...(operator === '' ? {} : { operator }),
    ...(hasToken(node, 'using') ? { declares: 'const' as const, ...disposing(node) } : {}),
    ...span(node),
  }
}

/** What `using` and `await using` say of what they declare. */
export const disposing = (node: SyntaxNode): Pick<AssignNode, 'disposes'> =>
  hasToken(node, 'await') ? { disposes: 'awaited' } : { disposes: 'at once' }

const ternary: ScriptExpression = (node, lowering) => {
  const [test, yes, no] = ['condition', 'consequence', 'alternative'].map((name) => field(node, name))
  return {
    kind: 'choice',
    test: test === undefined ? undefined : lowering.expression(test),
    values: [yes, no].flatMap((value) => (value === undefined ? [] : [lowering.expression(value)])),
    ...span(node),
  }
}

/** `a, b`: evaluates the first and is the last, which is a choice of one value. */
const sequence: ScriptExpression = (node, lowering) => {
  const all = sequenceParts(node).map((each) => lowering.expression(each))
  const last = all.pop()
  const test: Expression = { kind: 'other', parts: all, start: node.start, end: last?.start ?? node.end }
  return { kind: 'choice', test, values: last === undefined ? [] : [last], ...span(node) }
}

/** The expressions of a sequence, which some grammars nest to the right. */
export function sequenceParts(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type !== 'sequence_expression') found.push(next)
    else waiting.push(...parts(next).toReversed())
  }
  return found
}

/** Operators, assignments and what else combines expressions. */
export const operators: Readonly<Record<string, ScriptExpression>> = {
  binary_expression: binary,
  unary_expression: unary,
  update_expression: update,
  assignment_expression: assignment,
  augmented_assignment_expression: assignment,
  ternary_expression: ternary,
  sequence_expression: sequence,
  await_expression: (node, lowering) => {
    const value = parts(node)[0]
    if (value === undefined) return { kind: 'name', name: 'await', ...span(node) }
    // `await using a = b`, to the grammar of TypeScript
    if (hasToken(value, 'using')) return { ...assignment(value, lowering, {}), disposes: 'awaited' }
    return { kind: 'await', value: lowering.expression(value), ...span(node) }
  },
  yield_expression: (node, lowering) => {
    const value = parts(node)[0]
    return {
      kind: 'yield',
      value: value === undefined ? undefined : lowering.expression(value),
      all: hasToken(node, '*'),
      ...span(node),
    }
  },
}
