import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { inRole, nodeAround, type Reshaping, withType } from '../../thin/reshape.ts'
import { packageFolder } from '../../thin/resolving.ts'
import { childIn, partIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import { withoutDirectives } from './directives.ts'

const bases = (node: SyntaxNode): readonly SyntaxNode[] =>
  partIn(node, 'base_list')?.children.filter(({ named }) => named) ?? []
const TYPE = { bases, typeParameters: 'type_parameter_list', parameters: ['parameter_list'] }

const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: {
    class_declaration: { kind: 'class', ...TYPE },
    struct_declaration: { kind: 'class', ...TYPE },
    record_declaration: { kind: 'class', ...TYPE },
    record_struct_declaration: { kind: 'class', ...TYPE },
    interface_declaration: { kind: 'interface', ...TYPE },
    enum_declaration: { kind: 'enum' },
    namespace_block: { kind: 'namespace' },
    delegate_declaration: { kind: 'alias' },
    method_declaration: {
      kind: 'function',
      parameters: ['parameters'],
      type: 'returns',
      marks: extending,
      typeParameters: 'type_parameters',
    },
    constructor_declaration: {
      kind: 'function',
      parameters: ['parameters'],
      first: ['constructor_initializer'],
      marks: () => ['constructor'],
    },
    destructor_declaration: { kind: 'function', parameters: ['parameters'] },
    operator_declaration: { kind: 'function', name: 'operator', parameters: ['parameters'], type: 'type' },
    conversion_operator_declaration: { kind: 'function', name: 'type', parameters: ['parameters'] },
    local_function_statement: { kind: 'function', parameters: ['parameters'], type: 'type' },
    accessor_property: { kind: 'function', type: 'type', marks: () => ['getter'] },
    indexer_declaration: {
      kind: 'function',
      name: 'this',
      parameters: ['parameters'],
      body: 'accessors',
      type: 'type',
    },
    property_declaration: { kind: 'field', type: 'type', value: 'value' },
    event_declaration: { kind: 'field', type: 'type' },
    field: { kind: 'field', type: 'type', value: 'value' },
    enum_member_declaration: { kind: 'field' },
  },
  groups: ['field_declaration', 'event_field_declaration'],
  imports: { using_directive: used },
  packages: { file_scoped_namespace_declaration: 'name', namespace_declaration: 'name' },
  calls: {
    invocation_expression: { callee: 'function' },
    object_creation_expression: { callee: 'type', isNew: true },
  },
  members: {
    member_access_expression: { object: 'expression', name: 'name' },
    qualified_name: { object: 'qualifier', name: 'name' },
    alias_qualified_name: { object: 'alias', name: 'name' },
  },
  wrappers: {
    parenthesized_expression: '*',
    await_expression: '*',
    nullable_type: 'type',
    arrow_expression_clause: '*',
    argument: '*',
    ref_type: 'type',
  },
  names: ['identifier', 'this'],
  types: ['predefined_type'],
  lambdas: {
    lambda_expression: { kind: 'function', parameters: ['parameters'] },
    anonymous_method_expression: { kind: 'function', parameters: ['parameters'], body: 'block' },
  },
  locals: {
    variable: { name: 'name', type: 'type', value: 'value' },
    foreach_statement: { name: 'left', type: 'type', each: 'right' },
    declaration_pattern: { name: 'name', type: 'type' },
    declaration_expression: { name: 'name', type: 'type' },
    catch_declaration: { name: 'name', type: 'type' },
  },
  parameters: {
    parameter: { name: 'name', type: 'type', fallback: 'fallback' },
    implicit_parameter: { name: 'name' },
  },
  self: ['this'],
  super: ['base'],
  casts: {
    cast_expression: { type: 'type', value: 'value' },
    as_expression: { type: 'right', value: 'left' },
  },
  generics: { generic_name: { type: '*', arguments: 'type_argument_list' } },
  containers: { array_type: 'type' },
  elements: { element_access_expression: 'expression' },
  literals: [
    'string_literal',
    'verbatim_string_literal',
    'raw_string_literal',
    'interpolated_string_text',
    'integer_literal',
    'real_literal',
    'character_literal',
    'boolean_literal',
  ],
  blocks: ['block', 'for_statement', 'using_statement', 'catch_clause', 'switch_section'],
  inferred: ['var'],
  isPublic: (_, node, text) =>
    node.children.some((child) => child.type === 'modifier' && textOf(child, text) === 'public'),
}

/** `using A.B;` brings all names of a namespace, `using static` those of a class, and `using X = A.B;` one. */
function used(node: SyntaxNode, text: string): ThinImport | undefined {
  const alias = childIn(node, 'name')
  const module = node.children.findLast((child) => child.named && child !== alias)
  if (module === undefined) return undefined
  const path = textOf(module, text)
  if (alias === undefined) return { module: path, bindings: [], isStar: true }
  const [of, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)]
  return { module: of, bindings: [{ imported: name, local: textOf(alias, text) }] }
}

const named = (node: SyntaxNode): readonly SyntaxNode[] => node.children.filter((child) => child.named)

/** `int a = 1, b` is two variables of that type. */
function variables(node: SyntaxNode): SyntaxNode {
  const type = childIn(node, 'type')
  const declarators = node.children.filter((child) => child.type === 'variable_declarator')
  const made = declarators.map((each) => {
    const name = childIn(each, 'name')
    return nodeAround('variable', { type, name, value: named(each).find((child) => child !== name) })
  })
  return withType(node, 'variables', made)
}

function fields(node: SyntaxNode): SyntaxNode {
  const modifiers = node.children.filter(({ type }) => type === 'modifier')
  const held = node.children.find(({ type }) => type === 'variables')?.children ?? []
  return withType(
    node,
    node.type,
    held.map((each) => withType(each, 'field', [...modifiers, ...each.children])),
  )
}

/** A property that runs something is a function. */
function property(node: SyntaxNode): SyntaxNode {
  const body = childIn(node, 'accessors') ?? childIn(node, 'value')
  const runs = body?.type === 'arrow_expression_clause' || body?.children.some((each) => childIn(each, 'body'))
  if (!body || !runs) return node
  const children = node.children.map((child) => (child === body ? inRole(child, 'body') : child))
  return withType(node, 'accessor_property', children)
}

/** `a?.b` is a member as `a.b` is. */
function conditional(node: SyntaxNode): SyntaxNode {
  const [expression, rest] = [childIn(node, 'condition'), node.children.at(-1)]
  if (expression === undefined || rest === undefined) return node
  return continued(expression, rest) ?? node
}

/** What follows `?.`, on what stands before it. */
function continued(expression: SyntaxNode, rest: SyntaxNode): SyntaxNode | undefined {
  if (rest.type === 'member_binding_expression')
    return nodeAround('member_access_expression', { expression, name: childIn(rest, 'name') })
  const [first] = rest.children
  const inner = first && continued(expression, first)
  return (
    inner &&
    first && { ...rest, start: expression.start, children: [inRole(inner, first.field), ...rest.children.slice(1)] }
  )
}

/** A first parameter that is marked by `this` is what it is called on. */
function extending(node: SyntaxNode, text: string): readonly ['extension'] | readonly [] {
  const first = childIn(node, 'parameters')?.children.find(({ named }) => named)
  const isMarked = first?.children.some((child) => child.type === 'modifier' && textOf(child, text) === 'this')
  return isMarked === true ? ['extension'] : []
}

/** One namespace is that of the file; of several, each is a part of it. */
function blocks(node: SyntaxNode): SyntaxNode {
  const isBlock = ({ type }: SyntaxNode) => type === 'namespace_declaration'
  if (node.children.filter(isBlock).length < 2) return node
  return withType(
    node,
    node.type,
    node.children.map((child) => (isBlock(child) ? withType(child, 'namespace_block') : child)),
  )
}

const reshape: Reshaping = {
  compilation_unit: blocks,
  variable_declaration: variables,
  parameter: (node) => {
    const at = node.children.findIndex(({ type }) => type === '=')
    return at < 0
      ? node
      : withType(
          node,
          node.type,
          node.children.map((child, index) => (index > at ? inRole(child, 'fallback') : child)),
        )
  },
  field_declaration: fields,
  event_field_declaration: fields,
  property_declaration: property,
  indexer_declaration: (node) =>
    withType(
      node,
      node.type,
      node.children.map((child) => (child.field === 'value' ? inRole(child, 'accessors') : child)),
    ),
  conditional_access_expression: conditional,
}

/** A namespace is the folder that is called as it is, or as what follows the name of the program that it begins with. */
function resolver(project: CodeFiles): ImportResolver {
  return {
    resolve: (module, from, member) => {
      const parts = module.split('.')
      const [file] = project.ending(`${member ?? parts.at(-1)}.cs`)
      if (file !== undefined) return { kind: 'file', path: file }
      const paths = parts.flatMap((_, at) => ['/', '.'].map((join) => parts.slice(at).join(join)))
      const folder = paths.map((path) => packageFolder(path, from, project)).find((found) => found !== undefined)
      return folder ?? { kind: 'outside', name: module }
    },
  }
}

/** C#, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`csharp`,
  grammars: { '.cs': 'c_sharp', '.csx': 'c_sharp' },
  manifests: [],
  syntax,
  reshape,
  parsableText: withoutDirectives,
  builtins:
    'nameof typeof sizeof default checked unchecked string int long bool object double decimal float char byte short uint ulong ushort sbyte void dynamic'.split(
      ' ',
    ),
  byName: { module: 'package', hasImplicitReceiver: true },
  resolver,
  isTest: (path) => /(?:^|\/)(?:[^/]*\.)?tests?(?:\.[^/]*)?\/|Tests?\.cs$/i.test(path),
})
