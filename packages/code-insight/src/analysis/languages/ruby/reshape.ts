import type { SyntaxNode } from '../../syntax.ts'
import { inRole, nodeAround, type Reshaping, withType } from '../../thin/reshape.ts'
import { below, childIn, textOf } from '../../thin/syntax.ts'

/** What Ruby says with calls and other languages with a syntax of its own: by the name of the method. */
const SAID: Readonly<Record<string, (node: SyntaxNode, given: readonly SyntaxNode[]) => SyntaxNode | undefined>> = {
  require: imported,
  require_relative: imported,
  load: imported,
  include: (node, given) => withType(node, 'mixin', given),
  extend: (node, given) => withType(node, 'mixin', given),
  prepend: (node, given) => withType(node, 'mixin', given),
  attr_reader: attributes,
  attr_writer: attributes,
  attr_accessor: attributes,
  define_method: (node, [name]) => defined(node, name),
  alias_method: (node, [name]) => defined(node, name),
}

function imported(node: SyntaxNode, [path]: readonly SyntaxNode[]): SyntaxNode | undefined {
  const method = childIn(node, 'method')
  const [written, ...others] = path?.type === 'string' ? path.children.filter((child) => child.named) : []
  if (method === undefined || written?.type !== 'string_content' || others.length > 0) return undefined
  return withType(node, 'require', [method, written])
}

/** A symbol without its colon. */
const bare = (symbol: SyntaxNode): SyntaxNode => ({
  ...symbol,
  type: 'identifier',
  start: symbol.start + 1,
  children: [],
})

const isSymbol = ({ type }: SyntaxNode): boolean => type === 'simple_symbol'

function attributes(node: SyntaxNode, given: readonly SyntaxNode[]): SyntaxNode {
  const made = given.filter(isSymbol).map((symbol) => nodeAround('attribute', { name: bare(symbol) }))
  return withType(node, 'attributes', made)
}

function defined(node: SyntaxNode, name: SyntaxNode | undefined): SyntaxNode | undefined {
  if (name === undefined || !isSymbol(name)) return undefined
  const block = childIn(node, 'block')
  const children = [inRole(bare(name), 'name'), ...(block?.children ?? [])]
  return withType(node, 'defined_method', children)
}

function call(node: SyntaxNode, text: string): SyntaxNode {
  const [method, receiver] = [childIn(node, 'method'), childIn(node, 'receiver')]
  if (method === undefined) return node
  const name = textOf(method, text)
  if (method.type === 'super') return withType(node, 'super_call')
  const given = childIn(node, 'arguments')?.children.filter((child) => child.named) ?? []
  const [only, ...others] = given
  // `private def name`
  if (receiver === undefined && only?.type.endsWith('method') && others.length === 0) return only
  if (receiver === undefined) return (Object.hasOwn(SAID, name) ? SAID[name]?.(node, given) : undefined) ?? node
  const isClass = receiver.type === 'constant' || receiver.type === 'scope_resolution'
  if (name !== 'new' || !isClass) return node
  return withType(
    node,
    'creation',
    node.children.filter((child) => child !== method),
  )
}

/** A constant is defined by its first value; a class, by `Struct.new(…) do … end` and the like. */
function assignment(node: SyntaxNode, text: string): SyntaxNode {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')]
  if (left?.type !== 'constant' || right === undefined) return node
  const maker = right.type === 'creation' || right.type === 'call' ? childIn(right, 'receiver') : undefined
  if (!maker || !['Struct', 'Class', 'Data', 'Module'].includes(textOf(maker, text)))
    return withType(node, 'constant_assignment')
  const block = childIn(right, 'block')
  const body = block && childIn(block, 'body')
  const fields = (childIn(right, 'arguments')?.children ?? []).filter(isSymbol)
  const made = fields.map((symbol) => nodeAround('attribute', { name: bare(symbol) }))
  const whole = {
    ...(body ?? right),
    type: 'body_statement',
    field: 'body',
    children: [...made, ...(body?.children ?? [])],
  }
  return withType(node, 'class', [inRole(left, 'name'), whole])
}

/** `@name` is a member of the receiver. */
function instanceVariable(node: SyntaxNode): SyntaxNode {
  const object = { ...node, type: 'self', field: 'object', end: node.start + 1, children: [] }
  const name = { ...node, type: 'identifier', field: 'name', start: node.start + 1, children: [] }
  return withType(node, 'instance_member', [object, name])
}

/** What declares names that a bare one may mean, by the roles or types of the children that hold them. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  assignment: ['left'],
  operator_assignment: ['left'],
  for: ['pattern'],
  exception_variable: ['identifier'],
  in_clause: ['pattern'],
  method_parameters: ['*'],
  block_parameters: ['*'],
  lambda_parameters: ['*'],
  left_assignment_list: ['*'],
}
const SCOPES: ReadonlySet<string> = new Set(['program', 'method', 'singleton_method', 'class', 'module'])
/** Children that are names, and no values. */
const NAMING: ReadonlySet<string> = new Set(['name', 'method', 'left', 'pattern', 'parameters', 'alias'])

/** A bare name that nothing around it declares is a call of a method. */
function withBareCalls(root: SyntaxNode, text: string): SyntaxNode {
  const visit = (node: SyntaxNode, locals: ReadonlySet<string>): SyntaxNode => {
    if (node.type === 'identifier' && node.children.length === 0)
      return locals.has(textOf(node, text)) || !isValue(node)
        ? node
        : withType(node, 'call', [inRole({ ...node, children: [] }, 'method')])
    const seen = SCOPES.has(node.type) ? localsIn(node, text) : locals
    const children = node.children.map((child) => (isName(child, node) ? child : visit(child, seen)))
    return withType(node, node.type, children)
  }
  return visit(root, new Set())
}

const isValue = ({ field }: SyntaxNode): boolean => field === undefined || !NAMING.has(field)

const isName = (child: SyntaxNode, parent: SyntaxNode): boolean =>
  (child.field !== undefined && NAMING.has(child.field) && child.children.length === 0) ||
  DECLARING[parent.type]?.includes('*') === true ||
  parent.type === 'alias' ||
  (DECLARING[parent.type]?.includes(child.type) ?? false)

/** The local names of a scope, those of its blocks as well. */
function localsIn(scope: SyntaxNode, text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: SyntaxNode): void => {
    const roles = DECLARING[node.type]
    if (roles)
      for (const child of node.children)
        if (roles.includes('*') || roles.includes(child.field ?? child.type))
          for (const each of below(child)) if (each.type === 'identifier') found.add(textOf(each, text))
    for (const child of node.children) if (!SCOPES.has(child.type)) visit(child)
  }
  visit(scope)
  return found
}

/** In `initialize`, what is above is made; elsewhere `super` is the method of that name, which only the text around tells. */
function method(node: SyntaxNode, text: string): SyntaxNode {
  const name = childIn(node, 'name')
  if (name === undefined || textOf(name, text) !== 'initialize') return node
  const visit = (part: SyntaxNode): SyntaxNode =>
    withType(part, part.type === 'super_call' ? 'call' : part.type, part.children.map(visit))
  return visit(node)
}

/** The grammar's tree as the tables speak of it. */
export const reshape: Reshaping = {
  call,
  method,
  assignment,
  instance_variable: instanceVariable,
  alias: (node) =>
    withType(
      node,
      'defined_method',
      node.children.filter(({ field }) => field === 'name'),
    ),
  program: withBareCalls,
}
