import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, ClassNode, StatementNode } from '../../tree.ts'
import { docType } from './doc-types.ts'
import type { DocComment } from './docs.ts'
import { declaredBy } from './flow-statements.ts'
import type { ScriptLowering, ScriptStatement, Setting } from './lowering.ts'
import { disposing, sequenceParts } from './operators.ts'
import { constantOf, field, hasToken, parts, span, textOf } from './reading.ts'
import { typeParametersOf } from './types.ts'

/** `const a = 1, b = 2`: one assignment each. */
const variables: ScriptStatement = (node, lowering, setting) => {
  const declarators = parts(node).filter(({ type }) => type === 'variable_declarator')
  return declarators.map((each, at) => {
    const start = at === 0 ? (setting.start ?? node.start) : each.start
    const headStart = at === 0 ? node.start : each.start
    return variable(each, node, lowering, { ...setting, start, headStart })
  })
}

function variable(node: SyntaxNode, around: SyntaxNode, lowering: ScriptLowering, setting: Setting): AssignNode {
  const [name, type, value] = [field(node, 'name'), field(node, 'type'), field(node, 'value')]
  const { doc, headStart } = setting
  const said = lowering.hasDocTypes && doc?.type !== undefined ? docType(doc.type) : undefined
  return {
    kind: 'assign',
    target: name === undefined ? { kind: 'other', parts: [], ...span(node) } : lowering.target(name),
    value: value === undefined ? undefined : lowering.expression(value, { doc, headStart }),
    declares: declaredBy(around) ?? 'let',
    ...(isUsing(around) ? disposing(around) : {}),
    type: type === undefined ? said : lowering.type(type),
    ...(setting.exported === true ? { exported: true } : {}),
    doc: doc?.summary,
    start: setting.start ?? node.start,
    end: node.end,
  }
}

const isUsing = (node: SyntaxNode): boolean =>
  node.children.some((each) => each.field === 'kind' && each.type === 'using')

/** `type A = { … }` has members, as a class does; any other is an alias. */
const typeAlias: ScriptStatement = (node, lowering, setting) => {
  const [name, value] = [field(node, 'name'), field(node, 'value')]
  if (name === undefined || value === undefined) return []
  if (value.type === 'object_type') return [lowering.class(node, setting)]
  const bounds = typeParametersOf(node, lowering)
  if (bounds !== undefined) lowering.typeParameters.push(bounds)
  const alias: StatementNode = {
    kind: 'alias',
    name: textOf(name, lowering.text),
    at: name.start,
    value: lowering.type(value),
    doc: setting.doc?.summary,
    ...(setting.exported === true ? { exported: true } : {}),
    start: setting.start ?? node.start,
    end: node.end,
  }
  if (bounds !== undefined) lowering.typeParameters.pop()
  return [alias]
}

/** `namespace A.B { … }` is a namespace in a namespace; `declare module 'm'` has the module's name. */
const namespace: ScriptStatement = (node, lowering, setting) => {
  const name = field(node, 'name')
  const body = field(node, 'body')
  const names = name === undefined ? [] : qualified(name, lowering.text)
  const headEnd = body?.start ?? node.end
  let members = lowering.body(body)
  let made: ClassNode | undefined
  for (const { text, at } of names.toReversed()) {
    const isOuter = at === name?.start
    made = {
      kind: 'class',
      form: 'namespace',
      name: text,
      at,
      bases: [],
      implemented: [],
      keywords: [],
      body: members,
      decorators: [],
      headStart: node.start,
      headEnd,
      doc: isOuter ? setting.doc?.summary : undefined,
      ...(setting.exported === true || !isOuter ? { exported: true } : {}),
      start: setting.start ?? node.start,
      end: node.end,
    }
    members = [made]
  }
  return members
}

const qualified = (name: SyntaxNode, text: string): readonly { readonly text: string; readonly at: number }[] => {
  const constant = constantOf(name, text)
  if (constant !== undefined) return [{ text: constant, at: name.start }]
  let at = name.start
  return textOf(name, text)
    .split('.')
    .map((part) => {
      const named = { text: part.trim(), at }
      at += part.length + 1
      return named
    })
}

/** `declare …`, which is what it declares; `declare global { … }` is a namespace. */
const ambient: ScriptStatement = (node, lowering, setting) => {
  const inner = parts(node)[0]
  if (inner === undefined) return []
  const start = setting.start ?? node.start
  if (!hasToken(node, 'global')) return lowering.statement(inner, { ...setting, start })
  const at = node.children.find(({ type }) => type === 'global')?.start ?? node.start
  return [
    {
      kind: 'class',
      form: 'namespace',
      name: 'global',
      at,
      bases: [],
      implemented: [],
      keywords: [],
      body: lowering.body(inner),
      decorators: [],
      headStart: node.start,
      headEnd: inner.start,
      start,
      end: node.end,
    },
  ]
}

/** An expression: `a, b` is two, and an assignment is a statement of its own. */
const evaluated: ScriptStatement = (node, lowering, setting) =>
  parts(node).flatMap((part) =>
    sequenceParts(part).flatMap((each, at) => expression(each, lowering, at === 0 ? setting : {})),
  )

function expression(node: SyntaxNode, lowering: ScriptLowering, { doc }: Setting): readonly StatementNode[] {
  if (node.type === 'internal_module') return namespace(node, lowering, { doc })
  const value = lowering.expression(node, { doc, ...besides(node, doc) })
  return [value.kind === 'assign' ? value : { kind: 'evaluate', value, ...span(node) }]
}

/** The signature of a function that is assigned begins at the assignment. */
const besides = (node: SyntaxNode, doc: DocComment | undefined): Setting =>
  node.type === 'assignment_expression' ? { doc, headStart: node.start } : {}

const functionDeclaration: ScriptStatement = (node, lowering, setting) => [lowering.function(node, setting)]
const classDeclaration: ScriptStatement = (node, lowering, setting) => [lowering.class(node, setting)]

/** Declarations, and expressions as statements. */
export const declarations: Readonly<Record<string, ScriptStatement>> = {
  expression_statement: evaluated,
  lexical_declaration: variables,
  variable_declaration: variables,
  using_declaration: variables,
  function_declaration: functionDeclaration,
  generator_function_declaration: functionDeclaration,
  function_signature: functionDeclaration,
  class_declaration: classDeclaration,
  abstract_class_declaration: classDeclaration,
  interface_declaration: classDeclaration,
  enum_declaration: classDeclaration,
  type_alias_declaration: typeAlias,
  module: namespace,
  internal_module: namespace,
  ambient_declaration: ambient,
}
