import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { packageResolver } from '../../thin/resolving.ts'
import { childIn, partIn, type ThinDefinition, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import type { FunctionMark } from '../../tree.ts'

const method: ThinDefinition = {
  kind: 'function',
  parameters: ['parameters'],
  type: 'type',
  typeParameters: 'type_parameters',
  marks,
}
const field: ThinDefinition = { kind: 'field', name: 'declarator', type: 'type' }

const syntax: ThinSyntax = {
  comments: ['line_comment', 'block_comment'],
  definitions: {
    class_declaration: { kind: 'class', typeParameters: 'type_parameters', bases },
    record_declaration: { kind: 'class', parameters: ['parameters'], typeParameters: 'type_parameters', bases },
    interface_declaration: { kind: 'interface', typeParameters: 'type_parameters', bases },
    annotation_type_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum', bases },
    enum_constant: { kind: 'field' },
    method_declaration: method,
    constructor_declaration: method,
    compact_constructor_declaration: method,
    annotation_type_element_declaration: { kind: 'function', type: 'type' },
    field_declaration: field,
    constant_declaration: field,
    local_variable_declaration: { kind: 'variable', name: 'declarator', type: 'type' },
  },
  groups: [],
  imports: { import_declaration: imported },
  packages: { package_declaration: '*last' },
  calls: {
    method_invocation: { callee: 'name', object: 'object' },
    object_creation_expression: { callee: 'type', body: 'class_body', isNew: true },
    explicit_constructor_invocation: { callee: 'constructor' },
  },
  members: {
    field_access: { object: 'object', name: 'field' },
    scoped_identifier: { object: 'scope', name: 'name' },
    scoped_type_identifier: { object: '*', name: '*last' },
    method_reference: { object: '*', name: '*last' },
  },
  wrappers: { parenthesized_expression: '*', annotated_type: '*last', wildcard: '*last', catch_type: '*' },
  names: ['identifier'],
  types: ['type_identifier', 'integral_type', 'floating_point_type', 'boolean_type'],
  lambdas: { lambda_expression: { kind: 'function', parameters: ['parameters'] } },
  locals: {
    enhanced_for_statement: { name: 'name', type: 'type', each: 'value' },
    resource: { name: 'name', type: 'type', value: 'value' },
    catch_formal_parameter: { name: 'name', type: 'catch_type' },
    instanceof_expression: { name: 'name', type: 'right' },
    type_pattern: { name: '*last', type: '*' },
  },
  declarators: { variable_declarator: { name: 'name', value: 'value' } },
  parameters: {
    formal_parameter: { name: 'name', type: 'type' },
    spread_parameter: { name: 'variable_declarator', type: '*', isRest: true },
  },
  self: ['this'],
  super: ['super'],
  casts: { cast_expression: { type: 'type', value: 'value' } },
  generics: { generic_type: { type: '*', arguments: 'type_arguments' } },
  containers: { array_type: 'element', array_creation_expression: 'type' },
  elements: { array_access: 'array' },
  choices: { ternary_expression: ['consequence', 'alternative'], switch_expression: [] },
  literals: ['null_literal', 'void_type'],
  literalTypes: {
    string_literal: 'String',
    character_literal: 'char',
    decimal_integer_literal: (written) => (/l$/i.test(written) ? 'long' : 'int'),
    hex_integer_literal: (written) => (/l$/i.test(written) ? 'long' : 'int'),
    decimal_floating_point_literal: (written) => (/f$/i.test(written) ? 'float' : 'double'),
    class_literal: 'Class',
    true: 'boolean',
    false: 'boolean',
  },
  blocks: ['block', 'for_statement', 'enhanced_for_statement', 'try_with_resources_statement', 'catch_clause'],
  inferred: ['var'],
  isPublic: (_, node, text) => !marked(node, text, 'private'),
}

const marked = (node: SyntaxNode, text: string, word: string): boolean =>
  partIn(node, 'modifiers')?.children.some((each) => textOf(each, text) === word) === true

function marks(node: SyntaxNode, text: string): readonly FunctionMark[] {
  const words = (['static', 'abstract', 'private'] as const).filter((word) => marked(node, text, word))
  return node.type === 'method_declaration' ? words : [...words, 'constructor']
}

/** What stands after `extends` and `implements`. */
function bases(node: SyntaxNode): readonly SyntaxNode[] {
  const named = (each: SyntaxNode | undefined) => each?.children.filter((child) => child.named) ?? []
  const lists = ['superclass', 'interfaces', 'extends_interfaces'].flatMap((role) => named(partIn(node, role)))
  return lists.flatMap((each) => (each.type === 'type_list' ? named(each) : each))
}

function imported(node: SyntaxNode, text: string): ThinImport | undefined {
  const path = node.children.find(({ type }) => type === 'scoped_identifier' || type === 'identifier')
  if (path === undefined) return undefined
  const module = textOf(path, text)
  if (partIn(node, 'asterisk')) return { module, bindings: [], isStar: true }
  const name = childIn(path, 'name') ?? path
  const local = textOf(name, text)
  if (!node.children.some(({ type }) => type === 'static')) return { module, bindings: [{ imported: '*', local }] }
  return { module: textOf(childIn(path, 'scope') ?? path, text), bindings: [{ imported: local, local }] }
}

/** Java, as far as what is written says it. */
export default thinLanguage({
  name: cleanLiteral`java`,
  grammars: { '.java': 'java' },
  manifests: [],
  syntax,
  builtins: [],
  byName: {
    module: 'package',
    hasImplicitReceiver: true,
    family: 'jvm',
    callsNoVariables: true,
    convertible: [
      ['byte', 'short', 'char', 'int', 'long', 'float', 'double'],
      [
        'byte',
        'short',
        'int',
        'long',
        'float',
        'double',
        'Byte',
        'Short',
        'Integer',
        'Long',
        'Float',
        'Double',
        'Number',
      ],
      ['char', 'Character'],
      ['boolean', 'Boolean'],
      ['String', 'CharSequence'],
    ],
  },
  resolver: packageResolver(['.java', '.kt']),
  isTest: (path) => /(?:^|\/)(?:src\/test|test|tests)\/|Tests?\.java$/.test(path),
})
