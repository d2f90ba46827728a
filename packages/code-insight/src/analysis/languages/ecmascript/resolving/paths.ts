/** The folder of a path; '' is the root. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '' : path.slice(0, at)
}

/** The folders from one up to the root. */
export function* upwards(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at
    if (at === '') return
  }
}

/** The path below a folder; undefined if it is elsewhere. */
export function below(folder: string, path: string): string | undefined {
  if (folder === '') return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}

/** A pattern with one `*` at most, as in `paths` and `exports`: what the star stands for, '' without one; undefined if it differs. */
export function starMatch(pattern: string, text: string): string | undefined {
  const at = pattern.indexOf('*')
  if (at < 0) return pattern === text ? '' : undefined
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)]
  const fits = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
  return fits ? text.slice(before.length, text.length - after.length) : undefined
}
