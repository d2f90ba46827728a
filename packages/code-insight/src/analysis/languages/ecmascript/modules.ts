import type { SyntaxNode } from '../../syntax.ts'
import type { ExportNode, ImportBinding, ImportNode, StatementNode } from '../../tree.ts'
import { decoratorsOf } from './classes.ts'
import type { ScriptLowering, ScriptStatement, Setting } from './lowering.ts'
import { child, constantOf, field, hasToken, parts, span, textOf } from './reading.ts'

/** `import …`, in every form. */
const import_: ScriptStatement = (node, lowering) => {
  const required = child(node, 'import_require_clause')
  const source = required === undefined ? field(node, 'source') : field(required, 'source')
  const clause = required ?? child(node, 'import_clause')
  const specifiers = clause === undefined ? [] : parts(clause)
  const bindings =
    required === undefined
      ? specifiers.flatMap((each) => bindingsOf(each, lowering.text))
      : specifiers.slice(0, 1).map((each) => ({ imported: '*', local: textOf(each, lowering.text) }))
  const imported: ImportNode = {
    kind: 'import',
    module: constantOf(source, lowering.text) ?? '',
    bindings,
    ...(isOfTypes(node, clause, lowering.text) ? { isType: true } : {}),
    ...span(node),
  }
  return [imported]
}

/** `import type …`, also where all names are marked; `import typeof` is Flow's. */
function isOfTypes(node: SyntaxNode, clause: SyntaxNode | undefined, text: string): boolean {
  if (isMarkedAsTypes(node, text)) return true
  const names = clause === undefined ? [] : parts(clause)
  const only = names.length === 1 ? names[0] : undefined
  if (only?.type !== 'named_imports') return false
  const specifiers = parts(only)
  return specifiers.length > 0 && specifiers.every((each) => hasToken(each, 'type'))
}

/** The word `type`, or Flow's `typeof`, which to some of the grammars is an error here. */
function isMarkedAsTypes(node: SyntaxNode, text: string): boolean {
  const unknown = child(node, 'ERROR')
  if (unknown !== undefined && /^type(?:of)?$/.test(textOf(unknown, text))) return true
  return hasToken(node, 'type') || hasToken(node, 'typeof')
}

function bindingsOf(node: SyntaxNode, text: string): readonly ImportBinding[] {
  if (node.type === 'identifier') return [{ imported: 'default', local: textOf(node, text) }]
  if (node.type === 'namespace_import') return parts(node).map((each) => ({ imported: '*', local: textOf(each, text) }))
  if (node.type !== 'named_imports') return []
  return parts(node).flatMap((each) => {
    const name = nameIn(each)
    if (name === undefined) return []
    return [{ imported: nameOf(name, text), local: textOf(field(each, 'alias') ?? name, text) }]
  })
}

/** What a specifier names; `default` is a token to some of the grammars. */
const nameIn = (specifier: SyntaxNode): SyntaxNode | undefined =>
  specifier.children.find((each) => each.field === 'name')

/** A name of a module's export, which may be a string. */
const nameOf = (node: SyntaxNode, text: string): string => constantOf(node, text) ?? textOf(node, text)

/** `import a = b.c` */
const alias: ScriptStatement = (node, lowering, setting) => {
  const [name, value] = parts(node)
  if (name === undefined || value === undefined) return []
  return [
    {
      kind: 'assign',
      target: lowering.target(name),
      value: lowering.expression(value),
      declares: 'const',
      ...(setting.exported === true ? { exported: true } : {}),
      ...span(node),
    },
  ]
}

/** `export …`, in every form. */
const export_: ScriptStatement = (node, lowering, setting) => {
  const declaration = field(node, 'declaration')
  const value = field(node, 'value')
  const source = constantOf(field(node, 'source'), lowering.text)
  const around: Setting = {
    doc: setting.doc,
    exported: true,
    start: node.start,
    decorators: decoratorsOf(node, lowering),
  }
  if (hasToken(node, 'default')) return byDefault(node, declaration ?? value, lowering, around)
  if (declaration !== undefined) return lowering.statement(declaration, around)
  if (hasToken(node, '=')) return exportEquals(node, lowering)
  if (hasToken(node, 'as') && hasToken(node, 'namespace')) return []
  return [reexport(node, source, lowering.text)]
}

/** `export { a as b } from 'm'`, `export * from 'm'`, `export * as ns from 'm'`. */
function reexport(node: SyntaxNode, module: string | undefined, text: string): ExportNode {
  const clause = child(node, 'export_clause')
  const namespace = child(node, 'namespace_export')
  const named = clause === undefined ? [] : parts(clause)
  const bindings = named.flatMap((each) => {
    const name = nameIn(each)
    if (name === undefined) return []
    return [{ exported: nameOf(field(each, 'alias') ?? name, text), imported: nameOf(name, text) }]
  })
  const last = namespace?.children.at(-1)
  if (last !== undefined) bindings.push({ exported: nameOf(last, text), imported: '*' })
  const isType = isMarkedAsTypes(node, text) || (named.length > 0 && named.every((each) => hasToken(each, 'type')))
  return {
    kind: 'export',
    ...(module === undefined ? {} : { module }),
    bindings,
    ...(hasToken(node, '*') ? { isStar: true } : {}),
    ...(isType ? { isType: true } : {}),
    ...span(node),
  }
}

/** A declaration that has a name stays one, and is exported as `default` besides. */
function byDefault(
  node: SyntaxNode,
  exported: SyntaxNode | undefined,
  lowering: ScriptLowering,
  around: Setting,
): readonly StatementNode[] {
  if (exported === undefined) return []
  const binding = (imported: string): StatementNode => ({
    kind: 'export',
    bindings: [{ exported: 'default', imported }],
    start: node.start,
    end: node.start,
  })
  if (exported.type === 'identifier') return [{ ...binding(textOf(exported, lowering.text)), ...span(node) }]
  const name = field(exported, 'name')
  const isDeclaration = exported.field === 'declaration' || /^(?:function_signature|interface|enum)/.test(exported.type)
  if (isDeclaration && name !== undefined)
    return [...lowering.statement(exported, around), binding(textOf(name, lowering.text))]
  const value = lowering.expression(exported, around)
  return [{ kind: 'export', bindings: [{ exported: 'default', value }], ...span(node) }]
}

/** `export = value` is what `module.exports = value` is. */
function exportEquals(node: SyntaxNode, lowering: ScriptLowering): readonly StatementNode[] {
  const value = parts(node)[0]
  if (value === undefined) return []
  const place = { start: node.start, end: value.start }
  const target = {
    kind: 'member',
    object: { kind: 'name', name: 'module', ...place },
    name: 'exports',
    ...place,
  } as const
  return [{ kind: 'assign', target, value: lowering.expression(value), exported: true, ...span(node) }]
}

/** Imports and exports. */
export const modules: Readonly<Record<string, ScriptStatement>> = {
  import_statement: import_,
  import_alias: alias,
  export_statement: export_,
}
