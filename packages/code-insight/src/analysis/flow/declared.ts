import type { Body, Expression, StatementNode } from '../tree.ts'

/** The bodies within a statement that share its function. */
export function innerBodies(statement: StatementNode): readonly Body[] {
  switch (statement.kind) {
    case 'if':
      return [statement.body, statement.otherwise ?? []]
    case 'loop':
      return [statement.before ?? [], statement.body, statement.otherwise ?? []]
    case 'try':
      return [
        statement.body,
        ...statement.handlers.map(({ body }) => body),
        statement.otherwise ?? [],
        statement.lastly ?? [],
      ]
    case 'with':
    case 'block':
      return [statement.body]
    case 'switch':
      return statement.cases.map(({ body }) => body)
    case 'other':
      return [statement.parts.filter(isStatement)]
    default:
      return []
  }
}

const STATEMENTS = new Set([
  'evaluate',
  'import',
  'export',
  'return',
  'raise',
  'if',
  'loop',
  'try',
  'with',
  'switch',
  'jump',
  'outer',
  'alias',
  'block',
])

/** Whether a part of an `other` is a statement; what may be both counts as one. */
export const isStatement = (part: Expression | StatementNode): part is StatementNode =>
  STATEMENTS.has(part.kind) || part.kind === 'function' || part.kind === 'class' || part.kind === 'assign'

/** The names that a target binds. */
export function boundNames(target: Expression): readonly string[] {
  switch (target.kind) {
    case 'name':
      return [target.name]
    case 'collection':
      return target.entries.flatMap(({ value }) => boundNames(value))
    case 'assign':
      return boundNames(target.target)
    case 'cast':
      return boundNames(target.value)
    default:
      return []
  }
}

/** The names that a statement itself binds, without those of its inner bodies. */
function ownNames(statement: StatementNode): readonly string[] {
  switch (statement.kind) {
    case 'assign':
      return statement.operator === undefined ? boundNames(statement.target) : []
    case 'function':
    case 'class':
      return statement.name === undefined ? [] : [statement.name]
    case 'import':
      return statement.bindings.map(({ local }) => local)
    case 'loop':
      return statement.target ? boundNames(statement.target) : []
    case 'try':
      return statement.handlers.flatMap(({ target }) => (target ? boundNames(target) : []))
    case 'with':
      return statement.items.flatMap(({ target }) => (target ? boundNames(target) : []))
    case 'switch':
      return statement.cases.flatMap(({ binds = [] }) => binds.flatMap(boundNames))
    case 'alias':
      return [statement.name]
    default:
      return []
  }
}

/** The names that a body declares where assigning declares, but not those that belong further out. */
export function assignedNames(body: Body): ReadonlySet<string> {
  const found = new Set<string>()
  const outer = new Set<string>()
  const walk = (statements: Body): void => {
    for (const statement of statements) {
      if (statement.kind === 'outer') for (const name of statement.names) outer.add(name)
      for (const name of ownNames(statement)) found.add(name)
      for (const inner of innerBodies(statement)) walk(inner)
    }
  }
  walk(body)
  for (const name of outer) found.delete(name)
  return found
}

/** The names that a body declares where blocks have their own; with `hoisted`, `var`s of inner bodies too. */
export function declaredNames(body: Body, hoisted: boolean): ReadonlySet<string> {
  const found = new Set<string>()
  for (const statement of body) if (declares(statement)) for (const name of ownNames(statement)) found.add(name)
  const walk = (statements: Body): void => {
    for (const statement of statements) {
      if (statement.kind === 'assign' && statement.declares === 'var')
        for (const name of ownNames(statement)) found.add(name)
      if (statement.kind === 'loop' && statement.target)
        for (const name of boundNames(statement.target)) found.add(name)
      for (const inner of innerBodies(statement)) walk(inner)
    }
  }
  if (hoisted) walk(body)
  return found
}

const declares = (statement: StatementNode): boolean =>
  statement.kind === 'function' ||
  statement.kind === 'class' ||
  statement.kind === 'import' ||
  statement.kind === 'alias' ||
  (statement.kind === 'assign' && statement.declares !== undefined)

/** The names that are assigned anywhere in these bodies: what a loop may have changed before it runs again. */
export function changedNames(bodies: readonly Body[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) {
      part.forEach(visit)
      return
    }
    const node = part as { kind?: string; target?: Expression; name?: string }
    if (node.kind === 'assign' && node.target) for (const name of boundNames(node.target)) found.add(name)
    if ((node.kind === 'function' || node.kind === 'class') && node.name !== undefined) found.add(node.name)
    if (node.kind === 'function') return
    if (node.target && node.kind !== 'assign') for (const name of boundNames(node.target)) found.add(name)
    for (const inner of Object.values(part)) if (typeof inner === 'object') visit(inner)
  }
  visit(bodies)
  return found
}

/** The names that some function assigns though another one declares them. */
export function sharedNames(module: { readonly body: Body }, scoping: 'function' | 'block'): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (part: unknown, own: ReadonlySet<string> | undefined): void => {
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) {
      for (const each of part) visit(each, own)
      return
    }
    const node = part as StatementNode
    if (node.kind === 'outer') for (const name of node.names) found.add(name)
    if (node.kind === 'assign' && own && scoping === 'block' && node.declares === undefined)
      for (const name of boundNames(node.target)) if (!own.has(name)) found.add(name)
    const inside = node.kind === 'function' ? blockNames(node.body, node.parameters) : own
    for (const inner of Object.values(node)) if (typeof inner === 'object') visit(inner, inside)
  }
  visit(module.body, undefined)
  return found
}

function blockNames(body: Body, parameters: readonly { readonly target: Expression }[]): ReadonlySet<string> {
  const found = new Set(parameters.flatMap(({ target }) => boundNames(target)))
  const walk = (statements: Body): void => {
    for (const statement of statements) {
      if (declares(statement) || statement.kind === 'loop' || statement.kind === 'try')
        for (const name of ownNames(statement)) found.add(name)
      for (const inner of innerBodies(statement)) walk(inner)
    }
  }
  walk(body)
  return found
}
