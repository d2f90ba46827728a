import type { CollectionNode, Expression } from '../tree.ts'
import { type Building, functionScope, lookup, type NameScope } from './building.ts'
import { isModuleExports, load } from './calling.ts'
import { constantKey, symbolKey } from './collections.ts'
import { NONE } from './flows.ts'
import { noteOverwritten } from './overwriting.ts'
import { evaluate, run } from './values.ts'

/** Lets what a variable holds flow into a target. */
export function assign(b: Building, target: Expression, from: number, scope: NameScope): void {
  switch (target.kind) {
    case 'name':
      assignName(b, target.name, from, scope)
      return
    case 'member':
      assignMember(b, target, from, scope)
      return
    case 'subscript':
      assignItem(b, target, from, scope)
      return
    case 'collection':
      destructure(b, target, from, scope)
      return
    case 'assign': {
      const either = b.fresh()
      b.copy(either, from)
      if (target.value) b.copy(either, evaluate(b, target.value, scope))
      assign(b, target.target, either, scope)
      return
    }
    case 'cast':
      assign(b, target.value, from, scope)
      return
    default:
      evaluate(b, target, scope)
  }
}

/** The variable of a name that is assigned: declared here if nothing around declares it. */
export function assignedVariable(b: Building, name: string, scope: NameScope): number {
  const own = b.semantics.scoping === 'function' ? undefined : lookup(name, scope, false)
  const at = functionScope(scope)
  const found = own ?? scope.names.get(name) ?? at.names.get(name) ?? outerName(name, at)
  if (found !== undefined) return found
  const variable = b.fresh()
  at.names.set(name, variable)
  return variable
}

/** Names of an `outer` statement are kept under the name with a mark, and lead to the variable further out. */
const outerName = (name: string, scope: NameScope): number | undefined => scope.names.get(`outer ${name}`)

/** Assigns a name: what it holds from here on is this alone, but other functions see all that it ever holds. */
export function assignName(b: Building, name: string, from: number, scope: NameScope): void {
  const variable = assignedVariable(b, name, scope)
  b.copy(variable, from)
  // Of a name that other functions assign, the order is not known
  if (!b.shared.has(name)) scope.frame.versions.set(variable, from)
}

function assignMember(
  b: Building,
  target: Extract<Expression, { kind: 'member' }>,
  from: number,
  scope: NameScope,
): void {
  if (isModuleExports(b, target, scope)) {
    exportWhole(b, from)
    return
  }
  const isExports =
    (target.object.kind === 'name' && target.object.name === 'exports' && lookup('exports', scope) === undefined) ||
    isModuleExports(b, target.object, scope)
  if (isExports && b.semantics.scoping === 'block') {
    const known = b.exports[target.name] ?? b.fresh()
    b.exports[target.name] = known
    b.copy(known, from)
    return
  }
  const object = evaluate(b, target.object, scope)
  if (object !== NONE) b.add(['store', object, target.name, from, b.site(target.end - 1, scope.frame)])
  noteOverwritten(b, target, from, scope)
}

/** Something takes the place of the module. */
export function exportWhole(b: Building, from: number): void {
  if (b.whole === NONE) b.whole = b.fresh()
  b.copy(b.whole, from)
}

function assignItem(
  b: Building,
  target: Extract<Expression, { kind: 'subscript' }>,
  from: number,
  scope: NameScope,
): void {
  const object = evaluate(b, target.object, scope)
  if (object === NONE) return
  const key = constantKey(target.index)
  const site = b.site(target.end - 1, scope.frame)
  const symbol = symbolKey(b, target.index, scope)
  if (symbol !== undefined) b.add(['store', object, symbol, from, site])
  const index = key === undefined && target.index ? evaluate(b, target.index, scope) : NONE
  if (key !== undefined) b.add(['store', object, key, from, site])
  else b.add(['put', object, index, from, site])
  noteOverwritten(b, target, from, scope)
  run(b, object, 'set subscript', [index, from], target.end - 1, scope)
}

function destructure(b: Building, target: CollectionNode, from: number, scope: NameScope): void {
  const isMap = target.type === 'map'
  for (const [at, { key, value, spread }] of target.entries.entries()) {
    const name = isMap ? constantKey(key) : placeAmong(target.entries, at)
    if (from === NONE) assign(b, value, NONE, scope)
    else if (spread) assign(b, value, isMap ? from : rest(b, target.entries, at, from, scope), scope)
    else if (name === undefined) assign(b, value, anyItem(b, from, value, scope), scope)
    else {
      const part = load(b, from, name, value.start, scope)
      if (!isMap) iterateInto(b, part, from, value, scope)
      assign(b, value, part, scope)
    }
  }
}

/** Places of what is no list are known to a loop alone. */
const iterateInto = (b: Building, to: number, from: number, at: Expression, scope: NameScope): void =>
  b.add(['iterate', to, from, -1 - b.site(at.start, scope.frame)])

function anyItem(b: Building, from: number, at: Expression, scope: NameScope): number {
  const to = b.fresh()
  b.add(['item', to, from, NONE, b.site(at.start, scope.frame)])
  return to
}

/** The place that a part of a pattern takes: from the front up to a rest, from the end after it. */
export function placeAmong(entries: CollectionNode['entries'], at: number): string {
  const isAfterRest = entries.slice(0, at).some(({ spread }) => spread)
  return String(isAfterRest ? at - entries.length : at)
}

/** What the rest of a pattern takes. */
export function rest(
  b: Building,
  entries: CollectionNode['entries'],
  at: number,
  from: number,
  scope: NameScope,
): number {
  const element = b.fresh()
  b.add(['iterate', element, from, -1 - b.site(entries[at]?.value.start ?? 0, scope.frame)])
  const to = b.holding(['object', b.objects.push({ type: 'list', fields: [], items: [element], keys: [] }) - 1])
  const after = entries.length - 1 - at
  const either = b.fresh()
  b.copy(either, to)
  b.add(['slice', either, from, `*${at}:${after === 0 ? '' : -after}`])
  return either
}
