import type { EntityPlace } from './program.ts'

/** What an expression may be. Nothing at all: it is not known. */
export type Value =
  /** A type, or a value of it, with what its type parameters stand for. */
  | { readonly kind: 'class' | 'instance'; readonly at: EntityPlace; readonly args: readonly Value[] }
  | { readonly kind: 'function'; readonly at: EntityPlace; readonly of: Value | undefined }
  /** A type or value of something that is not the project's, which may hold values of these types. */
  | {
      readonly kind: 'outside'
      readonly name?: string | undefined
      readonly args: readonly Value[]
      /** It came out of something that holds these, so it may be one of them. */
      readonly isHeld?: boolean | undefined
    }
  | { readonly kind: 'list'; readonly of: readonly Value[] }
  | { readonly kind: 'tuple'; readonly parts: readonly (readonly Value[])[] }
  | { readonly kind: 'module'; readonly target: 'file' | 'folder'; readonly path: string }
  | { readonly kind: 'namespace'; readonly name: string }

/** Something of which nothing is the project's. */
export const OUTSIDE: Value = { kind: 'outside', args: [] }

/** Values of types. */
export const instancesOf = (types: readonly Value[]): readonly Value[] => types.map(instanceOf)

function instanceOf(type: Value): Value {
  if (type.kind === 'class') return { kind: 'instance', at: type.at, args: type.args }
  if (type.kind === 'list') return { kind: 'list', of: instancesOf(type.of) }
  if (type.kind === 'outside')
    return { kind: 'outside', name: type.name, args: instancesOf(type.args), isHeld: type.isHeld }
  return type.kind === 'tuple' ? { kind: 'tuple', parts: type.parts.map(instancesOf) } : type
}

/** What is like a class: what has members, or stands for what has. */
export const isClass = ({ entity: { kind } }: EntityPlace): boolean =>
  kind === 'class' || kind === 'interface' || kind === 'enum' || kind === 'type'

/** What can be called by itself. */
export const isFunction = ({ entity: { kind } }: EntityPlace): boolean => kind === 'function' || kind === 'method'

/** Each thing once. */
export function distinct<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return values.length < 2 ? values : [...new Map(values.map((value) => [keyOf(value), value])).values()]
}
