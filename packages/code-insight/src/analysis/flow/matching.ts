import type { CollectionNode, Expression } from '../tree.ts'
import { placeAmong, rest } from './assigning.ts'
import type { Building, NameScope } from './building.ts'
import { load } from './calling.ts'
import { constantKey } from './collections.ts'
import { NONE } from './flows.ts'
import { evaluate } from './values.ts'

/** Binds what a pattern takes from a value; gives the variable of the value as the pattern knows it. */
export function matchInto(b: Building, pattern: Expression, from: number, scope: NameScope): number {
  switch (pattern.kind) {
    case 'assign': {
      const held = pattern.value ? matchInto(b, pattern.value, from, scope) : from
      b.visit.assign(b, pattern.target, held, scope)
      return held
    }
    case 'collection':
      matchParts(b, pattern, from, scope)
      return from
    case 'call':
      return matchClass(b, pattern, from, scope)
    case 'choice': {
      const either = b.fresh()
      for (const each of pattern.values) b.copy(either, matchInto(b, each, from, scope))
      return either
    }
    default:
      evaluate(b, pattern, scope)
      return from
  }
}

function matchParts(b: Building, pattern: CollectionNode, from: number, scope: NameScope): void {
  for (const [at, { key, value, spread }] of pattern.entries.entries()) {
    const isMap = pattern.type === 'map'
    const name = isMap ? constantKey(key) : placeAmong(pattern.entries, at)
    if (spread && !isMap && from !== NONE) {
      matchInto(b, value, rest(b, pattern.entries, at, from, scope), scope)
      continue
    }
    const part = spread || name === undefined || from === NONE ? NONE : load(b, from, name, value.start, scope)
    if (!spread && part !== NONE && !isMap) b.add(['iterate', part, from, -1 - b.site(value.start, scope.frame)])
    matchInto(b, value, part, scope)
  }
}

/** A class pattern: an instance of the class, whose attributes are matched in turn. */
function matchClass(
  b: Building,
  pattern: Extract<Expression, { kind: 'call' }>,
  from: number,
  scope: NameScope,
): number {
  const matched = b.fresh()
  b.visit.annotate(b, matched, pattern.callee, scope)
  for (const { value, name } of pattern.args) {
    const part = name === undefined ? NONE : load(b, matched, name, value.start, scope)
    if (part !== NONE && from !== NONE) b.copy(part, load(b, from, name ?? '', value.start, scope))
    matchInto(b, value, part, scope)
  }
  return matched
}
