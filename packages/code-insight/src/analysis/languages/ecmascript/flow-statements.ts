import { boundNames } from '../../binding.ts'
import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, Body, Declares, Expression, LoopNode, StatementNode, SwitchNode } from '../../tree.ts'
import type { ScriptLowering, ScriptStatement } from './lowering.ts'
import { field, fields, parts, span, textOf } from './reading.ts'

const missing = (node: SyntaxNode): Expression => ({ kind: 'other', parts: [], start: node.start, end: node.start })

const lowered = (node: SyntaxNode | undefined, around: SyntaxNode, lowering: ScriptLowering): Expression =>
  node === undefined ? missing(around) : lowering.expression(node)

const if_: ScriptStatement = (node, lowering) => {
  const alternative = field(node, 'alternative')
  const other = alternative?.type === 'else_clause' ? parts(alternative)[0] : alternative
  return [
    {
      kind: 'if',
      test: lowered(field(node, 'condition'), node, lowering),
      body: lowering.body(field(node, 'consequence')),
      ...(other === undefined ? {} : { otherwise: lowering.body(other) }),
      ...span(node),
    },
  ]
}

/** Of the parts of a `for`'s head, an empty one is an empty statement. */
const unlessEmpty = (node: SyntaxNode | undefined): SyntaxNode | undefined =>
  node?.type === 'empty_statement' ? undefined : node

/** An expression statement in the head of a `for` is its expression. */
const conditionOf = (node: SyntaxNode): SyntaxNode | undefined => {
  const condition = unlessEmpty(field(node, 'condition'))
  return condition?.type === 'expression_statement' ? parts(condition)[0] : condition
}

const for_: ScriptStatement = (node, lowering) => {
  const initializer = unlessEmpty(field(node, 'initializer'))
  const [test, after] = [conditionOf(node), field(node, 'increment')]
  const loop: LoopNode = {
    kind: 'loop',
    form: 'while',
    before: initializer === undefined ? undefined : lowering.statement(initializer),
    test: test === undefined ? undefined : lowering.expression(test),
    after: after === undefined ? undefined : lowering.expression(after),
    body: lowering.body(field(node, 'body')),
    ...span(node),
  }
  return [loop]
}

/** `for … of` and `for … in`: what they declare is declared before, so that it is the loop's own. */
const forIn: ScriptStatement = (node, lowering) => {
  const left = field(node, 'left')
  const target = left === undefined ? missing(node) : lowering.target(left)
  const declares = declaredBy(node)
  const isOf = node.children.some((each) => each.type === 'of')
  const before: Body = declares === undefined ? [] : boundNames(target).map((name) => declared(name, declares))
  const loop: LoopNode = {
    kind: 'loop',
    form: isOf ? 'each' : 'keys',
    target,
    over: lowered(field(node, 'right'), node, lowering),
    ...(before.length === 0 ? {} : { before }),
    body: lowering.body(field(node, 'body')),
    ...span(node),
  }
  return [loop]
}

const declared = (target: Expression, declares: Declares): AssignNode => ({
  kind: 'assign',
  target,
  declares,
  start: target.start,
  end: target.end,
})

/** What `const`, `let`, `var` and `using` declare; undefined if the node does not begin with one. */
export function declaredBy(node: SyntaxNode): Declares | undefined {
  const kind = node.children.find((each) => each.field === 'kind' && each.type !== 'await')?.type
  if (node.type === 'variable_declaration') return 'var'
  if (kind === 'const' || kind === 'using') return 'const'
  return kind === 'let' || kind === 'var' ? kind : undefined
}

const while_: ScriptStatement = (node, lowering) => [
  {
    kind: 'loop',
    form: node.type === 'do_statement' ? 'until' : 'while',
    test: lowered(field(node, 'condition'), node, lowering),
    body: lowering.body(field(node, 'body')),
    ...span(node),
  },
]

const switch_: ScriptStatement = (node, lowering) => {
  const body = field(node, 'body')
  const cases: SwitchNode['cases'] = (body === undefined ? [] : parts(body))
    .filter(({ type }) => type === 'switch_case' || type === 'switch_default')
    .map((each) => {
      const test = field(each, 'value')
      return {
        tests: test === undefined ? [] : [lowering.expression(test)],
        body: fields(each, 'body').flatMap((statement) => lowering.statement(statement)),
        ...span(each),
      }
    })
  return [
    {
      kind: 'switch',
      subject: lowered(field(node, 'value'), node, lowering),
      cases,
      fallsThrough: true,
      ...span(node),
    },
  ]
}

const try_: ScriptStatement = (node, lowering) => {
  const [handler, finalizer] = [field(node, 'handler'), field(node, 'finalizer')]
  const parameter = handler === undefined ? undefined : field(handler, 'parameter')
  const handled =
    handler === undefined
      ? []
      : [
          {
            types: [],
            target: parameter === undefined ? undefined : lowering.target(parameter),
            body: lowering.body(field(handler, 'body')),
            ...span(handler),
          },
        ]
  return [
    {
      kind: 'try',
      body: lowering.body(field(node, 'body')),
      handlers: handled,
      ...(finalizer === undefined ? {} : { lastly: lowering.body(field(finalizer, 'body')) }),
      ...span(node),
    },
  ]
}

const jump =
  (form: 'break' | 'continue'): ScriptStatement =>
  (node, lowering) => {
    const label = field(node, 'label')
    return [{ kind: 'jump', form, ...(label && { label: textOf(label, lowering.text) }), ...span(node) }]
  }

const ended =
  (kind: 'return' | 'raise'): ScriptStatement =>
  (node, lowering) => {
    const value = parts(node)[0]
    return [{ kind, value: value === undefined ? undefined : lowering.expression(value), ...span(node) }]
  }

const labelled: ScriptStatement = (node, lowering) => {
  const label = field(node, 'label')
  return [
    {
      kind: 'block',
      label: label === undefined ? undefined : textOf(label, lowering.text),
      body: lowering.body(field(node, 'body')),
      ...span(node),
    },
  ]
}

/** `with (object)` only looks names up elsewhere. */
const with_: ScriptStatement = (node, lowering) => {
  const object = lowered(field(node, 'object'), node, lowering)
  const evaluated: StatementNode = { kind: 'evaluate', value: object, start: object.start, end: object.end }
  return [{ kind: 'block', body: [evaluated, ...lowering.body(field(node, 'body'))], ...span(node) }]
}

const nothing: ScriptStatement = () => []

/** Statements that decide what runs next. */
export const flowStatements: Readonly<Record<string, ScriptStatement>> = {
  if_statement: if_,
  for_statement: for_,
  for_in_statement: forIn,
  while_statement: while_,
  do_statement: while_,
  switch_statement: switch_,
  try_statement: try_,
  break_statement: jump('break'),
  continue_statement: jump('continue'),
  return_statement: ended('return'),
  throw_statement: ended('raise'),
  labeled_statement: labelled,
  with_statement: with_,
  statement_block: (node, lowering) => [{ kind: 'block', body: lowering.body(node), ...span(node) }],
  empty_statement: nothing,
  debugger_statement: nothing,
  hash_bang_line: nothing,
  comment: nothing,
  html_comment: nothing,
}
