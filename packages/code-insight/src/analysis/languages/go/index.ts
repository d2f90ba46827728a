import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { folderOf } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { withType } from '../../thin/reshape.ts'
import { childIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'

const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: {
    function_declaration: {
      kind: 'function',
      parameters: ['parameters'],
      type: 'result',
      typeParameters: 'type_parameters',
    },
    method_declaration: { kind: 'function', parameters: ['parameters'], owner: 'receiver', type: 'result' },
    method_elem: { kind: 'function', parameters: ['parameters'], type: 'result' },
    type_spec: {
      kind: { role: 'type', kinds: { struct_type: 'class', interface_type: 'interface' }, else: 'alias' },
      body: 'type',
      type: 'type',
      typeParameters: 'type_parameters',
      bases: embedded,
    },
    type_alias: { kind: 'alias', type: 'type' },
    const_spec: { kind: 'variable', type: 'type', value: 'value' },
    var_spec: { kind: 'variable', type: 'type', value: 'value' },
    field_declaration: { kind: 'field', type: 'type' },
  },
  groups: [
    'import_declaration',
    'import_spec_list',
    'type_declaration',
    'const_declaration',
    'var_declaration',
    'var_spec_list',
  ],
  imports: { import_spec: imported },
  calls: {
    call_expression: { callee: 'function' },
    type_conversion_expression: { callee: 'type', isNew: true },
    composite_literal: { callee: 'type', isNew: true },
  },
  members: {
    selector_expression: { object: 'operand', name: 'field' },
    qualified_type: { object: 'package', name: 'name' },
  },
  wrappers: {
    parenthesized_expression: '*',
    parenthesized_type: '*',
    pointer_type: '*',
    unary_expression: 'operand',
    type_elem: '*',
    parameter_declaration: 'type',
  },
  names: ['identifier', 'package_identifier'],
  types: ['type_identifier'],
  lambdas: { func_literal: { kind: 'function', parameters: ['parameters'], type: 'result' } },
  locals: {
    short_var_declaration: { name: 'left', value: 'right' },
    range_clause: { name: 'left', each: 'right', position: 1 },
    receive_statement: { name: 'left', value: 'right' },
  },
  parameters: {
    parameter_declaration: { name: 'name', type: 'type' },
    variadic_parameter_declaration: { name: 'name', type: 'type', isRest: true },
  },
  casts: { type_assertion_expression: { type: 'type', value: 'operand' } },
  generics: {
    generic_type: { type: 'type', arguments: 'type_arguments' },
    type_instantiation_expression: { type: 'type', arguments: 'type_arguments' },
  },
  containers: { slice_type: 'element', array_type: 'element', map_type: 'value', channel_type: 'value' },
  tuples: ['parameter_list'],
  elements: { index_expression: 'operand', slice_expression: 'operand', receive_expression: 'operand' },
  literals: ['interpreted_string_literal', 'raw_string_literal', 'int_literal', 'float_literal', 'rune_literal'],
  blocks: [
    'block',
    'if_statement',
    'for_statement',
    'expression_case',
    'type_case',
    'communication_case',
    'expression_switch_statement',
    'type_switch_statement',
  ],
  isPublic: (name) => /^\p{Lu}/u.test(name),
}

/** A field without a name, or an element of an interface that is no method. */
function embedded(node: SyntaxNode): readonly SyntaxNode[] {
  const members = childIn(node, 'type')?.children.flatMap((child) =>
    child.type === 'field_declaration_list' ? child.children : [child],
  )
  return (members ?? []).flatMap((member) => {
    if (member.type === 'type_elem') return member.children.filter(({ named }) => named)
    return member.type === 'field_declaration' && !childIn(member, 'name') ? (childIn(member, 'type') ?? []) : []
  })
}

function imported(node: SyntaxNode, text: string): ThinImport | undefined {
  const path = childIn(node, 'path')
  if (path === undefined) return undefined
  const module = textOf(path, text).slice(1, -1)
  const name = childIn(node, 'name')
  if (name?.type === 'dot') return { module, bindings: [], isStar: true }
  const local = name ? textOf(name, text) : packageName(module)
  return { module, bindings: local === '_' ? [] : [{ imported: '*', local }] }
}

/** What a package is called as a rule: `gopkg.in/yaml.v3` is `yaml`, and `example.com/shop/v2` is `shop`. */
function packageName(module: string): string {
  const parts = module.split('/').filter((part, at) => at === 0 || !/^v\d+$/.test(part))
  return (parts.at(-1) ?? '').replace(/^go-|\.v\d+$|[.-]go$/g, '')
}

/** An import is a folder below the one whose `go.mod` names the path that it begins with. */
function resolver(project: CodeFiles): ImportResolver {
  const roots = project.manifests
    .filter((path) => /(?:^|\/)go\.mod$/.test(path))
    .flatMap((path) => {
      const name = /^\s*module\s+"?([^\s"]+)/m.exec(project.text(path) ?? '')?.[1]
      return name === undefined ? [] : [{ name, folder: folderOf(path) }]
    })
    .sort((a, b) => b.name.length - a.name.length)
  return {
    resolve: (module) => {
      const root = roots.find(({ name }) => module === name || module.startsWith(`${name}/`))
      const path = root && [root.folder, module.slice(root.name.length + 1)].filter(Boolean).join('/')
      return path !== undefined && (path === '' || project.hasFolder(path))
        ? { kind: 'folder', path }
        : { kind: 'outside', name: module }
    },
  }
}

/** Go, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`go`,
  grammars: { '.go': 'go' },
  manifests: ['go.mod'],
  syntax,
  // What is received is one of what the channel holds
  reshape: {
    unary_expression: (node) =>
      childIn(node, 'operator')?.type === '<-' ? withType(node, 'receive_expression') : node,
  },
  builtins:
    'append cap clear close complex copy delete imag len make max min new panic print println real recover any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr'.split(
      ' ',
    ),
  byName: { module: 'folder', hasShapes: true, likeFirst: ['append', 'make', 'max', 'min', 'new'] },
  resolver,
  isTest: (path) => /_test\.go$|(?:^|\/)testdata\//.test(path),
})
