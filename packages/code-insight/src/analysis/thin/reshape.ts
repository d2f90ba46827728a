import type { SyntaxNode } from '../syntax.ts'

/**
 * What nodes of a type are turned into before the tables read them, where the grammar gives them no roles, or another shape than
 * other languages have. The children have been turned already; the node keeps the role that it has in its parent.
 */
export type Reshaping = Readonly<Record<string, (node: SyntaxNode, text: string) => SyntaxNode>>

/** The tree with all nodes reshaped; what no rule is about stays the same object. */
export function reshapeTree(node: SyntaxNode, rules: Reshaping, text: string): SyntaxNode {
  const children = node.children.map((child) => reshapeTree(child, rules, text))
  const isSame = children.every((child, at) => child === node.children[at])
  const whole = isSame ? node : { ...node, children }
  const made = rules[node.type]?.(whole, text)
  return made === undefined || made.field === node.field ? (made ?? whole) : { ...made, field: node.field }
}

/** A node like another, of this type and with these children. */
export const withType = (
  node: SyntaxNode,
  type: string,
  children: readonly SyntaxNode[] = node.children,
): SyntaxNode => ({
  ...node,
  type,
  children,
})

/** A node that says something of what it stands at, and is neither read nor comes between that and its documentation. */
export const unread = (node: SyntaxNode): SyntaxNode => ({ ...node, named: false, children: [] })

/** A node with another role. */
export const inRole = (node: SyntaxNode, field: string | undefined): SyntaxNode => ({ ...node, field })

/** What stands after a parameter, beside it, is what it is without an argument. */
export function withFallbacks(list: readonly SyntaxNode[], parameter: string): readonly SyntaxNode[] {
  const made: SyntaxNode[] = []
  for (const child of list) {
    const last = made.findLast(({ named }) => named)
    if (!child.named || child.type === parameter || last?.type !== parameter) made.push(child)
    else made[made.lastIndexOf(last)] = { ...last, children: [...last.children, inRole(child, 'fallback')] }
  }
  return made
}

/** A node around others, each with its role; it spans them. Of a role without a node there is none. */
export function nodeAround(type: string, parts: Readonly<Record<string, SyntaxNode | undefined>>): SyntaxNode {
  const children = Object.entries(parts).flatMap(([role, part]) => (part ? [inRole(part, role)] : []))
  const start = Math.min(...children.map((child) => child.start))
  const end = Math.max(...children.map((child) => child.end))
  return { type, field: undefined, named: true, start, end, children }
}
