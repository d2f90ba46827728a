import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { partIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import { reshape } from './reshape.ts'

const bases = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.children.flatMap((child) =>
    child.type === 'inheritance_specifier' ? (partIn(child, 'inherits_from') ?? []) : [],
  )
const TYPE = { bases, typeParameters: 'type_parameters' }
const FUNCTION = { kind: 'function', parameters: ['parameters'], type: 'type' } as const

const syntax: ThinSyntax = {
  comments: ['comment', 'multiline_comment'],
  definitions: {
    class_declaration: { kind: 'class', ...TYPE },
    enum_declaration: { kind: 'enum', ...TYPE },
    extension_declaration: { kind: 'extension', bases },
    protocol_declaration: { kind: 'interface', bases },
    function_declaration: { ...FUNCTION, typeParameters: 'type_parameters' },
    protocol_function_declaration: FUNCTION,
    init_declaration: { ...FUNCTION, marks: () => ['constructor'] },
    deinit_declaration: FUNCTION,
    subscript_declaration: { ...FUNCTION, body: 'computed_property' },
    accessor_property: { kind: 'function', type: 'type', body: 'computed_value', marks: () => ['getter'] },
    property: { kind: 'field', type: 'type', value: 'value' },
    protocol_property_declaration: { kind: 'field', type: 'type' },
    variable: { kind: 'variable', type: 'type', value: 'value' },
    enum_entry: { kind: 'field' },
    typealias_declaration: { kind: 'alias' },
    associatedtype_declaration: { kind: 'alias' },
  },
  groups: [],
  imports: { import_declaration: imported },
  calls: { call_expression: { callee: 'callee' } },
  members: { navigation_expression: { object: 'target', name: 'suffix' } },
  wrappers: {
    navigation_suffix: 'suffix',
    postfix_expression: 'target',
    try_expression: 'expr',
    await_expression: 'expr',
    optional_type: 'wrapped',
    pattern: 'bound_identifier',
    value_argument: 'value',
  },
  names: ['simple_identifier'],
  types: ['type_identifier'],
  lambdas: { lambda_literal: { kind: 'function', parameters: ['type'], body: 'statements' } },
  locals: {
    local: { name: 'name', type: 'type', value: 'value' },
    for_statement: { name: 'item', each: 'collection' },
    if_statement: { name: 'bound_identifier' },
    guard_statement: { name: 'bound_identifier' },
    while_statement: { name: 'bound_identifier' },
  },
  parameters: {
    parameter: { name: 'name', type: 'type', fallback: 'fallback' },
    lambda_parameter: { name: 'simple_identifier', type: 'type' },
  },
  self: ['self_expression', 'Self'],
  super: ['super_expression'],
  casts: { as_expression: { type: 'type', value: 'expr' } },
  generics: { user_type: { type: '*', arguments: 'type_arguments' } },
  containers: { array_type: 'name' },
  elements: { subscript: 'object' },
  isPublic: (_, node, text) => {
    const modifiers = partIn(node, 'modifiers')
    return modifiers !== undefined && /\b(?:public|open)\b/.test(textOf(modifiers, text))
  },
}

function imported(node: SyntaxNode, text: string): ThinImport | undefined {
  const path = partIn(node, 'identifier')
  return path && { module: textOf(path, text), bindings: [], isStar: true }
}

/** A module is a folder of `Sources`, by the package manager's convention. */
function resolver(project: CodeFiles): ImportResolver {
  return {
    resolve: (module) => {
      const path = `Sources/${module.split('.')[0]}`
      return project.hasFolder(path) ? { kind: 'folder', path } : { kind: 'outside', name: module }
    },
  }
}

/** Swift, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`swift`,
  grammars: { '.swift': 'swift' },
  manifests: [],
  syntax,
  reshape,
  builtins:
    'print debugPrint fatalError precondition preconditionFailure assert assertionFailure min max abs zip stride type String Int Double Float Bool Array Dictionary Set Optional Data URL Date'.split(
      ' ',
    ),
  byName: { module: 'program', hasImplicitReceiver: true, constructorName: 'init' },
  resolver,
  isTest: (path) => /(?:^|\/)[^/]*Tests?\//.test(path),
})
