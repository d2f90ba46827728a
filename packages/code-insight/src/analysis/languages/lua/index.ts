import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { inRole, type Reshaping, withType } from '../../thin/reshape.ts'
import { below, childIn, partIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'

const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: {
    function_declaration: { kind: 'function', parameters: ['parameters'] },
    table: { kind: 'class', body: 'value' },
    variable: { kind: 'variable', value: 'value' },
  },
  groups: [],
  imports: { variable_declaration: required, local: required, function_call: required },
  exports: { module: (node, text) => textOf(partIn(node, '*') ?? node, text) },
  calls: { function_call: { callee: 'name' } },
  members: {
    dot_index_expression: { object: 'table', name: 'field' },
    method_index_expression: { object: 'table', name: 'method' },
  },
  wrappers: { parenthesized_expression: '*' },
  names: ['identifier'],
  types: [],
  lambdas: { function_definition: { kind: 'function', parameters: ['parameters'] } },
  locals: { local: { name: 'name', value: 'value' }, for_generic_clause: 'variable_list', for_numeric_clause: 'name' },
  parameters: {},
  self: ['self'],
  elements: { bracket_index_expression: 'table' },
  isPublic: (_, node, text) => !/^\s*local\b/.test(textOf(node, text)),
}

/** `local name = require 'a.b'`, or the call alone. */
function required(node: SyntaxNode, text: string): ThinImport | undefined {
  const call = node.type === 'function_call' ? node : childIn(node, 'value')
  const callee = call?.type === 'function_call' ? childIn(call, 'name') : undefined
  if (!call || !callee || textOf(callee, text) !== 'require') return undefined
  const path = [...below(call)].find(({ type }) => type === 'string_content')
  const name = node === call ? undefined : childIn(node, 'name')
  if (path === undefined) return undefined
  return {
    module: textOf(path, text),
    bindings: name ? [{ imported: '*', local: textOf(name, text) }] : [],
  }
}

/** A path of dots is looked for from the root, and in the folders that hold sources by convention. */
function resolver(project: CodeFiles): ImportResolver {
  return {
    resolve: (module) => {
      const name = module.replaceAll('.', '/')
      const paths = [`${name}.lua`, `${name}/init.lua`].flatMap((path) => [
        ...(project.has(path) ? [path] : []),
        ...project.ending(path),
      ])
      return paths[0] === undefined ? { kind: 'outside', name: module } : { kind: 'file', path: paths[0] }
    },
  }
}

/** What is given a function is one; a table with functions in it is a class of them. */
function assignment(node: SyntaxNode, isLocal = false): SyntaxNode {
  const list = partIn(node, 'variable_list')
  const held = partIn(node, 'expression_list')
  const names = list?.children.filter((child) => child.named) ?? []
  const values = held?.children.filter((child) => child.named) ?? []
  const [name, value] = [names[0], values[0]]
  if (name === undefined || names.length !== 1 || value === undefined || values.length !== 1)
    return isLocal && name ? withType(node, 'local', [...names.map((each) => inRole(each, 'name')), ...values]) : node
  if (value.type === 'function_definition')
    return withType(node, 'function_declaration', [inRole(name, 'name'), ...value.children])
  if (value.type === 'table_constructor' && value.children.some(({ type }) => type === 'function_declaration'))
    return withType(node, 'table', [inRole(name, 'name'), inRole(value, 'value')])
  const isPlain = isLocal || name.type === 'identifier'
  return isPlain ? withType(node, 'local', [inRole(name, 'name'), inRole(value, 'value')]) : node
}

const reshape: Reshaping = {
  assignment_statement: (node) => assignment(node),
  variable_declaration: (node) => {
    const inner = partIn(node, '*')
    return inner && inner.type !== 'variable_list' ? { ...inner, start: node.start } : assignment(node, true)
  },
  field: (node) => {
    const [name, value] = [childIn(node, 'name'), childIn(node, 'value')]
    if (name?.type !== 'identifier' || value?.type !== 'function_definition') return node
    return withType(node, 'function_declaration', [name, ...value.children])
  },
  chunk,
}

/** What the file returns by name; which of its tables are classes, since functions are defined in them. */
function chunk(node: SyntaxNode, text: string): SyntaxNode {
  const owners = new Set(
    node.children.flatMap((child) => {
      const owner = child.type === 'function_declaration' ? childIn(childIn(child, 'name'), 'table') : undefined
      return owner ? [textOf(owner, text)] : []
    }),
  )
  const made = (child: SyntaxNode): SyntaxNode => {
    const [name, value] = [childIn(child, 'name'), childIn(child, 'value')]
    if (child.type === 'return_statement') {
      const given = partIn(child, 'expression_list')?.children.filter(({ named }) => named) ?? []
      return given.length === 1 && given[0]?.type === 'identifier' ? withType(child, 'module', given) : child
    }
    if (child.type !== 'local' || !name) return child
    if (owners.has(textOf(name, text))) return withType(child, 'table')
    return value?.type === 'function_call' ? child : withType(child, 'variable')
  }
  return withType(node, node.type, node.children.map(made))
}

/** Lua, as far as its grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`lua`,
  grammars: { '.lua': 'lua' },
  shebang: /^#!.*\blua/,
  manifests: [],
  syntax,
  reshape,
  builtins:
    'assert collectgarbage dofile error getmetatable ipairs load loadfile loadstring next pairs pcall print rawequal rawget rawlen rawset require select setmetatable tonumber tostring type unpack xpcall'.split(
      ' ',
    ),
  byName: { module: 'file', hasOneOfName: true },
  resolver,
  isTest: (path) => /(?:^|\/)(?:tests?|spec)\/|_(?:test|spec)\.lua$/.test(path),
})
