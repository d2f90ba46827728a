import type { Argument, AssignNode, CallNode, EntryNode, Expression, FunctionNode } from '../../tree.ts'

/**
 * A call that gives a class members by lists of what describes them, `f(Shape, [{ key: 'area', value: function () {} }], [of itself])`:
 * compilers write so for classes, whatever they call the function. The members are assigned as they would be by hand, and
 * the call, which gives the class back, comes after that; undefined if the call is none such.
 */
export function describing(call: CallNode): Expression | undefined {
  const [of, ...lists] = call.args.map(({ value }) => value)
  if (of?.kind !== 'name') return undefined
  const members = lists.map((list, at) => entriesOf(list).map((each) => assigned(of, each, at === 0)))
  const found = members.flat().filter((each) => each !== undefined)
  if (found.length === 0 || members.some((each) => each.includes(undefined))) return undefined
  const { start, end } = call
  const args: readonly Argument[] = [{ value: of }]
  const test: Expression = { kind: 'other', parts: found, start, end }
  return { kind: 'choice', test, values: [{ ...call, args }, of], start, end }
}

const entriesOf = (list: Expression): readonly EntryNode[] => (list.kind === 'collection' ? list.entries : [])

/** `Shape.prototype.area = function () {}` for a description; undefined if it is none. */
function assigned(of: Expression, { value: described }: EntryNode, isOfInstances: boolean): AssignNode | undefined {
  if (described.kind !== 'collection' || described.type !== 'map') return undefined
  const named = (name: string) => described.entries.find(({ key }) => key?.kind === 'literal' && key.value === name)
  const key = named('key')?.value
  const entry = ['value', 'get', 'set'].flatMap((name) => named(name) ?? [])[0]
  if (key?.kind !== 'literal' || key.value === undefined || entry === undefined) return undefined
  const place = { start: key.start, end: key.end }
  const object: Expression = isOfInstances ? { kind: 'member', object: of, name: 'prototype', ...place } : of
  const target: Expression = { kind: 'member', object, name: key.value, ...place }
  return { kind: 'assign', target, value: accessor(entry), start: described.start, end: described.end }
}

function accessor({ key, value }: EntryNode): Expression {
  const mark = key?.kind === 'literal' ? ACCESSORS.get(key.value) : undefined
  if (mark === undefined || value.kind !== 'function') return value
  const marked: FunctionNode = { ...value, marks: [...value.marks, mark] }
  return marked
}

const ACCESSORS: ReadonlyMap<string | undefined, 'getter' | 'setter'> = new Map([
  ['get', 'getter'],
  ['set', 'setter'],
])
