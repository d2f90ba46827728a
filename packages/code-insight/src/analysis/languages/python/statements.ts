import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, Expression, StatementNode } from '../../tree.ts'
import { collection } from './collections.ts'
import { childIn, hasToken, knownName, type Lowering, partsOf, type StatementRule } from './lowering.ts'

/** Statements without a body. */
export const simpleRules: Readonly<Record<string, StatementRule>> = {
  expression_statement: expressionStatement,
  // An expression where a statement is due: in what could not be parsed
  assignment: (node, lowering) => [assigned(node, lowering)],
  augmented_assignment: (node, lowering) => [augmented(node, lowering)],
  return_statement: (node, lowering) => {
    const [value] = partsOf(node)
    return [{ kind: 'return', start: node.start, end: node.end, value: value && lowering.expression(value) }]
  },
  raise_statement: raise,
  assert_statement: (node, lowering) => [everyPart(node, lowering)],
  delete_statement: (node, lowering) => {
    const operands = partsOf(node).flatMap((part) => (part.type === 'expression_list' ? partsOf(part) : [part]))
    return operands.map((operand) => {
      const { start, end } = operand
      const value: Expression = {
        kind: 'operation',
        start,
        end,
        operator: 'del',
        operands: [lowering.expression(operand)],
      }
      return { kind: 'evaluate', start, end, value }
    })
  },
  pass_statement: () => [],
  break_statement: ({ start, end }) => [{ kind: 'jump', start, end, form: 'break' }],
  continue_statement: ({ start, end }) => [{ kind: 'jump', start, end, form: 'continue' }],
  global_statement: (node, lowering) => [outer(node, 'module', lowering)],
  nonlocal_statement: (node, lowering) => [outer(node, 'function', lowering)],
  type_alias_statement: typeAlias,
  // Python 2's
  print_statement: oldStatement('print'),
  exec_statement: oldStatement('exec'),
}

/** All parts of a statement that has no node of its own. */
export function everyPart(node: SyntaxNode, lowering: Lowering): StatementNode {
  return {
    kind: 'other',
    start: node.start,
    end: node.end,
    parts: partsOf(node).map((part) => lowering.expression(part)),
  }
}

function expressionStatement(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const { start, end } = node
  const parts = partsOf(node)
  const [only, ...others] = parts
  if (others.length === 0 && only?.type === 'assignment') return [assigned(only, lowering)]
  if (others.length === 0 && only?.type === 'augmented_assignment') return [augmented(only, lowering)]
  const value = only && others.length === 0 ? lowering.expression(only) : collection('tuple')(node, lowering)
  return [{ kind: 'evaluate', start, end, value }]
}

/** An assignment, or the type that it names (`Pair: TypeAlias = tuple[int, int]`). */
function assigned(node: SyntaxNode, lowering: Lowering): StatementNode {
  const assign = assignment(node, lowering)
  const { start, end, target, type, exported } = assign
  if (target.kind !== 'name' || !type || knownName(type, lowering) !== 'typing.TypeAlias') return assign
  const value = lowering.annotation(childIn(node, 'right'))
  return { kind: 'alias', start, end, name: target.name, at: target.start, value, exported }
}

/** `a: int = 1`, also as the value of another one (`b = a = 1`). */
export function assignment(node: SyntaxNode, lowering: Lowering): AssignNode {
  const { start, end } = node
  const [left, annotation, right] = [childIn(node, 'left'), childIn(node, 'type'), childIn(node, 'right')]
  const target = lowering.expression(left)
  const type = annotation && lowering.annotation(annotation)
  const value = right && lowering.expression(right)
  const declared = declares(target, value, lowering)
  const exported = isExported(target, lowering)
  return { kind: 'assign', start, end, target, value, type, declares: declared, exported }
}

/** An attribute of a class that has no value yet is one of its instances. */
function declares(
  target: Expression,
  value: Expression | undefined,
  { scope }: Lowering,
): 'static' | 'field' | undefined {
  if (scope !== 'class' || (target.kind !== 'name' && target.kind !== 'collection')) return undefined
  return value === undefined ? 'field' : 'static'
}

function isExported(target: Expression, lowering: Lowering): boolean | undefined {
  if (lowering.scope !== 'module') return undefined
  if (target.kind === 'name') return lowering.isPublic(target.name)
  return target.kind === 'collection' ? target.entries.some(({ value }) => isExported(value, lowering)) : undefined
}

function augmented(node: SyntaxNode, lowering: Lowering): AssignNode {
  const { start, end } = node
  const operator = childIn(node, 'operator')?.type.replace(/=$/, '')
  const target = lowering.expression(childIn(node, 'left'))
  return { kind: 'assign', start, end, target, operator, value: lowering.expression(childIn(node, 'right')) }
}

function raise(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const { start, end } = node
  const [value] = partsOf(node).filter(({ field }) => field !== 'cause')
  const cause = childIn(node, 'cause')
  const statement: StatementNode = { kind: 'raise', start, end, value: value && lowering.expression(value) }
  if (!cause) return [statement]
  return [{ kind: 'evaluate', start: cause.start, end: cause.end, value: lowering.expression(cause) }, statement]
}

function outer(node: SyntaxNode, scope: 'module' | 'function', { text }: Lowering): StatementNode {
  const names = partsOf(node).map(({ start, end }) => text.slice(start, end))
  return { kind: 'outer', start: node.start, end: node.end, scope, names }
}

/** `type Pair[T] = tuple[T, T]`. */
function typeAlias(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const { start, end } = node
  const [left, right] = partsOf(node)
  const written = left?.type === 'type' ? left.children[0] : left
  const called = written && callOfType(written, node)
  if (called && right) {
    const value = right.type === 'type' ? right.children[0] : right
    const parts = [{ ...called, field: 'left' }, ...(value ? [{ ...value, field: 'right' }] : [])]
    return [assigned({ ...node, type: 'assignment', children: parts }, lowering)]
  }
  const target = lowering.annotation(left)
  const name = target.kind === 'subscript' ? target.object : target
  const value = lowering.annotation(right)
  if (name.kind !== 'name') return [everyPart(node, lowering)]
  const exported = lowering.scope === 'module' ? lowering.isPublic(name.name) : undefined
  return [{ kind: 'alias', start, end, name: name.name, at: name.start, value, exported }]
}

/** The grammar takes `type(self).made = 1` for an alias of `(self).made`: the target with the call; undefined for a real alias. */
function callOfType(part: SyntaxNode, alias: SyntaxNode): SyntaxNode | undefined {
  const [first, ...others] = part.children
  if (part.type !== 'parenthesized_expression') {
    const inner = first && callOfType(first, alias)
    return inner && { ...part, start: alias.start, children: [inner, ...others] }
  }
  const name = { type: 'identifier', named: true, field: 'function', start: alias.start, end: alias.start + 4 }
  const list = { ...part, type: 'argument_list', field: 'arguments' }
  return { ...part, type: 'call', start: alias.start, children: [{ ...name, children: [] }, list] }
}

/** A statement that is a function by now. */
function oldStatement(name: string): StatementRule {
  return (node, lowering) => {
    const { start, end } = node
    const parts = partsOf(node).flatMap((part) => (part.type === 'chevron' ? partsOf(part) : [part]))
    const args = parts.map((part) => ({ value: lowering.expression(part) }))
    const callee: Expression = { kind: 'name', start, end: start + name.length, name }
    return [{ kind: 'evaluate', start, end, value: { kind: 'call', start, end, form: 'call', callee, args } }]
  }
}

/** Whether a test is true for type checkers alone. */
export function isTypingTest(test: Expression, lowering: Lowering): boolean {
  return knownName(test, lowering) === 'typing.TYPE_CHECKING' || (test.kind === 'name' && test.name === 'TYPE_CHECKING')
}

/** Whether a `for`, `with` or `def` is an asynchronous one. */
export const isAsync = (node: SyntaxNode): boolean => hasToken(node, 'async')
