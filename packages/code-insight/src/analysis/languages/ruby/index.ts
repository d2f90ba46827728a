import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import { reshape } from './reshape.ts'
import { resolver } from './resolver.ts'

const METHOD = { kind: 'function', parameters: ['parameters'] } as const

const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: {
    class: { kind: 'class', bases },
    module: { kind: 'class', bases },
    method: METHOD,
    singleton_method: METHOD,
    defined_method: METHOD,
    constant_assignment: { kind: 'variable', name: 'left', value: 'right' },
    attribute: { kind: 'field' },
  },
  groups: [],
  imports: { require: required },
  calls: { call: { callee: 'method', object: 'receiver' }, creation: { callee: 'receiver', isNew: true } },
  members: {
    scope_resolution: { object: 'scope', name: 'name' },
    instance_member: { object: 'object', name: 'name' },
  },
  wrappers: { parenthesized_statements: '*', superclass: '*', block_argument: '*' },
  names: ['identifier', 'constant', 'operator', 'setter', 'class_variable', 'global_variable'],
  types: [],
  lambdas: {
    block: { kind: 'function', parameters: ['parameters'] },
    do_block: { kind: 'function', parameters: ['parameters'] },
    lambda: { kind: 'function', parameters: ['parameters'] },
  },
  locals: {
    assignment: { name: 'left', value: 'right' },
    operator_assignment: { name: 'left' },
    for: { name: 'pattern', each: 'value' },
    exception_variable: { name: 'identifier' },
  },
  parameters: {
    optional_parameter: { name: 'name', isOptional: true },
    keyword_parameter: { name: 'name', isOptional: true },
    splat_parameter: { name: 'name', isRest: true },
    hash_splat_parameter: { name: 'name', isRest: true },
    block_parameter: { name: 'name', isOptional: true },
  },
  self: ['self'],
  super: ['super'],
  elements: { element_reference: 'object' },
  literals: ['string_content', 'integer', 'float', 'simple_symbol', 'true', 'false', 'nil', 'regex'],
  isPublic: () => true,
}

/** The class that it extends, and the modules that it mixes in. */
function bases(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.flatMap((child) => {
    if (child.field === 'superclass') return [child]
    return child.field === 'body'
      ? child.children.flatMap(({ type, children }) => (type === 'mixin' ? children : []))
      : []
  })
}

/** `require 'a/b'`, `require_relative '../b'`. */
function required(node: SyntaxNode, text: string): ThinImport | undefined {
  const [method, path] = node.children
  if (method === undefined || path === undefined) return undefined
  const written = textOf(path, text)
  const module = textOf(method, text) === 'require_relative' ? `./${written}` : written
  return { module, bindings: [], isStar: true }
}

/** Ruby, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`ruby`,
  grammars: { '.rb': 'ruby', '.rake': 'ruby', '.gemspec': 'ruby', '.ru': 'ruby' },
  shebang: /^#!.*\bruby/,
  manifests: [],
  syntax,
  reshape,
  builtins:
    'puts print p pp raise loop lambda proc format sprintf printf rand sleep exit abort at_exit catch throw binding block_given? caller eval freeze dup clone hash inspect is_a? kind_of? nil? respond_to? send public_send instance_variable_get instance_variable_set tap then to_s to_a to_h to_i private public protected module_function private_constant attr_accessor attr_reader attr_writer include extend prepend define_method alias_method Integer Float String Array Hash'.split(
      ' ',
    ),
  byName: {
    callsBare: true,
    module: 'program',
    hasOneOfName: true,
    hasImplicitReceiver: true,
    constructorName: 'initialize',
  },
  resolver,
  isTest: (path) => /(?:^|\/)(?:test|spec)\/|_(?:test|spec)\.rb$/.test(path),
})
