import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { packageResolver } from '../../thin/resolving.ts'
import { partIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import { reshape } from './reshape.ts'

const bases = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.children.flatMap((child) => {
    const base = child.type === 'delegation_specifier' ? partIn(child, '*') : undefined
    return (base?.type === 'user_type' ? base : partIn(base, 'user_type')) ?? []
  })
const CLASS = { name: 'type_identifier', bases, parameters: ['primary_constructor'], typeParameters: 'type_parameters' }

const syntax: ThinSyntax = {
  comments: ['line_comment', 'multiline_comment'],
  definitions: {
    class_declaration: { kind: 'class', ...CLASS },
    interface_declaration: { kind: 'interface', ...CLASS },
    enum_declaration: { kind: 'enum', ...CLASS },
    object_declaration: { kind: 'class', ...CLASS },
    function_declaration: {
      kind: 'function',
      name: 'simple_identifier',
      parameters: ['function_value_parameters'],
      body: 'function_body',
      owner: 'receiver',
      type: 'type',
      typeParameters: 'type_parameters',
    },
    secondary_constructor: {
      kind: 'function',
      parameters: ['function_value_parameters'],
      marks: () => ['constructor'],
    },
    anonymous_initializer: { kind: 'function' },
    accessor_property: { kind: 'function', type: 'type', marks: () => ['getter'] },
    property: { kind: 'field', type: 'type', value: 'value' },
    variable: { kind: 'variable', type: 'type', value: 'value' },
    enum_entry: { kind: 'field', name: 'simple_identifier', body: 'class_body' },
    type_alias: { kind: 'alias', name: 'type_identifier' },
  },
  groups: ['import_list'],
  imports: { import_header: imported },
  packages: { package_header: 'identifier' },
  calls: {
    call_expression: { callee: 'callee' },
    object_literal: { callee: 'type', body: 'class_body', isNew: true },
    constructor_invocation: { callee: '*', arguments: 'value_arguments', isNew: true },
  },
  members: { navigation_expression: { object: 'object', name: 'name' } },
  wrappers: { parenthesized_expression: '*', nullable_type: '*', function_body: '*', postfix_expression: '*' },
  names: ['simple_identifier'],
  types: ['type_identifier'],
  lambdas: {
    lambda_literal: { kind: 'function', parameters: ['lambda_parameters'], body: 'statements' },
    anonymous_function: { kind: 'function', parameters: ['function_value_parameters'], body: 'function_body' },
  },
  locals: {
    local: { name: 'name', type: 'type', value: 'value' },
    multi_local: { name: 'multi_variable_declaration' },
    for_statement: { name: 'name', each: 'each' },
    catch_block: { name: 'simple_identifier', type: 'user_type' },
    when_subject: { name: 'name' },
  },
  parameters: {
    parameter: { name: 'simple_identifier', type: 'type', fallback: 'fallback' },
    class_field: { name: 'simple_identifier', type: 'type' },
    variable_declaration: { name: 'simple_identifier', type: 'type' },
  },
  self: ['this_expression'],
  super: ['super_expression'],
  casts: { as_expression: { type: 'type', value: '*' } },
  generics: { user_type: { type: '*', arguments: 'type_arguments' } },
  elements: { indexing_expression: '*' },
  blocks: ['control_structure_body', 'for_statement', 'catch_block'],
  isPublic: (_, node, text) =>
    !/\b(?:private|internal|protected)\b/.test(textOf(partIn(node, 'modifiers') ?? { ...node, end: node.start }, text)),
}

function imported(node: SyntaxNode, text: string): ThinImport | undefined {
  const [path, alias] = [partIn(node, 'identifier'), partIn(partIn(node, 'import_alias'), '*')]
  if (path === undefined) return undefined
  const written = textOf(path, text)
  if (partIn(node, 'wildcard_import')) return { module: written, bindings: [], isStar: true }
  const [module, name] = [
    written.slice(0, Math.max(0, written.lastIndexOf('.'))),
    written.slice(written.lastIndexOf('.') + 1),
  ]
  return { module, bindings: [{ imported: name, local: alias ? textOf(alias, text) : name }] }
}

/** Kotlin, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`kotlin`,
  grammars: { '.kt': 'kotlin', '.kts': 'kotlin' },
  manifests: [],
  syntax,
  reshape,
  // The grammar does not know the operator of ranges without their end, and interfaces of one function
  parsableText: (text) => text.replaceAll('..<', '.. ').replace(/\bfun(?=\s+interface\b)/g, '   '),
  builtins:
    'println print require check error listOf mutableListOf mapOf mutableMapOf setOf mutableSetOf arrayOf emptyList emptyMap emptySet lazy repeat run with apply also let to until downTo step and or xor shl shr TODO maxOf minOf buildString buildList checkNotNull requireNotNull'.split(
      ' ',
    ),
  byName: { module: 'package', hasImplicitReceiver: true },
  resolver: packageResolver(['.kt', '.java']),
  isTest: (path) => /(?:^|\/)(?:test|[a-z]+Test|androidTest)\//.test(path),
})
