import type { SyntaxNode } from '../../syntax.ts'
import { inRole, nodeAround, type Reshaping, withType } from '../../thin/reshape.ts'
import { below, childIn, partIn, textOf } from '../../thin/syntax.ts'

/** What a call of one of these macros is. */
const MACROS: Readonly<Record<string, string>> = {
  defmodule: 'module',
  defprotocol: 'protocol',
  defimpl: 'implementation',
  def: 'function',
  defmacro: 'function',
  defguard: 'function',
  defdelegate: 'function',
  defp: 'private_function',
  defmacrop: 'private_function',
  defguardp: 'private_function',
  alias: 'binding',
  import: 'binding',
  use: 'binding',
  require: 'binding',
}

function call(node: SyntaxNode, text: string): SyntaxNode {
  const target = childIn(node, 'target')
  const written = target?.type === 'identifier' ? textOf(target, text) : ''
  const kind = Object.hasOwn(MACROS, written) ? MACROS[written] : undefined
  const given = partIn(node, 'arguments')
  if (kind === undefined || given === undefined) return given ? withRole(node, given, 'arguments') : node
  if (kind === 'binding') return withType(node, kind)
  const [head, ...rest] = given.children.filter(({ named }) => named)
  const body = partIn(node, 'do_block')
  if (head === undefined) return node
  if (!kind.endsWith('function'))
    return withType(node, kind, [inRole(head, 'name'), ...(body ? [inRole(body, 'body')] : [])])
  const [pattern, guard] =
    head.type === 'binary_operator' ? [childIn(head, 'left'), childIn(head, 'right')] : [head, undefined]
  const name = pattern?.type === 'call' ? childIn(pattern, 'target') : pattern
  const parameters = pattern && partIn(pattern, 'arguments')
  if (name === undefined) return node
  const [first = undefined] = body ? [body] : rest
  const delegated = written === 'defdelegate' && first && delegate(first, name, parameters, text)
  const whole =
    delegated ||
    (first && withType(first, 'body', [...(guard ? [inRole(guard, undefined)] : []), ...(body ? body.children : rest)]))
  return withType(node, kind, [
    inRole(name, 'name'),
    ...(parameters ? [inRole(parameters, 'parameters')] : []),
    ...(whole ? [inRole(whole, 'body')] : []),
  ])
}

/** What `defdelegate name(a), to: Module, as: :other` calls. */
function delegate(
  given: SyntaxNode,
  name: SyntaxNode,
  parameters: SyntaxNode | undefined,
  text: string,
): SyntaxNode | undefined {
  const value = (word: string) =>
    childIn(
      given.children.find((pair) => textOf(pair, text).startsWith(`${word}:`)),
      'value',
    )
  const [left, other] = [value('to'), value('as')]
  if (left === undefined) return undefined
  const right = other ? { ...other, type: 'identifier', start: other.start + 1, children: [] } : name
  const target = { ...nodeAround('dot', { left, right }), end: right.end }
  return withType(given, 'body', [nodeAround('call', { target, arguments: parameters })])
}

const withRole = (node: SyntaxNode, child: SyntaxNode, role: string): SyntaxNode =>
  withType(
    node,
    node.type,
    node.children.map((each) => (each === child ? inRole(each, role) : each)),
  )

/** Clauses of one function that follow each other are one; what is written before them is about them. */
function clauses(node: SyntaxNode, text: string): SyntaxNode {
  const made: SyntaxNode[] = []
  for (const child of node.children) {
    const last = made.at(-1)
    const [name, before] = [childIn(child, 'name'), last && childIn(last, 'name')]
    const isClause = last?.type === child.type && child.type.endsWith('function') && name && before
    if (isClause && textOf(name, text) === textOf(before, text)) made[made.length - 1] = joined(last, child)
    else if (child.named || made.length === 0) made.push(child)
  }
  return withType(node, node.type, made)
}

function joined(first: SyntaxNode, next: SyntaxNode): SyntaxNode {
  const [body, more] = [childIn(first, 'body'), childIn(next, 'body')]
  const parts = [...(body?.children ?? []), ...(childIn(next, 'parameters')?.children ?? []), ...(more?.children ?? [])]
  const whole = body ?? more
  const rest = first.children.filter((child) => child !== body)
  const children = whole ? [...rest, { ...inRole(whole, 'body'), children: parts }] : rest
  return { ...first, end: next.end, children }
}

const SPOKEN: ReadonlySet<string> = new Set(['doc', 'moduledoc', 'typedoc'])
/** Attributes that say something of what follows, and are no values. */
const ABOUT: ReadonlySet<string> = new Set([
  'spec',
  'type',
  'typep',
  'opaque',
  'callback',
  'impl',
  'behaviour',
  'dialyzer',
  'enforce_keys',
  'derive',
  'deprecated',
  'tag',
  'macrocallback',
  'optional_callbacks',
  'before_compile',
  'after_compile',
  'on_load',
  'compile',
  'external_resource',
  'since',
])

/** `@doc "…"` is documentation, `@spec …` says types, and `@name value` is a constant of the module. */
function attribute(node: SyntaxNode, text: string): SyntaxNode {
  const [operator, operand] = [childIn(node, 'operator'), childIn(node, 'operand')]
  const name = operand?.type === 'call' ? childIn(operand, 'target') : undefined
  if (operator?.type !== '@' || !operand || !name) return node
  const written = textOf(name, text)
  if (SPOKEN.has(written)) {
    const said = [...below(operand)].find(({ type }) => type === 'quoted_content')
    return said ? withType({ ...said, field: undefined }, 'documentation', []) : withType(node, 'documentation', [])
  }
  if (ABOUT.has(written)) return withType(node, 'about', [])
  const value = partIn(operand, 'arguments')
  return withType({ ...node, start: name.start }, 'attribute', [
    inRole(name, 'name'),
    ...(value ? [inRole(value, 'value')] : []),
  ])
}

/** `left = right` names what is in the left side; `for x <- all` too. */
function operator(node: SyntaxNode): SyntaxNode {
  const sign = childIn(node, 'operator')?.type
  if (sign === '=' || sign === '<-') {
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')]
    if (!left || !right) return node
    const names = [...below(left)].filter(({ type }) => type === 'identifier')
    const list = withType(left, 'names', names)
    return withType(node, sign === '=' ? 'match' : 'generator', [inRole(list, 'left'), inRole(right, 'right')])
  }
  if (sign === '\\\\')
    return withType(node, 'parameter', [
      inRole(node.children[0] ?? node, 'name'),
      inRole(node.children.at(-1) ?? node, 'fallback'),
    ])
  const [name, arity] = [childIn(node, 'left'), childIn(node, 'right')]
  // What is captured (`&name/1`) may be called
  return sign === '/' && name && arity?.type === 'integer' && (name.type === 'identifier' || name.type === 'call')
    ? withType(node, 'captured', [name])
    : node
}

/** The grammar's tree as the tables speak of it. */
export const reshape: Reshaping = {
  call,
  source: clauses,
  do_block: clauses,
  anonymous_function: (node) => withType(node, node.type, [inRole(withType(node, 'clauses'), 'body')]),
  unary_operator: (node, text) => {
    const operand = childIn(node, 'operand')
    if (childIn(node, 'operator')?.type !== '&' || operand?.type !== 'captured') return attribute(node, text)
    const [name] = operand.children
    return name?.type === 'identifier'
      ? withType(node, 'call', [inRole(name, 'target')])
      : withType(node, 'captured', operand.children)
  },
  binary_operator: operator,
  map: (node) => {
    const made = partIn(node, 'struct')
    const name = made && partIn(made, '*')
    return name?.type === 'alias'
      ? withType(node, 'creation', [name, ...node.children.filter((child) => child !== made)])
      : node
  },
}
