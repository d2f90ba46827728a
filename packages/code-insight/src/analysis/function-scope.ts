import type { Binding } from './binding.ts'
import { type EntityScope, ownScope, scopeWith } from './entity-scope.ts'
import type { FunctionNode } from './tree.ts'

/**
 * The scope of a function's body. `this` in an arrow function is that of what is around it, in a method its class or
 * object. Any other function may be a constructor, and so is its own.
 */
export function functionScope(
  node: FunctionNode,
  own: Pick<EntityScope, 'prefix' | 'parent' | 'place'>,
  around: EntityScope,
  binding: Binding | undefined,
): EntityScope {
  if (node.marks.includes('arrow')) return scopeWith(own, around.self)
  const isMethod = binding === undefined ? around.place === 'class' : isMember(node, binding)
  return isMethod ? scopeWith(own, around) : ownScope(own)
}

/** `{ f() {} }`, but not `{ f: function () {} }`. */
const isMember = (node: FunctionNode, { node: assigned, at, isDefault }: Binding): boolean =>
  assigned === undefined && isDefault !== true && node.start <= at
