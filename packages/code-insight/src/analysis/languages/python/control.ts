import type { SyntaxNode } from '../../syntax.ts'
import type { Body, Expression, LoopNode, StatementNode } from '../../tree.ts'
import { childIn, childrenIn, type Lowering, partsOf, type StatementRule, within } from './lowering.ts'
import { matchOf } from './patterns.ts'
import { isAsync, isTypingTest } from './statements.ts'

/** Statements with bodies, but for definitions. */
export const controlRules: Readonly<Record<string, StatementRule>> = {
  if_statement: conditional,
  for_statement: (node, lowering) => {
    const [target, over] = [childIn(node, 'left'), childIn(node, 'right')]
    const each = { target: lowering.expression(target), over: lowering.expression(over) }
    return [{ ...loop(node, lowering), form: 'each', ...each }]
  },
  while_statement: (node, lowering) => {
    return [{ ...loop(node, lowering), form: 'while', test: lowering.expression(childIn(node, 'condition')) }]
  },
  try_statement: attempt,
  with_statement: managed,
  match_statement: (node, lowering) => [matchOf(node, lowering)],
  block: (node, lowering) => lowering.body(node),
  // Where what it belongs to could not be parsed
  else_clause: (node, lowering) => lowering.body(childIn(node, 'body')),
  finally_clause: (node, lowering) => lowering.body(blockOf(node)),
  case_clause: (node, lowering) => lowering.body(childIn(node, 'consequence')),
}

/** So many `elif`s are nested; those after them stand beside, so that whoever walks the tree may recurse. */
const MOST_ELIFS = 100

function conditional(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const alternatives = childrenIn(node, 'alternative')
  const elifs = alternatives.filter(({ type }) => type === 'elif_clause')
  const last = alternatives.find(({ type }) => type === 'else_clause')
  const branches = [node, ...elifs].map((branch) => branchOf(branch, node.end, lowering))
  const statements: StatementNode[] = []
  let otherwise: Body | undefined = last && lowering.body(childIn(last, 'body'))
  for (const [at, branch] of [...branches.entries()].reverse()) {
    const statement: StatementNode = { ...branch, otherwise }
    otherwise = [statement]
    if (at % MOST_ELIFS > 0) continue
    statements.unshift(statement)
    otherwise = undefined
  }
  return statements
}

function branchOf(branch: SyntaxNode, end: number, lowering: Lowering) {
  const test = lowering.expression(childIn(branch, 'condition'))
  const isTyping = lowering.isTyping || isTypingTest(test, lowering)
  const body = within(lowering, { isTyping }, () => lowering.body(childIn(branch, 'consequence')))
  return { kind: 'if', start: branch.start, end, test, body } as const
}

function loop(node: SyntaxNode, lowering: Lowering): Omit<LoopNode, 'form'> {
  const otherwise = childIn(node, 'alternative')
  return {
    kind: 'loop',
    start: node.start,
    end: node.end,
    body: lowering.body(childIn(node, 'body')),
    otherwise: otherwise && lowering.body(childIn(otherwise, 'body')),
  }
}

const blockOf = (node: SyntaxNode): SyntaxNode | undefined => node.children.find(({ type }) => type === 'block')

function attempt(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const clauses = partsOf(node)
  const one = (type: string): SyntaxNode | undefined => clauses.find((clause) => clause.type === type)
  const [otherwise, lastly] = [one('else_clause'), one('finally_clause')]
  const handlers = clauses
    .filter(({ type }) => type === 'except_clause' || type === 'except_group_clause')
    .map((clause) => {
      const [caught, alias] = partsOf(clause).filter(({ type }) => type !== 'block')
      const isNamed = caught?.type === 'as_pattern'
      const [types, name] = isNamed ? partsOf(caught) : [caught, alias]
      const target = name?.type === 'as_pattern_target' ? partsOf(name)[0] : name
      return {
        start: clause.start,
        end: clause.end,
        types: types ? typesOf(lowering.expression(types)) : [],
        target: target && lowering.expression(target),
        body: lowering.body(blockOf(clause)),
      }
    })
  return [
    {
      kind: 'try',
      start: node.start,
      end: node.end,
      body: lowering.body(childIn(node, 'body')),
      handlers,
      otherwise: otherwise && lowering.body(childIn(otherwise, 'body')),
      lastly: lastly && lowering.body(blockOf(lastly)),
    },
  ]
}

const typesOf = (caught: Expression): readonly Expression[] =>
  caught.kind === 'collection' ? caught.entries.map(({ value }) => value) : [caught]

function managed(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const clause = node.children.find(({ type }) => type === 'with_clause')
  const items = (clause ? partsOf(clause) : []).map((item) => {
    const [value] = item.type === 'with_item' ? partsOf(item) : [item]
    if (value?.type !== 'as_pattern') return { value: lowering.expression(value) }
    const [manager, name] = partsOf(value)
    const target = name?.type === 'as_pattern_target' ? partsOf(name)[0] : name
    return { value: lowering.expression(manager), target: target && lowering.expression(target) }
  })
  const { start, end } = node
  const body = lowering.body(childIn(node, 'body'))
  return [{ kind: 'with', start, end, items, isAsync: isAsync(node), body }]
}
