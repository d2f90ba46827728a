import { baseName } from '@hindcast/text/paths.ts'

/** Finds the paths among these that are a path or end with a slash and it. The paths are read at the first question. */
export function pathEndings(paths: () => Iterable<string>): (path: string) => readonly string[] {
  let named: ReadonlyMap<string, readonly string[]> | undefined
  return (path) => {
    named ??= byBaseName(paths())
    return (named.get(baseName(path)) ?? []).filter((each) => each === path || each.endsWith(`/${path}`))
  }
}

function byBaseName(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const path of paths) {
    const name = baseName(path)
    const before = found.get(name)
    if (before) before.push(path)
    else found.set(name, [path])
  }
  return found
}
