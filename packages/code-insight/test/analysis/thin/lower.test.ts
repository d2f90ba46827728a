import { expect, test } from 'vitest'
import type { SyntaxNode } from '../../../src/analysis/syntax.ts'
import { thinLowering } from '../../../src/analysis/thin/lower.ts'
import type { ThinSyntax } from '../../../src/analysis/thin/syntax.ts'

const TEXT = 'shop.sell(tea)'
const node = (type: string, start: number, end: number, field?: string, children: SyntaxNode[] = []): SyntaxNode => ({
  ...{ type, field, named: true, start, end, children },
})

const NOTHING: ThinSyntax = {
  ...{ comments: [], definitions: {}, groups: [], imports: {}, calls: {}, members: {}, wrappers: {}, names: ['name'] },
  ...{ types: [], lambdas: {}, locals: {}, isPublic: () => true },
}

test('a call may have what it is called on beside the name, or in one node with it', () => {
  const [object, name, tea] = [node('name', 0, 4, 'on'), node('name', 5, 9, 'called'), node('name', 10, 13)]
  const apart = node('call', 0, 14, undefined, [object, name, tea])
  const joined = node('call', 0, 14, undefined, [node('dotted', 0, 9, 'called', [object, name]), tea])
  const root = (call: SyntaxNode) => node('file', 0, 14, undefined, [call])
  const calls = { call: { callee: 'called', object: 'on' } }
  const members = { dotted: { object: 'on', name: 'called' } }
  const [one, other] = [apart, joined].map((call) => thinLowering({ ...NOTHING, calls, members })(root(call), TEXT))
  expect(one?.body).toEqual(other?.body)
  expect(one?.body).toMatchObject([
    {
      value: {
        kind: 'call',
        callee: { kind: 'member', start: 0, end: 9, name: 'sell' },
        args: [{ value: { name: 'tea' } }],
      },
    },
  ])
})

test('what means nothing keeps what is in it', () => {
  const call = node('call', 0, 14, undefined, [node('name', 0, 4, 'called')])
  const root = node('file', 0, 14, undefined, [
    node('strange', 0, 14, undefined, [node('stranger', 0, 14, undefined, [call])]),
  ])
  const { body } = thinLowering({ ...NOTHING, calls: { call: { callee: 'called' } } })(root, TEXT)
  expect(JSON.stringify(body)).toContain('"kind":"call"')
})
