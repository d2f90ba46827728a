import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { inRole, nodeAround, type Reshaping, unread, withType } from '../../thin/reshape.ts'
import { below, childIn, partIn, type ThinSyntax } from '../../thin/syntax.ts'
import { includedFile, usedNames } from './imports.ts'
import { resolver } from './resolver.ts'

const CLASS = { kind: 'class', bases } as const

const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: {
    class_declaration: CLASS,
    trait_declaration: CLASS,
    interface_declaration: { kind: 'interface', bases },
    enum_declaration: { kind: 'enum', bases },
    function_definition: { kind: 'function', parameters: ['parameters'], type: 'return_type' },
    method_declaration: { kind: 'function', parameters: ['parameters'], type: 'return_type' },
    const_element: { kind: 'variable' },
    property: { kind: 'field', type: 'type', value: 'value' },
    enum_case: { kind: 'field' },
  },
  groups: ['const_declaration', 'property_declaration'],
  imports: {
    namespace_use_declaration: usedNames,
    require_expression: includedFile,
    require_once_expression: includedFile,
    include_expression: includedFile,
    include_once_expression: includedFile,
  },
  packages: { namespace_definition: 'name' },
  calls: {
    function_call_expression: { callee: 'function' },
    member_call_expression: { callee: 'name', object: 'object' },
    nullsafe_member_call_expression: { callee: 'name', object: 'object' },
    scoped_call_expression: { callee: 'name', object: 'scope' },
    object_creation_expression: { callee: '*', body: 'body', isNew: true },
  },
  members: {
    member_access_expression: { object: 'object', name: 'name' },
    nullsafe_member_access_expression: { object: 'object', name: 'name' },
    scoped_property_access_expression: { object: 'scope', name: 'name' },
    class_constant_access_expression: { object: '*', name: '*last' },
    qualified: { object: 'object', name: 'name' },
  },
  wrappers: {
    parenthesized_expression: '*',
    named_type: '*',
    optional_type: '*',
    argument: '*',
    clone_expression: '*',
  },
  names: ['name', 'variable_name'],
  types: ['primitive_type'],
  lambdas: {
    anonymous_function: { kind: 'function', parameters: ['parameters'], type: 'return_type' },
    arrow_function: { kind: 'function', parameters: ['parameters'], type: 'return_type' },
  },
  locals: { assignment_expression: { name: 'left', value: 'right' }, foreach: { name: 'name', each: 'each' } },
  parameters: {
    simple_parameter: { name: 'name', type: 'type', fallback: 'default_value' },
    property_promotion_parameter: { name: 'name', type: 'type', fallback: 'default_value' },
    variadic_parameter: { name: 'name', type: 'type', isRest: true },
  },
  self: ['$this', 'self', 'static'],
  super: ['parent'],
  elements: { subscript_expression: '*' },
  literals: ['string', 'integer', 'float', 'boolean', 'null'],
  isPublic: (_, node, text) =>
    !node.children.some(
      (child) => child.type === 'visibility_modifier' && text.slice(child.start, child.end) !== 'public',
    ),
}

/** What it extends and implements, and the traits that it uses. */
function bases(node: SyntaxNode): readonly SyntaxNode[] {
  const used = childIn(node, 'body')?.children.filter(({ type }) => type === 'use_declaration') ?? []
  return [partIn(node, 'base_clause'), partIn(node, 'class_interface_clause'), ...used].flatMap(
    (clause) => clause?.children.filter(({ type }) => type === 'name' || type === 'qualified') ?? [],
  )
}

/** `A\B\c` is a member of a member. */
function qualified(node: SyntaxNode): SyntaxNode {
  const names = [...below(node)].filter(({ type }) => type === 'name')
  const [first, ...rest] = names
  if (first === undefined) return node
  return rest.reduce((object, name) => nodeAround('qualified', { object, name }), first)
}

/** `private $a = 1, $b;` is two fields of that type, without the sigil by which only the declaration has them. */
function properties(node: SyntaxNode): SyntaxNode {
  const rest = node.children.filter(({ type }) => type !== 'property_element')
  const made = node.children.flatMap((each) => {
    const name = each.type === 'property_element' ? childIn(each, 'name') : undefined
    return name
      ? [
          property(
            name,
            rest,
            each.children.findLast((child) => child.named && child !== name),
          ),
        ]
      : []
  })
  return withType(node, node.type, made)
}

function property(name: SyntaxNode, rest: readonly SyntaxNode[], value?: SyntaxNode): SyntaxNode {
  const bare = { ...name, type: 'name', field: 'name', start: name.start + 1, children: [] }
  const kept = rest.filter(({ type, field }) => field === 'type' || type === 'visibility_modifier')
  const children = [...kept, bare, ...(value ? [inRole(value, 'value')] : [])]
  return {
    ...name,
    type: 'property',
    field: undefined,
    start: Math.min(...children.map(({ start }) => start)),
    end: value?.end ?? name.end,
    children,
  }
}

/** What a constructor promotes is a field beside its methods. */
function withPromoted(node: SyntaxNode): SyntaxNode {
  const promoted = node.children.flatMap((each) =>
    each.type === 'method_declaration' ? (childIn(each, 'parameters')?.children ?? []) : [],
  )
  const made = promoted.flatMap((each) => {
    const name = each.type === 'property_promotion_parameter' ? childIn(each, 'name') : undefined
    return name ? [property(name, each.children)] : []
  })
  return made.length > 0 ? withType(node, node.type, [...made, ...node.children]) : node
}

/** `foreach (all as $key => $one)`: the last is an element. */
function loop(node: SyntaxNode): SyntaxNode {
  const [each, target, ...rest] = node.children.filter((child) => child.named)
  const names = target?.type === 'pair' ? target.children.filter((child) => child.named) : target ? [target] : []
  const children = [...names.map((name) => inRole(name, 'name')), ...(each ? [inRole(each, 'each')] : []), ...rest]
  return withType(node, 'foreach', children)
}

/** `new class($a) extends Base { … }` makes an instance of a class without a name. */
function creation(node: SyntaxNode): SyntaxNode {
  const made = partIn(node, 'anonymous_class')
  const [keyword, body] = [made?.children.find(({ type }) => type === 'class'), childIn(made, 'body')]
  if (made === undefined || keyword === undefined || body === undefined) return node
  const callee = bases(made)[0] ?? withType({ ...keyword, named: true }, 'null')
  return withType(node, node.type, [
    callee,
    inRole(partIn(made, 'arguments') ?? unread(keyword), 'arguments'),
    inRole(body, 'body'),
  ])
}

/** `use A { A::log as write; }`: a class has what a trait has under another name. */
function renamed(node: SyntaxNode): SyntaxNode {
  const [of, ...rest] = node.children.filter(({ named }) => named)
  const name = rest.at(-1)
  if (of === undefined || name?.type !== 'name') return node
  const self = { ...of, type: 'self', children: [] }
  const value = of.type === 'name' ? withType(of, 'class_constant_access_expression', [self, of]) : of
  return withType(node, 'property', [inRole(value, 'type'), inRole(name, 'name')])
}

const reshape: Reshaping = {
  attribute_list: unread,
  variable_name: (node) => withType(node, node.type, []),
  relative_scope: (node) => withType(node, node.type, []),
  qualified_name: qualified,
  property_declaration: properties,
  declaration_list: withPromoted,
  const_element: (node) =>
    withType(
      node,
      node.type,
      node.children.map((child, at) => (at === 0 ? inRole(child, 'name') : child)),
    ),
  foreach_statement: loop,
  object_creation_expression: creation,
  use_as_clause: renamed,
}

/** PHP, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`php`,
  grammars: { '.php': 'php', '.phtml': 'php', '.inc': 'php' },
  shebang: /^#!.*\bphp/,
  isMarkup: true,
  manifests: ['composer.json'],
  syntax,
  reshape,
  builtins: 'isset unset empty array list exit die compact extract count strlen sprintf printf'.split(' '),
  byName: { module: 'package', hasOneOfName: true, constructorName: '__construct' },
  resolver,
  isTest: (path) => /(?:^|\/)tests?\/|Test\.php$/i.test(path),
})
