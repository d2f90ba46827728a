import type { SyntaxNode } from '../../syntax.ts'
import { below, childIn, partIn, type ThinImport, textOf } from '../../thin/syntax.ts'

/** What `use` binds: one import for each name, in a group as well. */
export function usedNames(node: SyntaxNode, text: string): readonly ThinImport[] {
  const before = partIn(node, 'namespace_name')
  const clauses = [...below(node)].filter(({ type }) => type === 'namespace_use_clause')
  return clauses.flatMap((clause) => {
    const alias = childIn(clause, 'alias')
    const named = clause.children.findLast((child) => child.named && child !== alias && child.field !== 'type')
    if (named === undefined) return []
    const path = [...(before ? [textOf(before, text)] : []), textOf(named, text)].join('\\').replace(/^\\/, '')
    const [module, name] = [path.slice(0, Math.max(0, path.lastIndexOf('\\'))), path.slice(path.lastIndexOf('\\') + 1)]
    return [{ module, bindings: [{ imported: name, local: alias ? textOf(alias, text) : name }] }]
  })
}

/** A file that is run here; beside this one, unless its path says otherwise. */
export function includedFile(node: SyntaxNode, text: string): ThinImport | undefined {
  const written = [...below(node)].filter(({ type }) => type === 'string_content' || type === 'string_value')
  const [only, ...others] = written
  if (only === undefined || others.length > 0 || node.children.some(({ type }) => type === 'variable_name'))
    return undefined
  return { module: `./${textOf(only, text).replace(/^\.?\//, '')}`, bindings: [], isStar: true }
}
