import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { inRole, type Reshaping, unread, withType } from '../../thin/reshape.ts'
import { childIn, type ThinSyntax } from '../../thin/syntax.ts'
import { calledTokens } from './macros.ts'
import { resolver } from './resolver.ts'
import { declaredModule, usedNames } from './uses.ts'

const syntax: ThinSyntax = {
  comments: ['line_comment', 'block_comment'],
  definitions: {
    function_item: {
      kind: 'function',
      parameters: ['parameters'],
      type: 'return_type',
      typeParameters: 'type_parameters',
    },
    function_signature_item: { kind: 'function', parameters: ['parameters'], type: 'return_type' },
    macro_definition: { kind: 'function', body: 'macro_rule' },
    struct_item: { kind: 'class', typeParameters: 'type_parameters' },
    union_item: { kind: 'class', typeParameters: 'type_parameters' },
    enum_item: { kind: 'enum', typeParameters: 'type_parameters' },
    trait_item: {
      kind: 'interface',
      typeParameters: 'type_parameters',
      bases: (node) => named(childIn(node, 'bounds')),
    },
    impl_item: {
      kind: 'extension',
      name: 'type',
      typeParameters: 'type_parameters',
      bases: (node) => node.children.filter(({ field }) => field === 'trait'),
    },
    mod_item: { kind: 'namespace' },
    type_item: { kind: 'alias', type: 'type' },
    associated_type: { kind: 'alias' },
    const_item: { kind: 'variable', type: 'type', value: 'value' },
    static_item: { kind: 'variable', type: 'type', value: 'value' },
    field_declaration: { kind: 'field', type: 'type' },
    enum_variant: { kind: 'field' },
  },
  groups: [],
  imports: { use_declaration: usedNames, module_file: declaredModule },
  calls: {
    call_expression: { callee: 'function' },
    struct_expression: { callee: 'name', arguments: 'body', isNew: true },
    macro_invocation: { callee: 'macro', arguments: 'token_tree' },
  },
  members: {
    field_expression: { object: 'value', name: 'field' },
    scoped_identifier: { object: 'path', name: 'name' },
    scoped_type_identifier: { object: 'path', name: 'name' },
  },
  wrappers: {
    generic_function: 'function',
    generic_type_with_turbofish: 'type',
    reference_type: 'type',
    pointer_type: 'type',
    reference_expression: 'value',
    parenthesized_expression: '*',
    try_expression: '*',
    await_expression: '*',
    mut_pattern: 'identifier',
    ref_pattern: 'identifier',
    dynamic_type: 'trait',
    abstract_type: 'trait',
    bracketed_type: '*',
  },
  names: ['identifier', 'field_identifier', 'crate', 'super', 'here', 'shorthand_field_identifier', 'metavariable'],
  types: ['type_identifier', 'primitive_type'],
  lambdas: { closure_expression: { kind: 'function', parameters: ['parameters'] } },
  locals: {
    let_declaration: { name: 'pattern', type: 'type', value: 'value' },
    let_condition: { name: 'pattern' },
    for_expression: { name: 'pattern', each: 'value' },
    match_arm: { name: 'pattern' },
  },
  parameters: { parameter: { name: 'pattern', type: 'type' }, self_parameter: { name: 'self' } },
  self: ['self', 'Self'],
  generics: { generic_type: { type: 'type', arguments: 'type_arguments' } },
  containers: { array_type: 'element' },
  elements: { index_expression: '*' },
  literals: [
    'string_literal',
    'raw_string_literal',
    'integer_literal',
    'float_literal',
    'boolean_literal',
    'char_literal',
  ],
  blocks: ['block', 'match_arm'],
  isPublic: (_, node) => node.children.some(({ type }) => type === 'visibility_modifier'),
}

const named = (node: SyntaxNode | undefined): readonly SyntaxNode[] => node?.children.filter((each) => each.named) ?? []

/** A pattern without what it is compared with. */
const bound = (node: SyntaxNode): SyntaxNode =>
  withType(
    node,
    'pattern',
    node.children.filter(({ field }) => field !== 'type'),
  )

/** What a module within a file calls `super` is the file; of `super::super`, the inner one is that of this module. */
function withinFile(node: SyntaxNode, isUsed = false): SyntaxNode {
  if (node.type === 'super') return withType(node, 'here')
  const isPath = node.type.startsWith('scoped_') || node.type === 'use_wildcard'
  let isDone = false
  const children = node.children.map((child) => {
    const made = isPath && isDone ? child : withinFile(child, isUsed || node.type === 'use_declaration')
    isDone ||= made !== child
    return made
  })
  const [first] = children
  // What is called `super::name` is `name` of the file; what is used is found by the path
  if (isDone && node.type === 'scoped_identifier' && first?.type === 'here' && !isUsed)
    return inRole(children.at(-1) ?? node, node.field)
  return isDone ? withType(node, node.type, children) : node
}

const reshape: Reshaping = {
  attribute_item: unread,
  inner_attribute_item: unread,
  mod_item: (node) => (childIn(node, 'body') ? withinFile(node) : withType(node, 'module_file')),
  token_tree: calledTokens,
  tuple_struct_pattern: bound,
  struct_pattern: bound,
  // The fields of a variant are none of its enum
  enum_variant: (node) =>
    withType(
      node,
      node.type,
      node.children.filter(({ type }) => type !== 'field_declaration_list'),
    ),
}

/** Rust, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`rust`,
  grammars: { '.rs': 'rust' },
  manifests: ['Cargo.toml'],
  syntax,
  reshape,
  builtins:
    'Some None Ok Err Box Vec String Option Result Rc Arc drop println print eprintln eprint format write writeln panic assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne vec todo unimplemented unreachable matches dbg concat stringify include_str include_bytes include env option_env cfg line file column module_path compile_error thread_local bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64'.split(
      ' ',
    ),
  byName: { module: 'file', hasOneOfName: true, roots: ['crate', 'super'] },
  resolver,
  isTest: (path) => /(?:^|\/)(?:tests|benches)\//.test(path),
})
