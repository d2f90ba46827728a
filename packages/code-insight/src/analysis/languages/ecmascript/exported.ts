import type { AssignNode, Body, Expression, StatementNode } from '../../tree.ts'

/** Marks the declarations that a file exports elsewhere in it: by `export { a }`, `module.exports = { a }` and the like. */
export function withExports(body: Body): Body {
  const names = new Set(body.flatMap(exportedBy))
  if (names.size === 0 && !body.some(isExporting)) return body
  return body.map((statement) => marked(statement, names))
}

function exportedBy(statement: StatementNode): readonly string[] {
  if (statement.kind === 'export' && statement.module === undefined)
    return statement.bindings.flatMap(({ imported, value }) => [
      ...(imported === undefined ? [] : [imported]),
      ...(value === undefined ? [] : namedIn(value)),
    ])
  const value = isExporting(statement) ? assignedBy(statement) : undefined
  return value === undefined ? [] : namedIn(value)
}

/** `exports = module.exports = value` */
function assignedBy(statement: AssignNode): Expression | undefined {
  let value = statement.value
  while (value?.kind === 'assign') value = value.value
  return value
}

/** The names that a value is, or has as members. */
function namedIn(value: Expression): readonly string[] {
  if (value.kind === 'name') return [value.name]
  if (value.kind === 'cast') return namedIn(value.value)
  if (value.kind !== 'collection' || value.type !== 'map') return []
  return value.entries.flatMap((entry) => (entry.value.kind === 'name' ? [entry.value.name] : []))
}

/** `module.exports = …`, `exports.a = …`, `module.exports.a = …`. */
function isExporting(statement: StatementNode): statement is AssignNode {
  if (statement.kind !== 'assign' || statement.target.kind === 'name') {
    const isBoth = statement.kind === 'assign' && statement.value?.kind === 'assign' && statement.declares === undefined
    return isBoth && isExporting(statement.value as AssignNode)
  }
  const { target } = statement
  return target.kind === 'member' && (isExports(target) || isExports(target.object))
}

const isExports = (node: Expression): boolean =>
  (node.kind === 'name' && node.name === 'exports') ||
  (node.kind === 'member' && node.name === 'exports' && node.object.kind === 'name' && node.object.name === 'module')

function marked(statement: StatementNode, names: ReadonlySet<string>): StatementNode {
  switch (statement.kind) {
    case 'function':
    case 'class':
    case 'alias':
      return statement.name !== undefined && names.has(statement.name) ? { ...statement, exported: true } : statement
    case 'assign': {
      const { target, declares } = statement
      const isNamed = declares !== undefined && target.kind === 'name' && names.has(target.name)
      return isNamed || isExporting(statement) ? { ...statement, exported: true } : statement
    }
    default:
      return statement
  }
}
