import type { Argument, Body, Expression, StatementNode } from './tree.ts'

/** What stands in a body or in an expression. */
export type TreeNode = Expression | StatementNode

type Visit = (part: TreeNode) => void

/** Visits what a node is directly made of and runs, in the order of the text: all but its types. */
export function eachPart(node: TreeNode, visit: Visit): void {
  const rule = PARTS[node.kind] as ((node: TreeNode, visit: Visit) => void) | undefined
  rule?.(node, visit)
}

const one = (part: TreeNode | undefined, visit: Visit): void => {
  if (part !== undefined) visit(part)
}
const all = (parts: readonly TreeNode[] | undefined, visit: Visit): void => {
  if (parts !== undefined) for (const part of parts) visit(part)
}
const given = (args: readonly Argument[], visit: Visit): void => {
  for (const { value } of args) visit(value)
}

type Rules = { readonly [Kind in TreeNode['kind']]?: (node: Extract<TreeNode, { kind: Kind }>, visit: Visit) => void }

const EXPRESSIONS: Rules = {
  member: ({ object }, visit) => visit(object),
  subscript: ({ object, index }, visit) => {
    visit(object)
    one(index, visit)
  },
  call: ({ callee, args }, visit) => {
    visit(callee)
    given(args, visit)
  },
  template: ({ parts }, visit) => all(parts, visit),
  collection: ({ entries }, visit) => {
    for (const { key, value } of entries) {
      one(key, visit)
      visit(value)
    }
  },
  comprehension: ({ key, value, clauses }, visit) => {
    one(key, visit)
    visit(value)
    for (const { target, iterable, tests } of clauses) {
      visit(target)
      visit(iterable)
      all(tests, visit)
    }
  },
  choice: ({ test, values }, visit) => {
    one(test, visit)
    all(values, visit)
  },
  operation: ({ operands }, visit) => all(operands, visit),
  await: ({ value }, visit) => visit(value),
  yield: ({ value }, visit) => one(value, visit),
  cast: ({ value }, visit) => visit(value),
}

const DEFINITIONS: Rules = {
  assign: ({ target, value }, visit) => {
    visit(target)
    one(value, visit)
  },
  function: ({ decorators, parameters, body }, visit) => {
    all(decorators, visit)
    for (const { target, fallback } of parameters) {
      visit(target)
      one(fallback, visit)
    }
    all(body, visit)
  },
  class: ({ decorators, bases, keywords, body }, visit) => {
    all(decorators, visit)
    all(bases, visit)
    given(keywords, visit)
    all(body, visit)
  },
  export: ({ bindings }, visit) => {
    for (const { value } of bindings) one(value, visit)
  },
}

const bodies = (visit: Visit, ...parts: readonly (Body | undefined)[]): void => {
  for (const body of parts) all(body, visit)
}

const STATEMENTS: Rules = {
  evaluate: ({ value }, visit) => visit(value),
  return: ({ value }, visit) => one(value, visit),
  raise: ({ value }, visit) => one(value, visit),
  if: ({ test, body, otherwise }, visit) => {
    visit(test)
    bodies(visit, body, otherwise)
  },
  loop: ({ target, over, before, test, after, body, otherwise }, visit) => {
    all(before, visit)
    for (const part of [target, over, test, after]) one(part, visit)
    bodies(visit, body, otherwise)
  },
  try: ({ body, handlers, otherwise, lastly }, visit) => {
    all(body, visit)
    for (const { types, target, body } of handlers) {
      all(types, visit)
      one(target, visit)
      all(body, visit)
    }
    bodies(visit, otherwise, lastly)
  },
  with: ({ items, body }, visit) => {
    for (const { value, target } of items) {
      visit(value)
      one(target, visit)
    }
    all(body, visit)
  },
  switch: ({ subject, cases }, visit) => {
    visit(subject)
    for (const { tests, binds, guard, body } of cases) {
      all(tests, visit)
      all(binds, visit)
      one(guard, visit)
      all(body, visit)
    }
  },
  block: ({ body }, visit) => all(body, visit),
  other: ({ parts }, visit) => all(parts, visit),
}

const PARTS: Rules = { ...EXPRESSIONS, ...DEFINITIONS, ...STATEMENTS }
