/** A repository that a worktree may belong to, judged by its path: the repository's folder, or that folder's name. */
export interface WorktreeHome {
  /** The root of the worktree. */
  readonly worktree: string
  readonly root?: string | undefined
  readonly name?: string | undefined
  /** Only worktrees are found in such a place, so the repository is certain even if it no longer exists. */
  readonly isCertain: boolean
}

/** Folders for the worktrees of one repository: `.worktrees/x`, `.tool/worktrees/x`, `.conductor/x`. */
const WORKTREES = /^(?:\.?worktrees?|\.trees|\.conductor)$/
/** The same next to the repository: `app.worktrees/x`. */
const BESIDE = /^(.+)[-._]worktrees$/
/** Home folders, in which tools keep worktrees of many repositories. */
const HOME = /^(?:|[A-Za-z]:|(?:[A-Za-z]:)?[\\/](?:root|tmp|(?:Users|home)(?:[\\/][^\\/]+)?))$/

/**
 * The repositories that a folder may be a worktree of, likeliest first. Usually the path says; a folder next to its
 * repository is recognised by its branch: `app-fix-tides` on branch `fix-tides`.
 */
export function worktreeHomes(folder: string, branch?: string | undefined): readonly WorktreeHome[] {
  const separator = folder.includes('/') ? '/' : '\\'
  const parts = folder.split(separator)
  const upTo = (end: number) => parts.slice(0, end).join(separator)
  for (let at = parts.length - 2; at > 0; at--) {
    const homes = homesAt(parts, at, upTo)
    if (homes.length > 0) return homes
  }
  return besideItsRepository(folder, upTo(parts.length - 1) + separator, branch)
}

function homesAt(parts: readonly string[], at: number, upTo: (end: number) => string): readonly WorktreeHome[] {
  const [name = '', parent = '', child = ''] = [parts[at], parts[at - 1], parts[at + 1]]
  const named = (from: number): WorktreeHome[] =>
    parts.slice(from, from + 2).map((called) => ({ worktree: upTo(from + 2), name: called, isCertain: false }))
  const inside = { worktree: upTo(at + 2), root: upTo(at) }
  const repository = BESIDE.exec(name)?.[1]
  if (repository !== undefined)
    return [{ ...inside, root: `${upTo(at)}${upTo(at + 1).charAt(upTo(at).length)}${repository}`, isCertain: true }]
  if (name === 'workspaces' && parent === 'conductor')
    return [{ worktree: upTo(at + 3), name: child, isCertain: false }]
  if (!WORKTREES.test(name)) return []
  // A tool's folder is in the repository or, shared by all repositories, in the home folder
  const isOfTool = parent.startsWith('.')
  const root = upTo(isOfTool ? at - 1 : at)
  if (HOME.test(root)) return named(at + 1)
  if (isOfTool || name.startsWith('.')) return [{ ...inside, root, isCertain: true }]
  return [{ ...inside, isCertain: false }, ...named(at + 1)]
}

function besideItsRepository(folder: string, parent: string, branch = ''): readonly WorktreeHome[] {
  const name = folder.slice(parent.length)
  const wanted = new Set([slug(branch), slug(branch.slice(branch.lastIndexOf('/') + 1))])
  return [...name.matchAll(/[-._+@]/g)]
    .filter(({ index }) => index > 0 && wanted.has(slug(name.slice(index + 1))))
    .map(({ index }) => ({ worktree: folder, root: `${parent}${name.slice(0, index)}`, isCertain: false }))
    .filter(() => slug(branch) !== '')
}

/** A branch name as used in folder names. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/**
 * A repository's remote URL from the text of its `config`: `origin`, otherwise the first remote; without any password.
 */
export function remoteIn(config: string): string | undefined {
  const urls = new Map<string, string>()
  let remote: string | undefined
  for (const line of config.split('\n')) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]
    if (section !== undefined) remote = /^remote\s+"(.*)"$/.exec(section)?.[1]
    const url = /^\s*url\s*=\s*(\S.*?)\s*$/.exec(line)?.[1]
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, withoutUser(url))
  }
  return urls.get('origin') ?? [...urls.values()][0]
}

/** Host and path of a URL in any notation; a local path as it is. */
function withoutUser(url: string): string {
  const [, host, path] =
    /^[a-z][a-z+]*:\/\/(?:[^/]*@)?([^/:]+)(?::\d+)?\/(.*)$/i.exec(url) ??
    /^(?:[^/@]*@)?([^/:@]{2,}):(?!\\)(.*)$/.exec(url) ??
    []
  const place = host === undefined ? url : `${host}/${path}`
  return place
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
}
