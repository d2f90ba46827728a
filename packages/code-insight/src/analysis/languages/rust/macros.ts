import type { SyntaxNode } from '../../syntax.ts'
import { nodeAround } from '../../thin/reshape.ts'

const NAMES: ReadonlySet<string> = new Set(['identifier', 'self', 'super', 'crate', 'metavariable', 'primitive_type'])
/** What joins a name to what stands before it, and the node that it makes of both. */
const JOINS: Readonly<Record<string, readonly [type: string, object: string, name: string]>> = {
  '.': ['field_expression', 'value', 'field'],
  '::': ['scoped_identifier', 'path', 'name'],
}

/** The tokens that a macro is given, with the calls that they would be: the grammar leaves them unread. */
export function calledTokens(tree: SyntaxNode): SyntaxNode {
  const children: SyntaxNode[] = []
  for (const [at, child] of tree.children.entries()) {
    const last = children.at(-1)
    const before = children.at(-2)
    const join = last && JOINS[last.type]
    if (join && before?.named && NAMES.has(child.type)) {
      const [type, object, name] = join
      children.splice(-2, 2, nodeAround(type, { [object]: before, [name]: child }))
    } else if (last && isCallable(last) && isRound(child))
      children.splice(-1, 1, nodeAround('call_expression', { function: last, arguments: child }))
    else if (last?.type === '!' && before?.type === 'identifier' && child.type === 'token_tree')
      children.splice(-2, 2, nodeAround('macro_invocation', { macro: before, token_tree: child }))
    else if (tree.children[at] !== undefined) children.push(child)
  }
  return { ...tree, children }
}

const isRound = ({ type, children }: SyntaxNode): boolean => type === 'token_tree' && children[0]?.type === '('

const isCallable = ({ type }: SyntaxNode): boolean =>
  NAMES.has(type) || type === 'field_expression' || type === 'scoped_identifier'
