import type { SyntaxNode } from '../../syntax.ts'
import { inRole, nodeAround, type Reshaping, withFallbacks, withType } from '../../thin/reshape.ts'
import { childIn, partIn } from '../../thin/syntax.ts'

const TYPES: ReadonlySet<string> = new Set(['user_type', 'nullable_type', 'function_type', 'parenthesized_type'])
const isType = ({ type }: SyntaxNode): boolean => TYPES.has(type)
const hasToken = (node: SyntaxNode, token: string): boolean =>
  node.children.some(({ type, named }) => !named && type === token)

/** The written type of a node is in the role of one. */
const typed = (node: SyntaxNode): SyntaxNode =>
  withType(
    node,
    node.type,
    node.children.map((child) => (isType(child) ? inRole(child, 'type') : child)),
  )

/** The keyword tells what it is, and its body has a role. */
function classLike(node: SyntaxNode): SyntaxNode {
  const type = hasToken(node, 'interface')
    ? 'interface_declaration'
    : hasToken(node, 'enum')
      ? 'enum_declaration'
      : node.type
  const children = node.children.map((child) =>
    child.type === 'class_body' || child.type === 'enum_class_body' ? inRole(child, 'body') : child,
  )
  return withType(node, type, children)
}

/** A type before the name is that of the receiver, one after it that of the result. */
function functionLike(node: SyntaxNode): SyntaxNode {
  const name = node.children.findIndex(({ type }) => type === 'simple_identifier')
  const children = node.children.map((child, at) =>
    isType(child) ? inRole(child, at < name ? 'receiver' : 'type') : child,
  )
  return withType(node, node.type, children)
}

/** A property as a local variable; in a class or a file it is made what it is there. */
function property(node: SyntaxNode): SyntaxNode {
  const declaration = partIn(node, 'variable_declaration')
  if (declaration === undefined) return withType(node, 'multi_local')
  const receiver = node.children.find(isType)
  const accessors = node.children.filter(({ type }) => type === 'getter' || type === 'setter')
  const value = node.children.findLast(
    ({ type, named }) => named && !NO_VALUES.has(type) && type !== 'variable_declaration' && !TYPES.has(type),
  )
  const children = node.children.flatMap((child) => {
    if (child === declaration)
      return child.children.map((each) => inRole(each, each.type === 'simple_identifier' ? 'name' : each.field))
    if (child === value) return [inRole(child, 'value')]
    return child === receiver ? [inRole(child, 'receiver')] : [child]
  })
  const body = accessors.find(({ children: parts }) => parts.some(({ type }) => type === 'function_body'))
  if (body === undefined) return withType(node, 'local', children)
  const others = children.filter((child) => !accessors.includes(child))
  return withType(node, 'accessor_property', [...others, inRole(withType(body, 'accessors', accessors), 'body')])
}

const NO_VALUES: ReadonlySet<string> = new Set([
  'modifiers',
  'binding_pattern_kind',
  'type_parameters',
  'type_constraints',
  'getter',
  'setter',
  'line_comment',
  'multiline_comment',
])

/** What is declared in a class or a file; accessors on lines of their own stand beside their property. */
const declaring = (type: string) => (node: SyntaxNode) => {
  const made: SyntaxNode[] = []
  for (const child of node.children) {
    const last = made.at(-1)
    const isAccessor = child.type === 'getter' || child.type === 'setter'
    if (isAccessor && last && ACCESSED.has(last.type)) made[made.length - 1] = accessed(last, child)
    else made.push(child.type === 'local' ? withType(child, type) : child)
  }
  return withType(node, node.type, made)
}

const ACCESSED: ReadonlySet<string> = new Set(['property', 'variable', 'accessor_property'])

function accessed(property: SyntaxNode, accessor: SyntaxNode): SyntaxNode {
  const body = childIn(property, 'body')
  const parts = [...(body?.children ?? []), accessor]
  const whole = { ...withType(body ?? accessor, 'accessors', parts), field: 'body', end: accessor.end }
  const children = [...property.children.filter((child) => child !== body), whole]
  return { ...property, type: 'accessor_property', end: accessor.end, children }
}

/** The token `constructor` or `init` is its name. */
function keyworded(node: SyntaxNode): SyntaxNode {
  const children = node.children.map((child) => {
    if (child.type === 'constructor' || child.type === 'init')
      return { ...child, type: 'simple_identifier', named: true, field: 'name' }
    return child.type === 'statements' ? inRole(child, 'body') : child
  })
  return withType(node, node.type, children)
}

function call(node: SyntaxNode): SyntaxNode {
  const [callee, suffix] = [partIn(node, '*'), partIn(node, 'call_suffix')]
  if (callee === undefined || suffix === undefined) return node
  const rest = suffix.children.map((child) => (child.type === 'value_arguments' ? inRole(child, 'arguments') : child))
  return withType(node, node.type, [inRole(callee, 'callee'), ...rest])
}

/** An object of a class without a name, which extends the first type that it names. */
function objectLiteral(node: SyntaxNode): SyntaxNode {
  const base = partIn(partIn(node, 'delegation_specifier'), '*')
  const made = base?.type === 'constructor_invocation' ? base : undefined
  const type = made ? partIn(made, 'user_type') : base
  const body = partIn(node, 'class_body')
  if (type === undefined || body === undefined) return node
  return nodeAround('object_literal', { type, arguments: partIn(made, 'value_arguments'), class_body: body })
}

/** `a name b` calls a method of a. */
function infix(node: SyntaxNode): SyntaxNode {
  const [object, name, given] = node.children.filter((child) => child.named)
  if (object === undefined || name?.type !== 'simple_identifier' || given === undefined) return node
  return nodeAround('call_expression', { callee: nodeAround('navigation_expression', { object, name }), value: given })
}

function loop(node: SyntaxNode): SyntaxNode {
  const [variable, over] = node.children.filter(({ named, type }) => named && type !== 'annotation')
  const children = node.children.map((child) => {
    if (child === over) return inRole(child, 'each')
    return child === variable && child.type === 'variable_declaration'
      ? inRole(partIn(child, '*') ?? child, 'name')
      : child
  })
  return withType(node, node.type, children)
}

/** The grammar gives no roles: these are added, and what a keyword tells is told by the type of node. */
export const reshape: Reshaping = {
  class_declaration: classLike,
  object_declaration: classLike,
  function_declaration: functionLike,
  property_declaration: property,
  class_body: declaring('property'),
  enum_class_body: declaring('property'),
  source_file: declaring('variable'),
  secondary_constructor: keyworded,
  anonymous_initializer: keyworded,
  parameter: typed,
  function_value_parameters: (node) => withType(node, node.type, withFallbacks(node.children, 'parameter')),
  variable_declaration: typed,
  as_expression: typed,
  class_parameter: (node) =>
    withType(
      typed(node),
      node.children.some(({ type }) => type === 'binding_pattern_kind') ? 'class_field' : node.type,
    ),
  primary_constructor: (node) =>
    withType(
      node,
      node.type,
      node.children.filter(({ type }) => type === 'class_field'),
    ),
  call_expression: call,
  infix_expression: infix,
  object_literal: objectLiteral,
  for_statement: loop,
  navigation_expression: (node) => {
    const [object, suffix] = [partIn(node, '*'), partIn(node, 'navigation_suffix')]
    const name = partIn(suffix, 'simple_identifier')
    return object && name ? nodeAround(node.type, { object, name }) : node
  },
}
