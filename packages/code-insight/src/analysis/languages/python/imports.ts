import type { SyntaxNode } from '../../syntax.ts'
import type { ImportBinding, StatementNode } from '../../tree.ts'
import { childIn, childrenIn, entryIn, hasToken, type Lowering, partsOf, type StatementRule } from './lowering.ts'

/** All forms of `import`. */
export const importRules: Readonly<Record<string, StatementRule>> = {
  import_statement: (node, lowering) => childrenIn(node, 'name').flatMap((name) => modules(node, name, lowering)),
  import_from_statement: (node, lowering) => {
    const module = childIn(node, 'module_name')
    return [fromModule(node, module ? dottedText(module, lowering) : '', lowering)]
  },
  future_import_statement: (node, lowering) => [fromModule(node, '__future__', lowering)],
}

/** Modules whose names say something to the lowering, under any local name. */
const KNOWN: Readonly<Record<string, string>> = {
  typing: 'typing',
  typing_extensions: 'typing',
  importlib: 'importlib',
}

/** The text of a dotted name, which may have blanks and comments in it. */
function dottedText(node: SyntaxNode, { text }: Lowering): string {
  return text.slice(node.start, node.end).replace(/\\\r?\n|#.*|\s/g, '')
}

/** `import a.b.c` binds `a` and loads `a.b.c`; `import a.b as x` binds `x` to `a.b`. */
function modules(node: SyntaxNode, name: SyntaxNode, lowering: Lowering): StatementNode[] {
  const { start, end } = node
  const [path, alias] = name.type === 'aliased_import' ? [childIn(name, 'name'), childIn(name, 'alias')] : [name]
  const module = path ? dottedText(path, lowering) : ''
  const base = { kind: 'import', start, end, isType: lowering.isTyping || undefined } as const
  const [first = module] = module.split('.')
  const local = alias ? lowering.text.slice(alias.start, alias.end) : first
  const known = entryIn(KNOWN, module)
  if (known) lowering.known.set(local, known)
  const bound: StatementNode = { ...base, module: alias ? module : first, bindings: [{ imported: '*', local }] }
  return alias || first === module ? [bound] : [bound, { ...base, module, bindings: [] }]
}

function fromModule(node: SyntaxNode, module: string, lowering: Lowering): StatementNode {
  const { start, end } = node
  const isStar = node.children.some(({ type }) => type === 'wildcard_import') || hasToken(node, '*')
  const bindings = childrenIn(node, 'name').map((name): ImportBinding => {
    const [path, alias] = name.type === 'aliased_import' ? partsOf(name) : [name]
    const imported = path ? dottedText(path, lowering) : ''
    const local = alias ? lowering.text.slice(alias.start, alias.end) : imported
    const known = entryIn(KNOWN, module)
    if (known) lowering.known.set(local, `${known}.${imported}`)
    return { imported, local }
  })
  return {
    kind: 'import',
    start,
    end,
    module,
    bindings,
    isStar: isStar || undefined,
    isType: lowering.isTyping || undefined,
  }
}
