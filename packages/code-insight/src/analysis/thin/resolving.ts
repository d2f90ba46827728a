import { folderOf } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver, ImportTarget } from '../language.ts'

/** Finds included files: beside the file, else those whose paths end so, the closest first. `library`: names that are the language's own. */
export const includeResolver =
  (library: ReadonlySet<string>) =>
  (project: CodeFiles): ImportResolver => ({
    resolve(module, from) {
      const beside = normal(`${folderOf(from)}/${module}`)
      if (beside !== undefined && project.has(beside)) return { kind: 'file', path: beside }
      const path = library.has(module) ? undefined : closest(project.ending(module.replace(/^(?:\.\.?\/)+/, '')), from)
      return path === undefined ? { kind: 'outside', name: module } : { kind: 'file', path }
    },
  })

/**
 * Finds packages and their classes by the folders that are called as they are: `a.b.C` is in a file `a/b/C` with one of these
 * endings, or in that of a class around it; `a.b` is a folder below the same root.
 */
export const packageResolver =
  (endings: readonly string[]) =>
  (project: CodeFiles): ImportResolver => ({
    resolve(module, from, member) {
      const parts = [module, member].filter(Boolean).join('.').split('.')
      for (let length = parts.length; length > 0; length--) {
        const path = parts.slice(0, length).join('/')
        const file = closest(
          endings.flatMap((ending) => project.ending(`${path}${ending}`)),
          from,
        )
        if (file !== undefined) return { kind: 'file', path: file }
      }
      return packageFolder(module.replaceAll('.', '/'), from, project) ?? { kind: 'outside', name: module }
    },
  })

/** The folder of this path below one that the file is in. */
export function packageFolder(path: string, from: string, project: CodeFiles): ImportTarget | undefined {
  // A test's package is that of what it tests
  for (const start of [from, from.replace(/(^|\/)test\//, '$1main/')])
    for (let root = folderOf(start); ; root = folderOf(root)) {
      const folder = root === '' ? path : `${root}/${path}`
      if (project.hasFolder(folder)) return { kind: 'folder', path: folder }
      if (root === '') break
    }
  return undefined
}

/** The path that shares most folders with a file's. */
export function closest(paths: readonly string[], from: string): string | undefined {
  const [first, ...others] = paths
  return others.reduce(
    (best, path) => (best !== undefined && sharedFolders(best, from) >= sharedFolders(path, from) ? best : path),
    first,
  )
}

/** How many folders two paths begin with in common. */
export function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  let count = 0
  while (count < left.length - 1 && count < right.length - 1 && left[count] === right[count]) count++
  return count
}

/** A path without `.` and `..`; undefined if it leads out of the project. */
function normal(path: string): string | undefined {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
