import type { CollectionNode, ComprehensionNode, Expression } from '../tree.ts'
import type { Building, NameScope } from './building.ts'
import { type FlowObject, NONE } from './flows.ts'

/** A key that is a constant of the module or an import, such as a symbol: as the name that a computed member has. */
export function symbolKey(b: Building, e: Expression | undefined, scope: NameScope): string | undefined {
  if (b.semantics.scoping !== 'block' || e?.kind !== 'name') return undefined
  let at = scope
  while (at.parent && !at.names.has(e.name)) at = at.parent
  return at.kind === 'module' && at.names.has(e.name) ? `[${e.name}]` : undefined
}

/** A key that is a constant with a name, where all that is known of it is that name: an enum's member, a class. */
export function namedConstant(b: Building, e: Expression | undefined, scope: NameScope): string | undefined {
  if (b.semantics.scoping !== 'function' || e === undefined) return undefined
  const name = dottedName(e)
  if (name === undefined) return undefined
  const [root = ''] = name.split('.')
  let at: NameScope | undefined = scope
  while (at.parent && !at.names.has(root)) at = at.parent
  if (at.kind === 'module' && at.names.has(root)) return CONSTANT.test(name) ? `[${name}]` : undefined
  return b.semantics.globals.has(name) ? `[${name}]` : undefined
}

/** Written as constants and classes are: `Mode.SLOW`, `Mode.slow`, `modes.SLOW`, `Circle`. */
const CONSTANT = /^[A-Z][\w.]*$|\.[A-Z]\w*$/

const dottedName = (e: Expression): string | undefined => {
  if (e.kind === 'name') return e.name
  const object = e.kind === 'member' ? dottedName(e.object) : undefined
  return e.kind === 'member' && object !== undefined ? `${object}.${e.name}` : undefined
}

/** A literal index; below zero it counts from the end. */
export function constantPlace(b: Building, e: Expression | undefined): string | undefined {
  const [operand] = e?.kind === 'operation' && e.operator === '-' && e.operands.length === 1 ? e.operands : []
  if (b.semantics.scoping !== 'function' || operand?.kind !== 'literal' || operand.type !== 'number')
    return constantKey(e)
  return `-${operand.value}`
}

/** A literal key, as the name of a field. */
export const constantKey = (e: Expression | undefined): string | undefined =>
  e?.kind === 'literal' && (e.type === 'string' || e.type === 'number') ? e.value : undefined

/** A list, tuple, set or map, with what it is made of. */
export function collectionValue(b: Building, e: CollectionNode, scope: NameScope): number {
  const fields: [string, number][] = []
  const items: number[] = []
  const keys: number[] = []
  const index = b.objects.length
  b.objects.push({ type: e.type, fields, items, keys } satisfies FlowObject)
  const to = b.holding(['object', index])
  e.entries.forEach(({ key, value, spread }, at) => {
    const held = b.visit.value(b, value, scope)
    if (spread) spreadInto(b, to, held, e.type, value.start, scope)
    else if (key === undefined) place(e, at, held, fields, items)
    else {
      const name = constantKey(key)
      const symbol = name ?? namedConstant(b, key, scope)
      if (name === undefined) keys.push(b.visit.value(b, key, scope))
      if (symbol === undefined) items.push(held)
      else fields.push([symbol, held])
    }
  })
  return to
}

/** Up to a spread entry, places in a list are known. */
function place(e: CollectionNode, at: number, held: number, fields: [string, number][], items: number[]): void {
  if (e.type === 'set' || e.entries.slice(0, at).some(({ spread }) => spread)) items.push(held)
  else fields.push([String(at), held])
}

function spreadInto(
  b: Building,
  to: number,
  from: number,
  type: CollectionNode['type'],
  at: number,
  scope: NameScope,
): void {
  if (from === NONE) return
  if (type === 'map') {
    b.add(['store', to, '...', from, b.site(at, scope.frame)])
    return
  }
  const element = b.fresh()
  b.add(['iterate', element, from, b.site(at, scope.frame)])
  b.add(['put', to, NONE, element, b.site(at, scope.frame)])
}

/** A collection made by loops. */
export function comprehensionValue(b: Building, e: ComprehensionNode, scope: NameScope): number {
  const copied = copiedMap(e)
  if (copied) {
    const fields = { type: e.type, fields: [], items: [], keys: [] } as const
    const to = b.holding(['object', b.objects.push({ ...fields, type: 'map' }) - 1])
    spreadInto(b, to, b.visit.value(b, copied, scope), 'map', e.start, scope)
    return to
  }
  const inner: NameScope = { kind: 'block', parent: scope, names: new Map(), frame: scope.frame }
  for (const { target, iterable, tests } of e.clauses) {
    const element = b.fresh()
    const over = b.visit.value(b, iterable, inner)
    if (over !== NONE) b.add(['iterate', element, over, b.site(iterable.start, scope.frame)])
    declareTarget(b, target, inner)
    b.visit.assign(b, target, element, inner)
    for (const test of tests) b.visit.value(b, test, inner)
  }
  const keys = e.key ? [b.visit.value(b, e.key, inner)] : []
  const items = [b.visit.value(b, e.value, inner)]
  const type = e.type === 'generator' ? 'list' : e.type
  return b.holding(['object', b.objects.push({ type, fields: [], items, keys }) - 1])
}

/** The map of which `{key: value for key, value in map.items()}` is a copy. */
function copiedMap({ type, key, value, clauses }: ComprehensionNode): Expression | undefined {
  const [clause, ...others] = clauses
  const over = clause?.iterable
  if (type !== 'map' || !clause || others.length + clause.tests.length > 0) return undefined
  if (over?.kind !== 'call' || over.callee.kind !== 'member' || over.callee.name !== 'items') return undefined
  const names = clause.target.kind === 'collection' ? clause.target.entries.map((each) => dottedName(each.value)) : []
  const isSame = key?.kind === 'name' && value.kind === 'name' && key.name === names[0] && value.name === names[1]
  return isSame && names.length === 2 ? over.callee.object : undefined
}

function declareTarget(b: Building, target: Expression, scope: NameScope): void {
  if (target.kind === 'name') scope.names.set(target.name, b.fresh())
  else if (target.kind === 'collection') for (const { value } of target.entries) declareTarget(b, value, scope)
}
