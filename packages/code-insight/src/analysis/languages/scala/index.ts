import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { inRole, nodeAround, type Reshaping, unread, withType } from '../../thin/reshape.ts'
import { packageResolver } from '../../thin/resolving.ts'
import { childIn, partIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'

const CLASS = { bases, parameters: ['class_parameters'], typeParameters: 'type_parameters' }
const FUNCTION = { kind: 'function', parameters: ['parameters'], type: 'return_type' } as const

const syntax: ThinSyntax = {
  comments: ['comment', 'block_comment'],
  definitions: {
    class_definition: { kind: 'class', ...CLASS },
    object_definition: { kind: 'class', ...CLASS },
    package_object: { kind: 'namespace' },
    companion: { kind: 'namespace' },
    trait_definition: { kind: 'interface', ...CLASS },
    enum_definition: { kind: 'enum', ...CLASS },
    extension: { kind: 'extension' },
    function_definition: FUNCTION,
    function_declaration: FUNCTION,
    given_definition: { kind: 'variable', type: 'return_type', value: 'body' },
    member: { kind: 'field', name: 'pattern', type: 'type', value: 'value' },
    variable: { kind: 'variable', name: 'pattern', type: 'type', value: 'value' },
    val_declaration: { kind: 'field', type: 'type' },
    var_declaration: { kind: 'field', type: 'type' },
    type_definition: { kind: 'alias', type: 'type' },
    simple_enum_case: { kind: 'field' },
    full_enum_case: { kind: 'class', ...CLASS },
  },
  groups: ['enum_case_definitions'],
  imports: { import_declaration: imported },
  packages: { package_clause: 'name' },
  calls: {
    call_expression: { callee: 'function' },
    instance_expression: { callee: '*', body: 'template_body', isNew: true },
  },
  members: {
    field_expression: { object: 'value', name: 'field' },
    stable_identifier: { object: 'object', name: 'name' },
    stable_type_identifier: { object: 'object', name: 'name' },
  },
  wrappers: {
    generic_function: 'function',
    parenthesized_expression: '*',
    lazy_parameter_type: 'type',
    typed_pattern: 'pattern',
  },
  names: ['identifier', 'operator_identifier'],
  types: ['type_identifier'],
  lambdas: { lambda_expression: { kind: 'function', parameters: ['parameters'], body: '*' } },
  locals: {
    val_definition: { name: 'pattern', type: 'type', value: 'value' },
    var_definition: { name: 'pattern', type: 'type', value: 'value' },
    enumerator: { name: 'pattern', each: 'value' },
    case_clause: { name: 'pattern' },
  },
  parameters: {
    parameter: { name: 'name', type: 'type', fallback: 'default_value' },
    class_parameter: { name: 'name', type: 'type', fallback: 'default_value' },
    binding: { name: 'name', type: 'type' },
  },
  self: ['this'],
  super: ['super'],
  generics: { generic_type: { type: 'type', arguments: 'type_arguments' } },
  blocks: ['case_clause'],
  isPublic: (_, node, text) => {
    const modifiers = partIn(node, 'modifiers')
    return modifiers === undefined || !/\b(?:private|protected)\b/.test(textOf(modifiers, text))
  },
}

function bases(node: SyntaxNode): readonly SyntaxNode[] {
  return childIn(node, 'extend')?.children.filter(({ field, named }) => field === 'type' && named) ?? []
}

/** `import a.b.{C, D => E}`, `a.b._`, `a.b.C`. */
function imported(node: SyntaxNode, text: string): readonly ThinImport[] {
  const path = node.children.filter(({ field, named }) => field === 'path' && named).map((each) => textOf(each, text))
  const module = path.join('.')
  if (partIn(node, 'namespace_wildcard')) return [{ module, bindings: [], isStar: true }]
  const selectors = partIn(node, 'namespace_selectors')
  if (selectors === undefined) {
    const imported = path.at(-1) ?? ''
    return [{ module: path.slice(0, -1).join('.'), bindings: [{ imported, local: imported }] }]
  }
  if (partIn(selectors, 'namespace_wildcard')) return [{ module, bindings: [], isStar: true }]
  const bindings = selectors.children.flatMap((each) => {
    const [name, alias] = [childIn(each, 'name') ?? each, childIn(each, 'alias') ?? each]
    return each.named ? [{ imported: textOf(name, text), local: textOf(alias, text) }] : []
  })
  return [{ module, bindings }]
}

/** What is declared in a class or a file; an object beside the class of its name holds what belongs to that. */
const declaring = (type: string) => (node: SyntaxNode, text: string) => {
  const nameOf = (child: SyntaxNode): string => textOf(childIn(child, 'name') ?? child, text)
  const classes = new Set(
    node.children.filter((child) => /^(?:class|trait|enum)_definition$/.test(child.type)).map(nameOf),
  )
  const made = (child: SyntaxNode): SyntaxNode => {
    if (child.type === 'val_definition' || child.type === 'var_definition') return withType(child, type)
    return child.type === 'object_definition' && classes.has(nameOf(child)) ? withType(child, 'companion') : child
  }
  return withType(node, node.type, node.children.map(made))
}

/** All lists of parameters are one; those of types have the same role. */
function oneList(node: SyntaxNode): SyntaxNode {
  const lists = node.children.filter(({ type }) => type === 'parameters')
  const [first] = lists
  const whole =
    first &&
    withType(
      first,
      'parameters',
      lists.flatMap(({ children }) => children),
    )
  const others = node.children
    .filter((child) => !lists.includes(child))
    .map((child) => (child.field === 'parameters' ? inRole(child, 'type_parameters') : child))
  return withType(node, node.type, whole ? [...others, inRole(whole, 'parameters')] : others)
}

const reshape: Reshaping = {
  annotation: unread,
  function_definition: oneList,
  function_declaration: oneList,
  template_body: declaring('member'),
  enum_body: declaring('member'),
  compilation_unit: declaring('variable'),
  infix_expression: (node) => {
    const [value, name, given] = [childIn(node, 'left'), childIn(node, 'operator'), childIn(node, 'right')]
    if (value === undefined || name?.type !== 'identifier' || given === undefined) return node
    return nodeAround('call_expression', { function: nodeAround('field_expression', { value, field: name }), given })
  },
  extension_definition: (node) => {
    const name = partIn(partIn(partIn(node, 'parameters'), 'parameter'), 'type')
    const body = node.children.filter((child) => child.field === 'body')
    const whole =
      body[0] &&
      withType(
        body[0],
        'extension_body',
        body.map((each) => inRole(each, undefined)),
      )
    return name && whole ? withType(node, 'extension', [inRole(name, 'name'), inRole(whole, 'body')]) : node
  },
}

/** Scala, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`scala`,
  grammars: { '.scala': 'scala', '.sc': 'scala', '.sbt': 'scala' },
  manifests: [],
  syntax,
  reshape,
  builtins:
    'println print require assert assume List Seq Map Set Vector Array Option Some None Left Right Nil identity implicitly summon'.split(
      ' ',
    ),
  byName: { callsBare: true, module: 'package', hasImplicitReceiver: true },
  resolver: packageResolver(['.scala', '.java']),
  isTest: (path) => /(?:^|\/)(?:test|it)\//.test(path),
})
