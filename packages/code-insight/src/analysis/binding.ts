import { type EntityScope, TOP } from './entity-scope.ts'
import type { AssignNode, ClassNode, CollectionNode, EntryNode, Expression, FunctionNode, NameNode } from './tree.ts'

/** A value without the casts around it. */
export function uncast(value: Expression): Expression {
  let inner = value
  while (inner.kind === 'cast') inner = inner.value
  return inner
}

/** A value that is written out with names for its parts. */
export const isObject = (value: Expression): value is CollectionNode =>
  value.kind === 'collection' && value.type === 'map'

/** Whether an assignment gives its target a value as it is: `=`, `??=` and `||=`, but no `+=`. */
const isPlain = ({ operator }: AssignNode): boolean => operator === undefined || operator === '??' || operator === '||'

/** The names of a target such as `this.a['b']`; undefined if one of them is known at run time only. */
export function pathOf(target: Expression): string[] | undefined {
  const names: string[] = []
  for (let at = target; ; ) {
    if (at.kind === 'name' || at.kind === 'self') return [at.kind === 'self' ? 'this' : at.name, ...names.reverse()]
    if (at.kind === 'member') names.push(at.name)
    else if (at.kind === 'subscript' && at.index?.kind === 'literal' && at.index.type === 'string')
      names.push(at.index.value ?? '')
    else return undefined
    at = at.object
  }
}

/** What gives a value its name. */
export interface Binding {
  readonly name: string
  /** What the name belongs to. */
  readonly scope: EntityScope
  /** A member of something, such as `Foo.bar` and `this.bar`. */
  readonly isMember: boolean
  /** A function or class that has a name of its own keeps it. */
  readonly isDefault?: boolean | undefined
  /** Where the name stands. */
  readonly at: number
  /** Where the whole definition begins. */
  readonly start: number
  readonly node?: AssignNode | undefined
  readonly exported?: boolean | undefined
}

/** The name that an assignment gives; in languages without `members`, only names can. */
export function bindingOf(node: AssignNode, scope: EntityScope, members: boolean): Binding | undefined {
  const { target, start, exported } = node
  if (!isPlain(node) || (!members && target.kind !== 'name')) return undefined
  const path = pathOf(target)
  if (path === undefined) return undefined
  const place = { at: target.start, start, node, exported }
  const [first = '', second] = path
  if (path.length === 1) return { ...place, name: first, scope, isMember: false }
  if (first === 'this') return { ...place, name: path.slice(1).join('.'), scope: scope.self ?? TOP, isMember: true }
  const isModule = first === 'module' && second === 'exports'
  if (isModule || first === 'exports') {
    const names = path.slice(isModule ? 2 : 1)
    const its = { name: names.join('.'), scope: TOP, isMember: names.length > 1, isDefault: names.length === 0 }
    return { ...place, ...its, exported: true }
  }
  const name = path.filter((part, at) => part !== 'prototype' || at === 0).join('.')
  return { ...place, name, scope: first === 'module' ? TOP : scope, isMember: true }
}

/** The name of a function or class: what it is bound to, else its own. */
export function nameOf(node: FunctionNode | ClassNode, binding: Binding | undefined): string | undefined {
  if (binding === undefined) return node.name
  if (binding.isDefault !== true) return binding.name
  return node.name ?? 'default'
}

/** The name of an entry: in brackets as it is written if it is computed. */
export function keyOf({ key }: EntryNode, text: string): string | undefined {
  if (key === undefined) return undefined
  if (key.kind === 'literal' && key.value !== undefined) return key.value
  return `[${text.slice(key.start, key.end).replace(/\s+/g, ' ')}]`
}

/** The names that a target binds. */
export function boundNames(target: Expression): readonly NameNode[] {
  if (target.kind === 'name') return [target]
  if (target.kind === 'assign') return boundNames(target.target)
  return target.kind === 'collection' ? target.entries.flatMap(({ value }) => boundNames(value)) : []
}

/** The module that an assignment makes a name of, or several: `const { a } = await import('m')`. */
export function importedBy({ value }: AssignNode): string | undefined {
  const given = value && uncast(value)
  const awaited = given?.kind === 'await' ? uncast(given.value) : given
  return awaited?.kind === 'imported' ? awaited.module : undefined
}

/** An assignment that gives a name something of its own: not another name of what a module has (`const a = require('m').b`). */
export function isDefining(node: AssignNode): boolean {
  const value = node.value && uncast(node.value)
  const isImported = value?.kind === 'member' && uncast(value.object).kind === 'imported'
  return isPlain(node) && !isImported && importedBy(node) === undefined
}
