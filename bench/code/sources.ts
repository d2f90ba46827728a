import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx|py)$/
const TYPES_ONLY = /\.d\.[cm]?ts$/

/** A program's files of source, as POSIX paths from its folder, in order. */
export function sourcesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const paths = files.map((path) =>
    path
      .slice(folder.length + 1)
      .split(sep)
      .join('/'),
  )
  return paths.filter((path) => SOURCE.test(path) && !TYPES_ONLY.test(path)).sort()
}
