import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { folderOf, joinPaths } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { below, partIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import { reshape } from './reshape.ts'

const CLASS = { bases, typeParameters: 'type_parameters' }

const syntax: ThinSyntax = {
  comments: ['comment', 'documentation_comment'],
  definitions: {
    class_definition: { kind: 'class', ...CLASS },
    mixin_declaration: { kind: 'class', name: 'identifier', body: 'class_body', bases },
    enum_declaration: { kind: 'enum', ...CLASS },
    extension_declaration: { kind: 'extension', name: 'class' },
    function: { kind: 'function', parameters: ['formal_parameter_list'], type: 'type' },
    getter: { kind: 'function', type: 'type', marks: () => ['getter'] },
    setter: { kind: 'function', parameters: ['formal_parameter_list'], marks: () => ['setter'] },
    construction: { kind: 'function', parameters: ['parameters'], marks: () => ['constructor'] },
    field: { kind: 'field', type: 'type', value: 'value' },
    variable: { kind: 'variable', type: 'type', value: 'value' },
    enum_constant: { kind: 'field' },
    type_alias: { kind: 'alias', name: 'type_identifier' },
  },
  groups: ['import_or_export'],
  imports: {
    library_import: imported,
    library_export: imported,
    part_directive: imported,
    part_of_directive: imported,
  },
  calls: {
    call: { callee: 'callee' },
    new_expression: { callee: '*', isNew: true },
    const_object_expression: { callee: 'type_identifier', isNew: true },
  },
  members: { member: { object: 'object', name: 'name' } },
  wrappers: { parenthesized_expression: '*', await_expression: '*', nullable_type: '*', argument: '*' },
  names: ['identifier'],
  types: ['type_identifier'],
  lambdas: { function_expression: { kind: 'function', parameters: ['parameters'] } },
  locals: {
    local: { name: 'name', type: 'type', value: 'value' },
    for_loop_parts: { name: 'name', type: 'type', each: 'value' },
  },
  parameters: {
    optional_parameter: { name: 'name', type: 'type_identifier', isOptional: true },
    formal_parameter: { name: 'name', type: 'type_identifier' },
  },
  self: ['this'],
  super: ['super'],
  blocks: ['for_statement'],
  isPublic: (name) => !name.startsWith('_'),
}

function bases(node: SyntaxNode): readonly SyntaxNode[] {
  const clauses = [partIn(node, 'superclass'), partIn(partIn(node, 'superclass'), 'mixins'), partIn(node, 'interfaces')]
  const direct = node.type === 'mixin_declaration' ? [node] : []
  return [...clauses, ...direct].flatMap(
    (clause) => clause?.children.filter(({ type }) => type === 'type_identifier') ?? [],
  )
}

/** All names of a library, under a prefix if one is given. */
function imported(node: SyntaxNode, text: string): ThinImport | undefined {
  const uri = [...below(node)].find(({ type }) => type === 'string_literal')
  if (uri === undefined) return undefined
  const module = textOf(uri, text).slice(1, -1)
  const prefix = partIn(partIn(node, 'import_specification'), 'identifier')
  if (prefix === undefined) return { module, bindings: [], isStar: true }
  return { module, bindings: [{ imported: '*', local: textOf(prefix, text) }] }
}

/** `package:name/path` is below `lib` of the package whose `pubspec.yaml` has the name, any other path is beside the file. */
function resolver(project: CodeFiles): ImportResolver {
  const packages = new Map(
    project.manifests.flatMap((path) => {
      const name = /^name:\s*["']?(\w+)/m.exec(project.text(path) ?? '')?.[1]
      return name === undefined ? [] : [[name, folderOf(path)] as const]
    }),
  )
  return {
    resolve: (module, from) => {
      const [, name = '', rest = ''] = /^package:(\w+)\/(.+)$/.exec(module) ?? []
      const folder = packages.get(name)
      const path = folder !== undefined ? joinPaths(folder, `lib/${rest}`) : joinPaths(folderOf(from), module)
      return path !== undefined && project.has(path) ? { kind: 'file', path } : { kind: 'outside', name: module }
    },
  }
}

/** Dart, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`dart`,
  grammars: { '.dart': 'dart' },
  manifests: ['pubspec.yaml'],
  syntax,
  reshape,
  builtins:
    'print identical identityHashCode String int double num bool List Map Set Iterable Future Stream Duration DateTime Object Exception StateError ArgumentError UnsupportedError UnimplementedError RegExp Uri'.split(
      ' ',
    ),
  byName: { module: 'file', hasOneOfName: true, hasImplicitReceiver: true },
  resolver,
  isTest: (path) => /(?:^|\/)(?:test|integration_test)\/|_test\.dart$/.test(path),
})
