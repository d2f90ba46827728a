import type { SyntaxNode } from '../../syntax.ts'
import type { Expression } from '../../tree.ts'

/** Whether a node is a comment, which may stand anywhere. */
export const isComment = (node: SyntaxNode): boolean => node.type === 'comment' || node.type === 'html_comment'

/** The child with a role; tokens have none. */
export function field(node: SyntaxNode, name: string): SyntaxNode | undefined {
  for (const child of node.children) if (child.field === name && child.named && !isComment(child)) return child
  return undefined
}

/** All children with a role. */
export const fields = (node: SyntaxNode, name: string): readonly SyntaxNode[] =>
  node.children.filter((child) => child.field === name && child.named && !isComment(child))

/** The children that are neither tokens nor comments. */
export const parts = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.children.filter((child) => child.named && !isComment(child))

/** Whether a token such as `async` stands directly in a node. */
export function hasToken(node: SyntaxNode, token: string): boolean {
  for (const child of node.children) if (!child.named && child.type === token) return true
  return false
}

/** The child of a type. */
export const child = (node: SyntaxNode, type: string): SyntaxNode | undefined =>
  node.children.find((each) => each.type === type)

/** A node's text. */
export const textOf = (node: SyntaxNode, text: string): string => text.slice(node.start, node.end)

/** Where a node stands. */
export const span = (node: SyntaxNode): { readonly start: number; readonly end: number } => ({
  start: node.start,
  end: node.end,
})

/** What an identifier says: a name or, where TypeScript's grammar got a name in its place (`parsableText`), `import('m')`. */
export function namedBy(identifier: SyntaxNode, text: string): Expression {
  const name = textOf(identifier, text)
  const module = name.startsWith('import(') ? /['"](.*)['"]/.exec(name)?.[1] : undefined
  return module === undefined
    ? { kind: 'name', name, ...span(identifier) }
    : { kind: 'imported', module, ...span(identifier) }
}

/** The value of a string, or of a template without expressions; undefined for anything else. */
export function constantOf(node: SyntaxNode | undefined, text: string): string | undefined {
  if (node?.type !== 'string' && node?.type !== 'template_string') return undefined
  if (child(node, 'template_substitution') !== undefined) return undefined
  const inner = text.slice(node.start + 1, node.end - 1)
  return inner.includes('\\') ? unescaped(inner) : inner
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }

const unescaped = (inner: string): string =>
  inner.replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|\r?\n|(.))/gi, (_, braced, four, two, one) => {
    const code = braced ?? four ?? two
    if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
    return one === undefined ? '' : (ESCAPES[one] ?? one)
  })
