import { relativePath } from '@hindcast/text/paths.ts'

/**
 * Folders whose files are gone tomorrow: a system's temporary folders, also by the names that shells have for them, and with
 * them a client's own scratch folder. On Windows, in any drive and user.
 */
const TEMPORARY =
  /^(?:\/private)?\/(?:var\/)?tmp\/|^(?:\/private)?\/var\/folders\/|^\/(?:dev\/shm|run\/user\/\d+)\/|^(?:[a-z]:|\/(?:mnt\/)?[a-z])\/(?:users\/[^/]+\/appdata\/local\/(?:temp|microsoft\/windows\/inetcache)|windows\/temp|temp|tmp)\/|^\$\{?(?:tmpdir|temp|tmp)\}?\/|^%(?:temp|tmp)%\//i

/**
 * Whether a file is scratch: in a temporary folder, and not in one of the folders where the work is. Where the work itself is in
 * a temporary folder, its other worktrees may be, too, and nothing tells them from scratch.
 */
export const isScratch = (path: string, ...roots: readonly (string | undefined)[]): boolean =>
  isTemporary(path) &&
  roots.every((root) => relativePath(path, root) === path) &&
  (roots[0] === undefined || !isTemporary(roots[0]))

const isTemporary = (path: string): boolean => TEMPORARY.test(`${path.replaceAll('\\', '/')}/`)
