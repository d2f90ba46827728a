/** What definitions are nested in, as far as their names depend on it. */
export interface EntityScope {
  /** The qualified name of what is around; empty at top level. */
  readonly prefix: string
  /** The entity around. */
  readonly parent: number | undefined
  /** `value`: within an expression, an object's members included. */
  readonly place: 'module' | 'namespace' | 'class' | 'function' | 'value'
  /** Variables that are entities here; `hoisted`: in a block, those that are not the block's own. */
  readonly variables: 'all' | 'hoisted' | 'none'
  /** What members of `this` belong to; undefined: to the file. */
  readonly self: EntityScope | undefined
}

type Around = Pick<EntityScope, 'prefix' | 'parent' | 'place'>

/** The scope of a file. */
export const TOP: EntityScope = { prefix: '', parent: undefined, place: 'module', variables: 'all', self: undefined }

/** The qualified name of something in a scope; without a name, that of the scope. */
export const within = ({ prefix }: EntityScope, name: string | undefined): string =>
  name === undefined || name === '' ? prefix : prefix === '' ? name : `${prefix}.${name}`

/** A scope with the `this` of another one. */
export const scopeWith = (around: Around, self: EntityScope | undefined): EntityScope => ({
  ...around,
  variables: around.place === 'namespace' ? 'all' : 'none',
  self,
})

/** A scope that is its own `this`. */
export function ownScope(around: Around): EntityScope {
  const scope: { -readonly [Key in keyof EntityScope]: EntityScope[Key] } = scopeWith(around, undefined)
  scope.self = scope
  return scope
}

/** The scope of a block. */
export const blockOf = (scope: EntityScope): EntityScope =>
  scope.variables === 'all' ? { ...scope, variables: 'hoisted' } : scope

/** The scope of an expression. */
export const expressionOf = (scope: EntityScope): EntityScope =>
  scope.place === 'class' ? { ...scope, place: 'value' } : scope
