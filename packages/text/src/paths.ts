/** Paths as stored: POSIX, without `.` and `..`, and absolute if their base folder is known. */

/** `path` resolved against `cwd`. A home path (`~/…`) stays as it is, because the home folder is not known here. */
export function absolutePath(path: string, cwd?: string): string {
  const posix = toPosix(path)
  if (isRooted(posix) || cwd === undefined) return normalise(posix)
  return normalise(`${toPosix(cwd)}/${posix}`)
}

/** `path` relative to `root` if it is inside it; otherwise unchanged. */
export function relativePath(path: string, root?: string): string {
  const base = root?.replace(/\/+$/, '')
  return base !== undefined && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
}

/** A path relative to a folder, without `.` and `..`; undefined above the root. */
export function joinPaths(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** All but the last part of a path; empty for a bare name. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Whether a word of a command line looks like a single file name: an extension or a well-known name, and no glob. */
export function looksLikeFile(word: string): boolean {
  if (word.length > 1024 || /[*?[\]{}$`<>|\s=:,]/.test(word) || word.endsWith('/')) return false
  const name = baseName(toPosix(word))
  return /^[\w@+~-][\w@+~.-]*\.[a-z][a-z0-9]{0,9}$|^\.[a-z][\w.-]+$/i.test(name) || WELL_KNOWN.has(name)
}

const WELL_KNOWN = new Set([
  'Makefile',
  'Dockerfile',
  'LICENSE',
  'README',
  'Gemfile',
  'Rakefile',
  'Procfile',
  'Justfile',
])

const isRooted = (path: string): boolean => path.startsWith('/') || path.startsWith('~') || /^[a-z]:\//i.test(path)
const toPosix = (path: string): string => (/^[a-z]:\\|^\\\\/i.test(path) ? path.replaceAll('\\', '/') : path)

function normalise(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (part !== '..' || !path.startsWith('/')) kept.push(part)
  }
  return (path.startsWith('/') ? '/' : '') + kept.join('/')
}

/** The names of the files that a text names, each once, without their folders. */
export const fileNamesIn = (text: string): readonly string[] => [...new Set(text.match(FILE_NAME))]

const FILE_NAME = /[\w@+-]{1,80}(?:\.[\w-]{1,40}){0,3}\.(?!e\b|g\b)[a-z]\w{0,4}\b(?![.(])/gi
