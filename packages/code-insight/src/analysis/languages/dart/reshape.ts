import type { SyntaxNode } from '../../syntax.ts'
import { inRole, nodeAround, type Reshaping, unread, withType } from '../../thin/reshape.ts'
import { below, childIn, partIn } from '../../thin/syntax.ts'

const TYPES: ReadonlySet<string> = new Set(['type_identifier', 'nullable_type', 'function_type', 'void_type'])

/** The grammar lists what follows a value beside it: a value with members and calls is what is listed so far. */
function folded(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const made: SyntaxNode[] = []
  for (const child of children) {
    const before = made.at(-1)
    const next = before?.named ? followed(before, child) : undefined
    if (next === undefined) made.push(child)
    else made[made.length - 1] = next
  }
  return made
}

function followed(value: SyntaxNode, child: SyntaxNode): SyntaxNode | undefined {
  if (child.type === 'selector') {
    const inner = child.children.find(({ named }) => named)
    return inner === undefined ? inRole(value, value.field) : followed(value, inner)
  }
  if (child.type === 'argument_part') {
    const given = child.children.find(({ type }) => type === 'arguments')
    return given && { ...nodeAround('call', { callee: value, arguments: given }), field: value.field }
  }
  if (!/^(?:un)?conditional_assignable_selector$/.test(child.type)) return cascaded(value, child)
  const name = child.children.find(({ type }) => type === 'identifier')
  return name && { ...nodeAround('member', { object: value, name }), field: value.field }
}

/** `a..b()..c()`: each is called on the first. */
function cascaded(value: SyntaxNode, child: SyntaxNode): SyntaxNode | undefined {
  if (child.type !== 'cascade_section') return undefined
  const name = partIn(partIn(child, 'cascade_selector'), 'identifier')
  const given = partIn(partIn(child, 'argument_part'), 'arguments')
  if (name === undefined || given === undefined) return undefined
  const first = value.type === 'cascade' ? (value.children[0] ?? value) : value
  const call = nodeAround('call', { callee: nodeAround('member', { object: first, name }), arguments: given })
  const calls = value.type === 'cascade' ? value.children : [inRole(value, undefined)]
  return { ...value, type: 'cascade', end: call.end, children: [...calls, call] }
}

const SIGNATURES: Readonly<Record<string, string>> = {
  function_signature: 'function',
  getter_signature: 'getter',
  setter_signature: 'setter',
  operator_signature: 'function',
  constructor_signature: 'construction',
  constant_constructor_signature: 'construction',
  factory_constructor_signature: 'construction',
  redirecting_factory_constructor_signature: 'construction',
}

/** What a signature declares, with the body that follows it. */
function defined(node: SyntaxNode, body: SyntaxNode | undefined, text: string): SyntaxNode | undefined {
  const signature = SIGNATURES[node.type] ? node : node.children.find(({ type }) => SIGNATURES[type])
  if (signature === undefined) return undefined
  const kind = SIGNATURES[signature.type] ?? 'function'
  const name = kind === 'construction' ? constructorName(signature, text) : nameOf(signature)
  if (name === undefined) return undefined
  const type = signature.children.find((child) => TYPES.has(child.type))
  const list = signature.children.find((child) => child.type === 'formal_parameter_list')
  const others = node === signature ? [] : node.children.filter((child) => child.named && child !== signature)
  const whole = body && inRole(body, 'body')
  const children = [
    inRole(name, 'name'),
    ...(type ? [inRole(type, 'type')] : []),
    ...(list ? [inRole(list, kind === 'construction' ? 'parameters' : undefined)] : []),
    ...(whole ? [whole] : others.map((each) => inRole(each, each.type === 'initializers' ? 'body' : undefined))),
  ]
  return { ...node, type: kind, end: body?.end ?? node.end, children }
}

const nameOf = (signature: SyntaxNode): SyntaxNode | undefined =>
  childIn(signature, 'name') ??
  signature.children.find(({ type }) => type.endsWith('_operator') || type === 'identifier')

/** `Class` or, of one with a name of its own, that. */
function constructorName(signature: SyntaxNode, text: string): SyntaxNode | undefined {
  const names = signature.children.filter(
    ({ type, start, end }) => type === 'identifier' || text.slice(start, end) === 'new',
  )
  return names.at(-1)
}

/** The members of a class or the parts of a file: signatures with their bodies, and what is declared. */
function parts(node: SyntaxNode, text: string): SyntaxNode {
  const kind = node.type === 'program' ? 'variable' : 'field'
  const made: SyntaxNode[] = []
  const { children } = node
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as SyntaxNode
    const next = children[at + 1]
    const body = next?.type === 'function_body' ? next : undefined
    const whole = child.named ? defined(child, body, text) : undefined
    if (whole && body) at++
    made.push(...(whole ? [whole] : declared(child, children[at - 1], kind)))
  }
  return withType(node, node.type, made)
}

const LISTS = /^(?:initialized_identifier_list|static_final_declaration_list|identifier_list)$/

/** Fields and variables of one type. */
function declared(node: SyntaxNode, before: SyntaxNode | undefined, kind: string): readonly SyntaxNode[] {
  const list = LISTS.test(node.type) ? node : node.children.find(({ type }) => LISTS.test(type))
  if (list === undefined) return [node]
  const type = [...(node === list ? (before ? [before] : []) : node.children)].find((child) => TYPES.has(child.type))
  return list.children.flatMap((each) => {
    if (!each.named) return []
    const [name, value] = each.type === 'identifier' ? [each] : each.children.filter(({ named }) => named)
    return name ? [nodeAround(kind, { type, name, value })] : []
  })
}

function variable(node: SyntaxNode): SyntaxNode {
  const type = node.children.find((child) => TYPES.has(child.type))
  const [first] = node.children.filter(({ field }) => field === 'value')
  const children = node.children.map((child) => (child === type ? inRole(child, 'type') : child))
  return withType(
    node,
    'local',
    children.filter((child) => child.field !== 'value' || child === first),
  )
}

/** A function within one. */
function lambda(node: SyntaxNode, text: string): SyntaxNode {
  const signature = childIn(node, 'parameters')
  return (signature && defined(signature, childIn(node, 'body'), text)) ?? node
}

/** The grammar's tree as the tables speak of it: values are folded everywhere first. */
export const reshape: Reshaping = {
  annotation: unread,
  marker_annotation: unread,
  program: (root, text) => {
    const visit = (node: SyntaxNode): SyntaxNode => {
      if (node.children.length === 0) return node
      const children = folded(node.children.map(visit))
      const whole = withType(node, node.type, children)
      if (/^(?:class_body|enum_body|extension_body)$/.test(node.type)) return parts(whole, text)
      if (node.type === 'initialized_variable_definition') return variable(whole)
      return node.type === 'lambda_expression' ? lambda(whole, text) : whole
    }
    return parts(visit(root), text)
  },
  optional_formal_parameters: (node) =>
    withType(
      node,
      node.type,
      node.children.map((child) => (child.type === 'formal_parameter' ? withType(child, 'optional_parameter') : child)),
    ),
  formal_parameter: (node) => {
    const name = childIn(node, 'name') ?? [...below(node)].findLast(({ type }) => type === 'identifier')
    const type = node.children.find((child) => TYPES.has(child.type))
    return name ? withType(node, node.type, [...(type ? [type] : []), inRole(name, 'name')]) : node
  },
}
