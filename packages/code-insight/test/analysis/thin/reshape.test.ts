import { expect, test } from 'vitest'
import type { SyntaxNode } from '../../../src/analysis/syntax.ts'
import { nodeAround, reshapeTree, withType } from '../../../src/analysis/thin/reshape.ts'

const node = (type: string, start: number, end: number, field?: string, children: SyntaxNode[] = []): SyntaxNode => ({
  ...{ type, field, named: true, start, end, children },
})

test('a rule sees children that are reshaped already, and the result keeps the role of the node', () => {
  const inner = node('inner', 0, 1)
  const root = node('root', 0, 1, undefined, [node('outer', 0, 1, 'body', [inner])])
  const rules = {
    inner: (each: SyntaxNode) => withType(each, 'leaf'),
    outer: (each: SyntaxNode) => nodeAround('call', { callee: each.children[0] }),
  }
  expect(reshapeTree(root, rules, 'x')).toEqual(
    node('root', 0, 1, undefined, [node('call', 0, 1, 'body', [node('leaf', 0, 1, 'callee')])]),
  )
})

test('what no rule is about stays the same object', () => {
  const root = node('root', 0, 1, undefined, [node('leaf', 0, 1)])
  expect(reshapeTree(root, { other: (each) => withType(each, 'x') }, 'x')).toBe(root)
})

test('a node of others spans them, and leaves out those that are missing', () => {
  const made = nodeAround('call', { callee: node('name', 4, 5), object: node('name', 0, 3), arguments: undefined })
  expect([made.start, made.end, made.children.map(({ field }) => field)]).toEqual([0, 5, ['callee', 'object']])
})
