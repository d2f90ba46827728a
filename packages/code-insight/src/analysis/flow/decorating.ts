import type { FunctionNode } from '../tree.ts'
import type { Building, NameScope } from './building.ts'
import { load } from './calling.ts'
import type { FlowArgument } from './flows.ts'

/** What a decorator is given besides the function as it was before, and what is there after its call. */
export type Redefining = (before: number) => {
  readonly args: readonly FlowArgument[]
  after(result: number): number
}

/** How the decorators of a class's member may replace it where they may get its class, name and descriptor. */
export function redefining(
  b: Building,
  { name, marks, start }: FunctionNode,
  scope: NameScope,
  ofClass: number,
): Redefining | undefined {
  if (ofClass < 0 || name === undefined || b.semantics.explicitSelf) return undefined
  const key = marks.includes('getter') ? 'get' : marks.includes('setter') ? 'set' : 'value'
  const itself = b.holding(['class', ofClass])
  const owner = marks.includes('static') ? itself : load(b, itself, 'prototype', start, scope)
  const named = b.holding(['string', name])
  return (before) => {
    const object = b.objects.push({ type: 'descriptor', fields: [[key, before]], items: [], keys: [] }) - 1
    const given = [owner, named, b.holding(['object', object])]
    return {
      args: given.map((each) => [each, '', '']),
      after(result) {
        const to = b.fresh()
        b.add(['redefine', to, result, object, before, key])
        return to
      },
    }
  }
}
