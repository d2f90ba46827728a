/**
 * A value that is made when it is first asked for. For patterns of many languages: together they take a tenth of a second
 * to make, and most processes never need them.
 */
export function late<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A pattern that is made when it is first needed. */
export const pattern = (source: string, flags = ''): (() => RegExp) => late(() => new RegExp(source, flags))
