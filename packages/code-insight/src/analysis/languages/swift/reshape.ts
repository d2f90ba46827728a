import type { SyntaxNode } from '../../syntax.ts'
import { inRole, nodeAround, type Reshaping, withFallbacks, withType } from '../../thin/reshape.ts'
import { childIn, partIn } from '../../thin/syntax.ts'

const KINDS: Readonly<Record<string, string>> = { enum: 'enum_declaration', extension: 'extension_declaration' }
const NAMES: ReadonlySet<string> = new Set(['simple_identifier', 'type_identifier', 'pattern'])

/** The keyword tells what it is. */
function classLike(node: SyntaxNode): SyntaxNode {
  const kind = node.children.find(({ field }) => field === 'declaration_kind')
  return withType(node, KINDS[kind?.type ?? ''] ?? node.type)
}

/** Types have the role of names in the grammar; only the first name is one, also where it is a token (`init`, `+`). */
function named(node: SyntaxNode): SyntaxNode {
  const first = node.children.findIndex(
    ({ field, type }) => field === 'name' || type === 'deinit' || type === 'subscript',
  )
  const children = node.children.map((child, at) => {
    if (at === first) return { ...child, named: true, field: 'name' }
    return child.field === 'name' ? inRole(child, NAMES.has(child.type) ? undefined : 'type') : child
  })
  const listed = children.filter(({ type, field }) => type === 'parameter' || field === 'default_value')
  const parameters = withFallbacks(listed, 'parameter')
  const list = parameters[0] && withType(parameters[0], 'parameter_list', parameters)
  return withType(
    node,
    node.type,
    list ? [...children.filter((child) => !listed.includes(child)), inRole(list, 'parameters')] : children,
  )
}

/** The name within the function comes last; the other is the caller's. */
function parameter(node: SyntaxNode): SyntaxNode {
  const children = node.children.map((child) =>
    child.field === 'name' && !NAMES.has(child.type) ? inRole(child, 'type') : child,
  )
  return withType(node, node.type, children)
}

/** A property as a local variable; in a type or a file it is made what it is there. */
function property(node: SyntaxNode): SyntaxNode {
  const type = partIn(partIn(node, 'type_annotation'), 'name')
  const kind = partIn(node, 'computed_value') ? 'accessor_property' : 'local'
  const children = node.children.flatMap((child) =>
    child.field === 'name' ? [inRole(partIn(child, 'bound_identifier') ?? child, 'name')] : [child],
  )
  return withType(node, kind, type ? [...children, inRole(type, 'type')] : children)
}

const declaring = (type: string) => (node: SyntaxNode) =>
  withType(
    node,
    node.type,
    node.children.map((child) => (child.type === 'local' ? withType(child, type) : child)),
  )

function call(node: SyntaxNode): SyntaxNode {
  const [callee, suffix] = [partIn(node, '*'), partIn(node, 'call_suffix')]
  if (callee === undefined || suffix === undefined) return node
  // The grammar takes `a + b(c)` for a call of the sum
  const right = childIn(callee, 'rhs')
  if (right) {
    const called = inRole(call({ ...withType(node, node.type, [right, suffix]), start: right.start }), 'rhs')
    return withType(
      { ...callee, end: node.end },
      callee.type,
      callee.children.map((child) => (child === right ? called : child)),
    )
  }
  const index = partIn(suffix, 'value_arguments')
  if (index?.children[0]?.type === '[') return nodeAround('subscript', { object: callee, index })
  const rest = suffix.children.map((child) => (child.type === 'value_arguments' ? inRole(child, 'arguments') : child))
  return withType(node, node.type, [inRole(callee, 'callee'), ...rest])
}

/** The grammar's tree as the tables speak of it. */
export const reshape: Reshaping = {
  class_declaration: classLike,
  function_declaration: named,
  protocol_function_declaration: named,
  init_declaration: named,
  deinit_declaration: named,
  subscript_declaration: named,
  typealias_declaration: named,
  associatedtype_declaration: named,
  protocol_property_declaration: property,
  property_declaration: property,
  parameter,
  class_body: declaring('property'),
  enum_class_body: declaring('property'),
  protocol_body: declaring('property'),
  source_file: declaring('variable'),
  call_expression: call,
  // What a block is given without a name
  simple_identifier: (node, text) => (text[node.start] === '$' ? withType(node, 'given') : node),
}
