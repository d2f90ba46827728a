import { isObject, type Json, type PackageManifest, stringsOf } from './manifests.ts'
import { starMatch } from './paths.ts'

/** What of a conditional export is looked at first: what leads to the source. */
const CONDITIONS = ['source', 'development', 'types', 'import', 'module', 'require', 'node', 'default']

/** The paths in a package, best first, that an import of it (`.`) or of a part (`./part`) may lead to. */
export function entriesOf({ json }: PackageManifest, subpath: string): readonly string[] {
  const exported = 'exports' in json ? matched(exportsOf(json.exports), subpath) : undefined
  if (exported !== undefined) return exported
  if (subpath !== '.') return [subpath]
  return ['source', 'types', 'typings', 'module', 'main', 'browser'].flatMap((key) =>
    stringsOf(json[key]).map((path) => (path.startsWith('.') ? path : `./${path}`)),
  )
}

/** The paths that a `#name` of a package leads to. */
export function importsOf({ json }: PackageManifest, name: string): readonly string[] {
  return isObject(json.imports) ? (matched(json.imports, name) ?? []) : []
}

/** One entry alone stands for `.`. */
const exportsOf = (value: unknown): Json =>
  isObject(value) && Object.keys(value).some((key) => key.startsWith('.')) ? value : { '.': value }

/** The target of the best pattern: an exact one, else the longest; undefined if none fits. */
function matched(entries: Json, name: string): readonly string[] | undefined {
  const patterns = Object.keys(entries)
    .flatMap((pattern) => {
      const star = pattern.endsWith('/') ? starMatch(`${pattern}*`, name) : starMatch(pattern, name)
      return star === undefined ? [] : [{ pattern, star, isExact: pattern === name }]
    })
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.pattern.length - a.pattern.length)
  const best = patterns[0]
  if (best === undefined) return undefined
  return leaves(entries[best.pattern], 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ path }) => (best.pattern.endsWith('/') ? path + best.star : path.replaceAll('*', best.star)))
}

/** Every path in nested conditions, ranked by the innermost of them that is known. */
function leaves(value: unknown, rank: number): { readonly path: string; readonly rank: number }[] {
  if (typeof value === 'string') return [{ path: value, rank }]
  if (Array.isArray(value)) return value.flatMap((each: unknown) => leaves(each, rank))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([condition, inner]) => {
    const own = CONDITIONS.indexOf(condition)
    return leaves(inner, own < 0 ? rank + CONDITIONS.length : rank + own)
  })
}
